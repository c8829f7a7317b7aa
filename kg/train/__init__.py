"""Training of the models that `kg.extract` runs, from annotated abstracts.

`train_fast` needs nothing but kg; `train_accurate` needs the extra ``train``, loaded when it is first asked for.
"""

from typing import TYPE_CHECKING, Any

from kg.errors import MissingExtraError
from kg.train.fast import train_fast

if TYPE_CHECKING:
    from kg.train.accurate import train_accurate

__all__ = ["train_accurate", "train_fast"]


def __getattr__(name: str) -> Any:
    """Load `train_accurate` when it is asked for."""
    if name != "train_accurate":
        raise AttributeError(f"module 'kg.train' has no attribute {name!r}")
    try:
        from kg.train.accurate import train_accurate
    except ImportError as error:
        raise MissingExtraError(
            f"training the accurate model needs {error.name}: install it with pip install '.[train]' in a clone"
        ) from error
    return train_accurate
