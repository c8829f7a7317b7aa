"""Where the files stand that are package data but not modules: the ontology, its shapes, the lexicons."""

from pathlib import Path

from kg.errors import KgError

_PACKAGE = Path(__file__).parent


def ontology_file(name: str) -> Path:
    """Return the path of a file of the ontology folder.

    A wheel holds the folder as ``kg/ontology``; an editable install has it at the top of the repository.

    Parameters
    ----------
    name
        Name of the file: ``kg.ttl``, ``shapes.ttl``.

    Raises
    ------
    KgError
        If the file is missing: the installation is broken.

    Examples
    --------
    >>> ontology_file("kg.ttl").name
    'kg.ttl'
    """
    for folder in (_PACKAGE / "ontology", _PACKAGE.parent / "ontology"):
        if (folder / name).is_file():
            return folder / name
    raise KgError(f"the installation lacks ontology/{name}; install papers-kg again")
