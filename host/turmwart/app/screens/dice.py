"""A roll: what the camera sees, and every other way to enter it."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.events import Key

from turmwart.app.draw import wrapped
from turmwart.app.keys import BACK, Command, bindings, key_bar
from turmwart.app.rolling import Rolling
from turmwart.app.screens.base import Lines, TurmwartScreen
from turmwart.app.widgets.picture import PictureBox
from turmwart.errors import TurmwartError
from turmwart.table.rolls import Roll

TYPE = Command("type_instead", ("t",), "app.key.type_dice")
FOR_US = Command("roll_for_us", ("r",), "app.key.roll_for_us")
NOW = Command("read_now", ("n",), "app.key.read_now")
TAKE_BACK = Command("take_back", ("u", "ctrl+z"), "app.key.take_back")


class DiceScreen(TurmwartScreen[Roll | None]):
    """Takes a roll, throw by throw; gives it when it is complete, None where Escape was pressed.

    Args:
        rolling: the roll, and the camera where there is one.
        asked: the prompt's own words for it; empty: the roll's.
    """

    BINDINGS = bindings((BACK, TYPE, FOR_US, NOW, TAKE_BACK))

    def __init__(self, rolling: Rolling, asked: str = "") -> None:
        super().__init__()
        self.rolling = rolling
        self._asked = asked

    def compose(self) -> ComposeResult:
        """What is rolled, the camera and its picture, what would be taken, keys."""
        yield Lines(id="header")
        yield Lines(id="camera")
        yield PictureBox(self.turmwart.doors.graphics, id="picture")
        yield Lines(id="dice")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        """Draw."""
        self.follow()

    def follow(self) -> None:
        """Draw what is known now."""
        if not self.is_mounted:
            return
        width = self.size.width - 2
        self.query_one("#header", Lines).put(self._head(width))
        rolling = self.rolling
        camera = rolling.camera
        status = "" if camera is None else camera.status(self.words.language)
        self.query_one("#camera", Lines).put(wrapped(Text(status), width, 2) if status else [])
        self.query_one("#picture", PictureBox).show(rolling.sight, rolling.corrections)
        self.query_one("#dice", Lines).put(self._dice(width))
        commands = [(BACK, ""), (FOR_US, "")]
        if camera is not None:
            commands += [(TYPE, ""), (NOW, "")]
        if rolling.roll.throws:
            commands.append((TAKE_BACK, ""))
        self.query_one("#keys", Lines).put(
            [key_bar(commands, self.words, width, lambda key: False)]
        )

    def _head(self, width: int) -> list[Text]:
        roll, words = self.rolling.roll, self.words
        request = roll.request
        title = words(
            "dice.title" if request.count > 1 else "dice.title_one",
            stream=request.stream,
            count=request.count,
            chance=request.chance,
        )
        lines = [Text(self._asked or title, "bold")]
        if roll.throws_in_all > 1:
            number, expected = len(roll.throws) + 1, roll.expected
            text = words("dice.throw", number=number, of=roll.throws_in_all, count=expected)
            lines.append(Text(text))
        if roll.throws:
            thrown = " ".join(str(value) for value in roll.values)
            lines.append(Text(words("dice.thrown", values=thrown)))
        return [line for said in lines for line in wrapped(said, width, 2)]

    def _dice(self, width: int) -> list[Text]:
        rolling, words = self.rolling, self.words
        lines: list[Text] = []
        if rolling.typing:
            values = " ".join(str(value) for value in rolling.typed_values)
            lines.append(Text(words("dice.typed", values=values, count=rolling.roll.expected)))
            lines.append(Text(words("dice.hint_typing"), "dim"))
        elif rolling.sight is None:
            lines.append(Text(words("dice.nothing_seen")))
        else:
            said = rolling.sight.words(words.language, rolling.corrections)
            lines.append(Text(said, "bold"))
            numbered = "  ".join(
                words("dice.numbered", die=die, value=value)
                for die, value in enumerate(rolling.values, start=1)
            )
            lines.append(Text(numbered))
            hint = "dice.hint_value" if rolling.die else "dice.hint_camera"
            lines.append(Text(words(hint, die=rolling.die), "dim"))
        problem = rolling.problem
        if problem is not None:
            text = words(problem.text_id, expected=problem.expected, saw=problem.saw)
            lines.append(Text(text, "bold"))
        return [line for said in lines for line in wrapped(said, width, 2)]

    def on_key(self, event: Key) -> None:
        """Digits, Backspace and Enter belong to the roll."""
        try:
            taken = self.rolling.press(event.key, event.character)
        except TurmwartError as error:
            # A full disk: the picture could not be kept, and the throw is not taken.
            self.turmwart.tell(self.words.error(error))
            taken = True
        if taken:
            event.stop()
            event.prevent_default()
            self._moved_on()

    def action_type_instead(self) -> None:
        """Type the values, or go back to the camera."""
        self.rolling.type_instead()
        self._moved_on()

    def action_roll_for_us(self) -> None:
        """Let the dealer roll."""
        self.rolling.roll_for_us()
        self._moved_on()

    def action_read_now(self) -> None:
        """Do not wait until the scene is still."""
        if self.rolling.camera is not None:
            self.rolling.camera.read_now()

    def action_take_back(self) -> None:
        """Take the last throw back."""
        self.rolling.undo()
        self._moved_on()

    def action_back(self) -> None:
        """Leave without the roll."""
        self.rolling.leave()
        self.dismiss(None)

    def _moved_on(self) -> None:
        if self.rolling.roll.complete:
            self.dismiss(self.rolling.roll)
        else:
            self.follow()
