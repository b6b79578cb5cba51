"""Drawing in notes: pens, erasers and the lasso, as a person uses them; what the service holds afterwards, and what is painted."""

import re
import time
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


def touches(page: Page, *steps: tuple[str, list[tuple[float, float]]]) -> None:
    """Real touches, as the screen would report them, 20 ms apart however busy the machine is; places are of the window."""
    session, began = page.context.new_cdp_session(page), time.time()
    for step, (kind, places) in enumerate(steps):
        points = [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(places)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, "timestamp": began + step * 0.02})
    session.detach()


def finger(page: Page, *places: tuple[float, float]) -> None:
    """Draws with a finger through places on the paper."""
    through = [place(page, *one) for one in places]
    touches(page, ("touchStart", through[:1]), *(("touchMove", [one]) for one in through[1:]), ("touchEnd", []))


def tap(page: Page, places: list[tuple[float, float]]) -> None:
    touches(page, ("touchStart", places), ("touchEnd", []))


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


@shows("T-207", "T-208")
def test_pressure_and_tilt_of_every_point_are_kept_and_seen(page, person):
    note = written(person, "Before")
    screen = drawing_in(page(TABLET, person=person), person, note)
    tool(screen, "Thick")
    drawn = [(40 + 10 * at, 200, at / 20, at - 10, 2 * at) for at in range(21)]
    pen(screen, *drawn)
    stroke = awaits(person, note, 1)["ink"][0]["strokes"][0]
    kept = points(stroke)
    assert len(kept) == len(drawn)
    assert [one[2] for one in kept] == [pytest.approx(65535 * at / 20, abs=1) for at in range(21)]
    assert [(one[3], one[4]) for one in kept] == [(at - 10, 2 * at) for at in range(21)]
    assert [b[0] - a[0] for a, b in zip(kept, kept[1:])] == [1000] * 20
    assert (stroke["tool"], stroke["width"]) == ("pen", 800)
    # Where it was pressed hard it is thick, where it was hardly touched it is thin.
    (x0, y0), (x1, y1) = [(one[0] / 100, one[1] / 100) for one in (kept[0], kept[-1])]
    # Until it is so: the drawing is painted anew when the service has answered.
    screen.wait_for_function(
        """places => {
          const path = document.querySelector(".note-editor").shadowRoot.querySelector("svg[data-ink] path");
          return path && places.map(([x, y]) => path.isPointInFill(new DOMPoint(x, y))).join() === "true,false,true,false";
        }""",
        arg=[[x0, y0 + 1], [x0, y0 + 2], [x1, y1 + 3.5], [x1, y1 + 4.5]],
    )


@shows("T-207")
def test_a_finger_draws_until_a_pen_is_there(page, person):
    note = written(person, "")
    screen = drawing_in(page(PHONE, person=person), person, note)
    finger(screen, (40, 100), (90, 140), (140, 100))
    awaits(person, note, 1)
    pen(screen, (40, 180, 0.5, 0, 0), (140, 180, 0.5, 0, 0))
    awaits(person, note, 2)
    # The palm, or a finger that scrolls.
    finger(screen, (60, 240), (120, 240))
    pen(screen, (40, 220, 0.5, 0, 0), (140, 220, 0.5, 0, 0))
    awaits(person, note, 3)


@shows("T-210")
def test_a_tap_of_two_fingers_changes_the_mode(page, person):
    screen = opened(page(PHONE, person=person), person, written(person, "Line\n" * 8))
    box = screen.get_by_role("textbox", name="Text of the note").bounding_box()
    two = [(box["x"] + 80, box["y"] + 60), (box["x"] + 180, box["y"] + 80)]
    tap(screen, two)
    expect(paper(screen)).to_be_visible()
    tap(screen, two)
    expect(paper(screen)).to_have_count(0)
    tap(screen, two[:1])
    tap(screen, two)
    expect(paper(screen)).to_be_visible()
    # Neither tap has left a stroke.
    expect(drawings(screen)).to_have_count(0)


