"""The errors of kg: one base, and children named by what the user can do about them."""


class KgError(Exception):
    """Something kg cannot do; the message says what, where, and what to do.

    The command line prints the message as one line and exits with `exit_status`.
    """

    exit_status = 1


class InputError(KgError):
    """A file, line or record that cannot be read: mend or leave out the input."""


class OptionError(KgError):
    """An option or argument that makes no sense: call again with another one."""

    exit_status = 2


class OutputError(KgError):
    """Something could not be written: free some space or choose another folder."""


class ModelError(KgError):
    """An extraction model is missing, cut short or of another version: install kg again or name another model."""


class NotFoundError(KgError):
    """A name or id that the graph does not hold: the message offers the nearest ones."""


class MissingExtraError(KgError):
    """An optional dependency is not installed: the message names the extra."""
