"""Drawing in notes: pens, erasers and the lasso, as a person uses them; what the service holds afterwards, and what is painted."""

import re
import uuid

import pytest
from harness import DESKTOP, PHONE, TABLET, Person, offline, shows
from playwright.sync_api import Locator, Page, expect


def does(person: Person, *commands: dict) -> None:
    """Commands of another device of this person."""
    next_number = person.views("/commands")["next"]
    answer = person.sends(*({"sequence": next_number + at, "command": one} for at, one in enumerate(commands)))
    assert all(one.get("outcome") != "refused" for one in answer.get("answers", answer.get("results", []))), answer


def written(person: Person, body: str) -> str:
    made = str(uuid.uuid4())
    does(person, {"type": "notes.createNote", "note": made, "title": "Sketches", "body": body})
    return made


def held(person: Person, note: str) -> dict:
    return person.views(f"/notes/{note}")


def awaits(person: Person, note: str, strokes: int, drawings: int = 1) -> dict:
    """The note as soon as the service has so many strokes of it."""

    def holds(answer: dict) -> bool:
        return len(answer["ink"]) == drawings and sum(len(ink["strokes"]) for ink in answer["ink"]) == strokes

    return person.awaits(f"/notes/{note}", holds)


def opened(page: Page, person: Person, note: str) -> Page:
    page.goto(f"/w/{person.workspace}/notes/{note}")
    expect(page.get_by_role("textbox", name="Text of the note")).to_be_visible()
    return page


def drawing_in(page: Page, person: Person, note: str) -> Page:
    """The note in draw mode."""
    opened(page, person, note)
    page.get_by_role("button", name="Draw", exact=True).click()
    expect(paper(page)).to_be_visible()
    return page


def paper(page: Page) -> Locator:
    return page.get_by_role("application", name="Paper to draw on")


def tool(page: Page, name: str) -> None:
    page.get_by_role("toolbar", name="Drawing tools").get_by_role("button", name=name, exact=True).click()


def place(page: Page, x: float, y: float) -> tuple[float, float]:
    """A place on the paper as one of the window."""
    box = paper(page).bounding_box()
    return box["x"] + x, box["y"] + y


def mouse(page: Page, *places: tuple[float, float]) -> None:
    """Draws with the mouse through places on the paper."""
    page.mouse.move(*place(page, *places[0]))
    page.mouse.down()
    for one in places[1:]:
        page.mouse.move(*place(page, *one), steps=6)
    page.mouse.up()


PEN = """
(paper, [kind, pointer, places]) => {
  const send = (type, [x, y, pressure, tiltX, tiltY], buttons) => paper.dispatchEvent(new PointerEvent(type, {
    bubbles: true, cancelable: true, composed: true, isPrimary: true, pointerId: pointer, pointerType: kind,
    clientX: x, clientY: y, pressure, tiltX, tiltY, buttons, button: type === "pointermove" ? -1 : 0,
  }));
  const capture = paper.setPointerCapture;
  paper.setPointerCapture = () => {};
  send("pointerdown", places[0], 1);
  for (const one of places.slice(1)) send("pointermove", one, 1);
  send("pointerup", [...places.at(-1).slice(0, 2), 0, 0, 0], 0);
  paper.setPointerCapture = capture;
}
"""


def pen(page: Page, *places: tuple[float, float, float, int, int], kind: str = "pen") -> None:
    """Draws with a pen: x, y, pressure, tilt to the right, tilt towards the writer."""
    through = [[*place(page, one[0], one[1]), *one[2:]] for one in places]
    paper(page).evaluate(PEN, [kind, 7, through])


def points(stroke: dict) -> list[list[int]]:
    """The points of a stroke: x, y, pressure, tilts, time."""
    data, values, value, shift = bytes.fromhex(stroke["points"]), [], 0, 0
    assert data[0] == 1
    for byte in data[1:]:
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            difference = (value >> 1) ^ -(value & 1)
            values.append(difference + (values[-6] if len(values) >= 6 else 0))
            value = shift = 0
    return [values[at : at + 6] for at in range(0, len(values), 6)]


def drawings(page: Page) -> Locator:
    return page.get_by_role("img", name=re.compile("^(Drawing|Empty drawing)"))


@shows("T-101", "T-207", "T-209")
def test_a_stroke_is_drawn_kept_and_shown_again(page, person):
    note = written(person, "Before\n\nAfter\n")
    screen = drawing_in(page(person=person), person, note)
    mouse(screen, (60, 250), (160, 300), (260, 250))
    kept = awaits(person, note, 1)
    ink = kept["ink"][0]
    assert kept["body"] == f"Before\n\nAfter\n![ink](ink:{ink['id']})\n"
    expect(drawings(screen)).to_have_accessible_name("Drawing, 1 stroke")
    mouse(screen, (60, 320), (260, 320))
    awaits(person, note, 2)
    screen.keyboard.press("Control+z")
    awaits(person, note, 1)
    expect(drawings(screen)).to_have_accessible_name("Drawing, 1 stroke")
    screen.keyboard.press("Control+Shift+z")
    awaits(person, note, 2)
    screen.keyboard.press("Control+Shift+D")
    expect(paper(screen)).to_have_count(0)
    screen.reload()
    expect(drawings(screen)).to_have_accessible_name("Drawing, 2 strokes")