@shows("T-101", "T-201", "T-211")
def test_ink_stands_in_the_text_without_a_border(page, person):
    words = "The beds by the fence get tomatoes and basil, and beans climb on the strings along the wall in the sun."
    note = written(person, f"# Garden\n\n{words}\n\nThe end")
    screen = drawing_in(page(PHONE, person=person), person, note)
    text = screen.get_by_role("textbox", name="Text of the note")
    line = text.get_by_text("The beds").bounding_box()
    x, y = place(screen, 0, 0)
    second = line["y"] + 1.5 * 28.8 - y
    mouse(screen, (60, second), (100, second + 20), (140, second))
    kept = awaits(person, note, 1)
    ink = f"![ink](ink:{kept['ink'][0]['id']}) "
    # In the middle of the paragraph, between two words; nothing else has changed, no block has begun.
    assert kept["body"].replace(ink, "") == f"# Garden\n\n{words}\n\nThe end"
    before, after = kept["body"].split(ink)
    assert before.endswith(" ") and after[0].isalpha()
    tool(screen, "Draw")
    text.get_by_text("The end").click()
    screen.keyboard.press("End")
    screen.keyboard.type(" of it")
    person.awaits(f"/notes/{note}", lambda answer: answer["body"].endswith("The end of it") and ink in answer["body"])
    look = drawings(screen).evaluate(
        "(one) => { const s = getComputedStyle(one); return [s.borderStyle, s.boxShadow, s.outlineStyle, s.backgroundColor, s.display] }"
    )
    assert look == ["none", "none", "none", "rgba(0, 0, 0, 0)", "inline-block"]
    # Words of the same paragraph stand beside it.
    lines = drawings(screen).evaluate(
        "(one) => { const r = document.createRange(), b = one.getBoundingClientRect(); r.selectNodeContents(one.closest('.cm-line'));"
        " return [...r.getClientRects()].some((c) => c.left >= b.right - 1 && c.top < b.bottom && c.bottom > b.top && c.width > 20) }"
    )
    assert lines


@shows("B-103")
def test_pens_and_colours_are_kept_and_painted(page, person):
    note = written(person, "")
    screen = drawing_in(page(person=person, color_scheme="dark"), person, note)
    chosen = [("Pen", "Blue", "Fine"), ("Pencil", "Green", "Medium"), ("Highlighter", "Yellow", "Medium"), ("Pen", "Black", "Thick")]
    for at, names in enumerate(chosen):
        for name in names:
            tool(screen, name)
        mouse(screen, (40, 40 + 40 * at), (200, 40 + 40 * at))
        kept = awaits(person, note, at + 1)
    found = [(one["tool"], f"{one['colour']:08x}", one["width"]) for one in kept["ink"][0]["strokes"]]
    assert found == [
        ("pen", "1f5faeff", 200),
        ("pencil", "2e6b2eb0", 300),
        ("highlighter", "e3c34d5c", 2000),
        ("pen", "24221fff", 800),
    ]
    # What is highlighted lies beneath; black ink is light on dark paper, dark on light paper.
    paths = screen.locator("svg[data-ink] path")
    expect(paths).to_have_count(4)
    for at, fill in enumerate(["rgb(233, 210, 122)", "rgb(134, 183, 242)", "rgb(133, 201, 133)", "rgb(222, 219, 213)"]):
        expect(paths.nth(at)).to_have_css("fill", fill)
    screen.emulate_media(color_scheme="light")
    expect(paths.nth(3)).to_have_css("fill", "rgb(36, 34, 31)")
    # The device remembers what was chosen.
    screen.reload()
    screen.get_by_role("button", name="Draw", exact=True).click()
    expect(screen.get_by_role("button", name="Thick", exact=True)).to_have_attribute("aria-pressed", "true")


@shows("B-101")
def test_the_eraser_takes_whole_strokes_or_parts(page, person):
    note = written(person, "")
    screen = drawing_in(page(person=person), person, note)
    mouse(screen, (40, 60), (340, 60))
    mouse(screen, (40, 140), (340, 140))
    lines = awaits(person, note, 2)["ink"][0]["strokes"]
    tool(screen, "Erase strokes")
    mouse(screen, (190, 100), (190, 160))
    kept = awaits(person, note, 1)["ink"][0]["strokes"]
    assert [one["id"] for one in kept] == [lines[0]["id"]]
    screen.keyboard.press("Control+z")
    awaits(person, note, 2)
    tool(screen, "Erase parts")
    mouse(screen, (190, 20), (190, 100))
    kept = awaits(person, note, 3)["ink"][0]["strokes"]
    left, right = [points(one) for one in kept if one["id"] != lines[1]["id"]]
    ends = points(lines[0])[0], points(lines[0])[-1]
    assert (left[0], right[-1]) == ends
    assert 1800 < right[0][0] - left[-1][0] < 3200
    expect(drawings(screen)).to_have_accessible_name("Drawing, 3 strokes")
    screen.keyboard.press("Control+z")
    kept = awaits(person, note, 2)["ink"][0]["strokes"]
    assert sorted(one["id"] for one in kept) == sorted(one["id"] for one in lines)
    expect(drawings(screen)).to_have_accessible_name("Drawing, 2 strokes")


