"""The error families: what the world did wrong, as a text id with values."""


class TurmwartError(Exception):
    """A fault of the world: expected this, found that, and what helps.

    The words are made last, by ``turmwart.texts.say(error.text_id, language, **error.values)``.

    Args:
        text_id: id of the text, such as ``"journal.newer"``.
        values: what the text names: paths, versions, counts.
    """

    def __init__(self, text_id: str, **values: object) -> None:
        super().__init__(text_id, values)
        self.text_id = text_id
        self.values = values

    def __str__(self) -> str:
        named = ", ".join(f"{name}={value}" for name, value in sorted(self.values.items()))
        return f"{self.text_id} ({named})" if named else self.text_id


class InputError(TurmwartError):
    """What somebody handed in (a file, a form, a command line) cannot be used."""


class JournalError(TurmwartError):
    """The journal cannot be opened, read or written."""


class JournalConflict(JournalError):
    """The table moved on since the writer last looked."""


class TableBusy(JournalError):
    """Another process holds the table."""


class LinkError(TurmwartError):
    """The serial port or the board at its end is not there or not to be understood."""


class TwinError(TurmwartError):
    """The simulated tower does not answer."""


class CameraError(TurmwartError):
    """The camera or a picture cannot be read."""
