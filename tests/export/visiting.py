"""A visit to the page in Chromium, and everything untoward that happened on it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
PATIENCE = 60_000
"""Milliseconds that a step may take; a machine may have other things to do."""

SPOT = """label => {
    const node = kgDrawing.nodes.get().find((node) => node.name.split("\\n")[0] === label);
    const { left, top } = document.getElementById("drawing").getBoundingClientRect();
    const { x, y } = kgDrawing.network.canvasToDOM({ x: node.x, y: node.y });
    return [x + left, y + top];
}"""


@dataclass
class Visit:
    """A page that was opened, and everything untoward that happened on it."""

    page: Any
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    @property
    def heading(self) -> str:
        """The name of what the panel shows."""
        return self.page.locator("#panel h2").text_content() or ""

    @property
    def status(self) -> str:
        return self.page.locator("#status").text_content() or ""

    def seek(self, query: str) -> None:
        self.page.fill("#query", query)

    def open(self, name: str) -> None:
        """Choose what the search finds first."""
        self.seek(name)
        self.page.keyboard.press("Enter")

    def press(self, button: str) -> None:
        """Work a button by keyboard."""
        self.page.get_by_role("button", name=button, exact=True).focus()
        self.page.keyboard.press("Enter")

    def click(self, button: str) -> None:
        """Work a button by mouse."""
        self.page.get_by_role("button", name=button, exact=True).click()

    def spot(self, node: str) -> tuple[float, float]:
        """Return where a node stands on the screen, found by its label's first line, once the drawing is at rest."""
        self.page.evaluate("new Promise((rest) => requestAnimationFrame(() => requestAnimationFrame(rest)))")
        x, y = self.page.evaluate(SPOT, node)
        return x, y

    def lines(self) -> list[str]:
        """Return the kinds of the lines that are seen, sorted."""
        return sorted(self.page.evaluate("kgDrawing.lines.get().map(({ kind }) => kind)"))

    def taken(self, work: Callable[[], None]) -> tuple[str, bytes]:
        """Return name and content of the file that some work gives to take away."""
        with self.page.expect_download() as waiting:
            work()
        return waiting.value.suggested_filename, Path(waiting.value.path()).read_bytes()


Open = Callable[..., Visit]