@shows("B-102")
def test_the_lasso_selects_moves_scales_and_copies(page, person):
    note = written(person, "")
    screen = drawing_in(page(person=person), person, note)
    mouse(screen, (60, 60), (160, 60))
    mouse(screen, (60, 160), (260, 160))
    first, second = awaits(person, note, 2)["ink"][0]["strokes"]
    start = points(first)
    tool(screen, "Select")
    mouse(screen, (40, 40), (200, 40), (200, 90), (40, 90), (40, 45))
    group = screen.get_by_role("group", name="1 stroke selected")
    expect(group).to_be_focused()

    def others(count: int) -> list[dict]:
        def holds(answer: dict) -> bool:
            now = [one["id"] for one in answer["ink"][0]["strokes"]]
            return len(now) == count + 1 and not seen.issuperset(now)

        strokes = person.awaits(f"/notes/{note}", holds)["ink"][0]["strokes"]
        seen.update(one["id"] for one in strokes)
        return [one for one in strokes if one["id"] != second["id"]]

    seen = {first["id"], second["id"]}
    # By the pointer …
    box = group.bounding_box()
    screen.mouse.move(box["x"] + 30, box["y"] + 8)
    screen.mouse.down()
    screen.mouse.move(box["x"] + 70, box["y"] + 28, steps=4)
    screen.mouse.up()
    (moved,) = others(1)
    assert [(a[0] + 4000, a[1] + 2000) for a in start] == [(b[0], b[1]) for b in points(moved)]
    assert [a[2:] for a in start] == [b[2:] for b in points(moved)]
    # … and by keys.
    screen.keyboard.press("ArrowRight")
    (moved,) = others(1)
    assert points(moved)[0][0] == start[0][0] + 4800
    screen.keyboard.press("+")
    (larger,) = others(1)
    assert points(larger)[-1][0] - points(larger)[0][0] == pytest.approx(1.25 * (start[-1][0] - start[0][0]), abs=3)
    assert larger["width"] == first["width"] * 1.25
    screen.get_by_role("button", name="Copy", exact=True).click()
    copies = others(2)
    assert [(a[0] + 1600, a[1] + 1600) for a in points(copies[0])] == [(b[0], b[1]) for b in points(copies[1])]
    expect(screen.get_by_role("status", name="What was just done")).to_contain_text("1 stroke copied")
    expect(group).to_be_focused()
    screen.keyboard.press("Delete")
    awaits(person, note, 2)
    screen.get_by_role("status", name="What was just done").get_by_role("button", name="Undo").click()
    expect(drawings(screen)).to_have_accessible_name("Drawing, 3 strokes")
    # By the corner.
    paper(screen).focus()
    screen.keyboard.press("Control+a")
    group = screen.get_by_role("group", name="3 strokes selected")
    box = group.bounding_box()
    screen.mouse.move(box["x"] + box["width"], box["y"] + box["height"])
    screen.mouse.down()
    screen.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
    screen.mouse.up()
    person.awaits(f"/notes/{note}", lambda answer: min(one["width"] for one in answer["ink"][0]["strokes"]) < 250)


def test_what_is_drawn_offline_is_kept_when_the_network_is_back(page, person):
    note = written(person, "Before")
    screen = drawing_in(page(person=person), person, note)
    mouse(screen, (40, 120), (200, 120))
    awaits(person, note, 1)
    with offline(screen):
        mouse(screen, (40, 160), (200, 160))
        mouse(screen, (40, 200), (200, 200))
        expect(drawings(screen)).to_have_accessible_name("Drawing, 3 strokes")
        screen.keyboard.press("Control+z")
        expect(drawings(screen)).to_have_accessible_name("Drawing, 2 strokes")
        assert len(held(person, note)["ink"][0]["strokes"]) == 1
    awaits(person, note, 2)
    screen.reload()
    expect(drawings(screen)).to_have_accessible_name("Drawing, 2 strokes")


@shows("T-504")
def test_what_two_devices_wrote_and_drew_apart_is_together_when_they_meet(page, person):
    note = written(person, "Flour and water.\n")
    screen = drawing_in(page(person=person), person, note)
    mouse(screen, (40, 120), (200, 120))
    ink = awaits(person, note, 1)["ink"][0]
    tool(screen, "Draw")
    parents = held(person, note)["parents"]
    with offline(screen):
        text = screen.get_by_role("textbox", name="Text of the note")
        text.press("Control+Home")
        screen.keyboard.press("Control+Shift+ArrowRight")
        screen.keyboard.type("Rye")
        screen.get_by_role("button", name="Draw", exact=True).click()
        mouse(screen, (40, 160), (200, 160))
        expect(drawings(screen)).to_have_accessible_name("Drawing, 2 strokes")
        # Another device replaces the same word, erases the first stroke and draws one of its own.
        runs = [{"position": 0, "deleteCount": 5, "insertion": "Wheat"}]
        stroke = {**ink["strokes"][0], "id": str(uuid.uuid4())}
        does(
            person,
            {"type": "notes.editNote", "note": note, "edit": {"parents": parents, "runs": runs}},
            {"type": "notes.eraseStrokes", "note": note, "ink": ink["id"], "strokes": [ink["strokes"][0]["id"]]},
            {"type": "notes.addStrokes", "note": note, "ink": ink["id"], "strokes": [stroke]},
        )
    both = awaits(person, note, 2)
    kept = {one["id"] for one in both["ink"][0]["strokes"]}
    assert stroke["id"] in kept and ink["strokes"][0]["id"] not in kept
    person.awaits(f"/notes/{note}", lambda answer: "Rye" in answer["body"] and "Wheat" in answer["body"])
    assert "Flour" not in held(person, note)["body"]
    expect(screen.get_by_role("button", name="Compare")).to_be_visible()


def test_strokes_of_another_device_are_shown_while_one_draws(page, person):
    note = written(person, "")
    screen = drawing_in(page(person=person), person, note)
    mouse(screen, (40, 60), (200, 60))
    ink = awaits(person, note, 1)["ink"][0]
    stroke = {**ink["strokes"][0], "id": str(uuid.uuid4())}
    does(person, {"type": "notes.addStrokes", "note": note, "ink": ink["id"], "strokes": [stroke]})
    expect(drawings(screen)).to_have_accessible_name("Drawing, 2 strokes")
    mouse(screen, (40, 100), (200, 100))
    awaits(person, note, 3)


def test_a_new_note_may_begin_with_a_drawing(page, person):
    screen = page(person=person)
    screen.goto(f"/w/{person.workspace}/notes")
    screen.get_by_role("button", name=re.compile("New note|Write a note")).first.click()
    screen.get_by_role("button", name="Draw", exact=True).click()
    mouse(screen, (40, 60), (200, 60))
    mouse(screen, (40, 100), (200, 100))
    (line,) = person.awaits("/notes", lambda answer: len(answer["notes"]) == 1)["notes"]
    awaits(person, line["id"], 2)


def test_drawings_are_seen_when_reading(page, person):
    note = written(person, "Before")
    screen = drawing_in(page(person=person), person, note)
    mouse(screen, (40, 120), (200, 120))
    awaits(person, note, 1)
    screen.get_by_role("button", name="Read", exact=True).click()
    seen = screen.get_by_role("article").get_by_role("img", name="Drawing, 1 stroke")
    expect(seen.locator("path")).to_have_count(1)


@pytest.mark.parametrize("width, scheme", [(PHONE, "light"), (TABLET, "dark"), (DESKTOP, "light")])
def test_drawing_is_accessible(page, person, axe, width, scheme):
    note = written(person, "# Garden\n\nBefore")
    screen = drawing_in(page(width, person=person, color_scheme=scheme), person, note)
    mouse(screen, (40, 160), (200, 180))
    awaits(person, note, 1)
    axe(screen)
    small = screen.get_by_role("toolbar", name="Drawing tools").get_by_role("button").evaluate_all(
        "(all) => all.map((one) => one.getBoundingClientRect()).filter((box) => box.width < 44 || box.height < 44).length"
    )
    assert small == 0
    paper(screen).focus()
    screen.keyboard.press("Control+a")
    expect(screen.get_by_role("group", name="1 stroke selected")).to_be_visible()
    axe(screen)
    screen.keyboard.press("Escape")
    screen.keyboard.press("Escape")
    expect(paper(screen)).to_have_count(0)
    axe(screen)
