"""Text read for a person: handwriting in drawings, pages that were photographed, recordings. Nothing is read unasked, and nothing used."""

import os
import pathlib
import re
import subprocess
import threading
import uuid

import pytest
from playwright.sync_api import expect

from harness import DESKTOP, PHONE, TABLET, Person, Service, frames, shows
from test_attaching import attach, png
from test_drawing import does, drawing_in, mouse, opened
from test_shell import SIDEWAYS, SMALL_TARGETS

MODELS = pathlib.Path(os.environ.get("DAYBOOK_MODELS", "/nonexistent"))


def needs(*files: str):
    """A test of models themselves: `Tools/test` installs them, and names their folder."""
    missing = [name for name in files if not (MODELS / name).exists()]
    return pytest.mark.skipif(bool(missing), reason=f"{missing} is not installed in $DAYBOOK_MODELS")


@pytest.fixture(scope="module")
def service():
    """A service with the models that are installed here."""
    service = Service(intelligence_models=str(MODELS))
    yield service
    service.close()


@pytest.fixture
def bare(request):
    """Somebody at a service without any model."""
    service = Service()
    request.addfinalizer(service.close)
    return Person(service)


# Letters as straight strokes, in points of a letter 20 wide and 30 high.
LETTERS = {
    "H": [[(0, 0), (0, 30)], [(16, 0), (16, 30)], [(0, 15), (16, 15)]],
    "T": [[(0, 0), (18, 0)], [(9, 0), (9, 30)]],
    "A": [[(0, 30), (9, 0), (18, 30)], [(4, 19), (14, 19)]],
    "M": [[(0, 30), (2, 0), (10, 20), (18, 0), (20, 30)]],
    "I": [[(4, 0), (4, 30)]],
    "L": [[(0, 0), (0, 30), (14, 30)]],
    "K": [[(0, 0), (0, 30)], [(14, 0), (0, 16), (15, 30)]],
}


def packed(points) -> str:
    """Points of a stroke as the journal has them."""
    data, last = bytearray([1]), [0] * 6
    for time, (x, y) in enumerate(points):
        now = [x * 100, y * 100, 30_000, 0, 0, time]
        for value in (a - b for a, b in zip(now, last)):
            rest = value * 2 if value >= 0 else -value * 2 - 1
            while rest > 127:
                data.append(rest & 127 | 128)
                rest >>= 7
            data.append(rest)
        last = now
    return data.hex()


def drawn(person: Person, *lines: str) -> tuple[str, str, list[list[str]]]:
    """A note with words drawn into it. @returns the note, the drawing, and the strokes of each line."""
    note, ink, strokes, ids = str(uuid.uuid4()), str(uuid.uuid4()), [], []
    for row, line in enumerate(lines):
        ids.append([])
        for column, letter in enumerate(line):
            for stroke in LETTERS[letter]:
                ids[row].append(str(uuid.uuid4()))
                points = packed([(x + column * 26 + 10, y + row * 70 + 10) for x, y in stroke])
                strokes.append({"id": ids[row][-1], "tool": "pen", "colour": 0x24221FFF, "width": 150, "points": points})
    does(person, {"type": "notes.createNote", "note": note, "title": "By hand", "body": ""})
    parents = person.views(f"/notes/{note}")["parents"]
    anchor = {"parents": parents, "runs": [{"position": 0, "deleteCount": 0, "insertion": f"![ink](ink:{ink})\n"}]}
    does(person, {"type": "notes.addInk", "note": note, "ink": ink, "edit": anchor, "strokes": strokes})
    return note, ink, ids


def dialog(visit):
    return visit.get_by_role("dialog", name="Handwriting")


def ask_for_handwriting(visit):
    visit.get_by_role("button", name="More for this note").click()
    visit.get_by_role("menuitem", name="Recognize handwriting…").click()
    expect(dialog(visit)).to_be_visible()


def found_strokes(visit) -> list[str]:
    """The strokes that are marked, by their ids."""
    return visit.evaluate(
        """() => [...document.querySelector('.note-editor').shadowRoot.querySelectorAll('[data-found]')].map(
            (path) => path.dataset.stroke)"""
    )


@shows("T-104", "N-010")
@needs("PP-OCRv6_rec_small.onnx")
def test_handwriting_is_read_when_asked_for_kept_beside_the_drawing_and_found(page, person, axe):
    note, ink, ids = drawn(person, "MILK", "HAT")
    visit = opened(page(PHONE, person=person), person, note)
    ask_for_handwriting(visit)
    expect(dialog(visit).get_by_text("Not read yet.")).to_be_visible()
    assert "recognised" not in person.views(f"/notes/{note}")["ink"][0]
    axe(visit)
    assert visit.evaluate(SMALL_TARGETS) == []
    dialog(visit).get_by_role("button", name="Recognize handwriting").click()
    expect(dialog(visit).get_by_text(re.compile("^milk\\s+hat$", re.I))).to_be_visible()
    [kept] = person.views(f"/notes/{note}")["ink"]
    assert kept["recognised"]["text"].upper() == "MILK\nHAT" and len(kept["strokes"]) == len(sum(ids, []))
    expect(dialog(visit).get_by_role("button", name="Recognize handwriting")).to_have_count(0)
    axe(visit)
    dialog(visit).get_by_role("button", name="Insert as text").click()
    person.awaits(f"/notes/{note}", lambda shown: re.search(rf"ink:{ink}\)\nmilk\nhat", shown["body"], re.I))
    visit.goto(f"/w/{person.workspace}/search?q=milk")
    visit.get_by_role("main").get_by_role("link", name=re.compile("milk", re.I)).last.click()
    expect(visit.get_by_role("textbox", name="Text of the note")).to_be_visible()


def write(visit, word: str) -> None:
    """A word in large letters, by mouse, on the sheet of the writing pad."""
    box = visit.get_by_role("application", name="Sheet to write on").bounding_box()
    for column, letter in enumerate(word):
        for stroke in LETTERS[letter]:
            places = [(box["x"] + 20 + column * 52 + x * 2, box["y"] + 60 + y * 2) for x, y in stroke]
            visit.mouse.move(*places[0])
            visit.mouse.down()
            for place in places[1:]:
                visit.mouse.move(*place, steps=4)
            visit.mouse.up()


def card_of(person: Person) -> tuple[str, str]:
    """A card of a new board, and the address that shows it."""
    board, column, card = (str(uuid.uuid4()) for _ in range(3))
    columns = [{"id": column, "name": "To do"}]
    does(person, {"type": "boards.openBoard", "board": board, "title": "House", "columns": columns})
    does(person, {"type": "boards.addCard", "card": card, "column": column, "title": "Shop", "description": "For Sunday:"})
    return card, f"{person.home}/boards/{board}/cards/{card}"


@shows("P-306")
@needs("PP-OCRv6_rec_small.onnx")
def test_a_pen_writes_the_description_and_the_comments_of_a_card(page, person, axe):
    card, address = card_of(person)
    visit = page(PHONE, person=person)
    visit.goto(address)
    pad = visit.get_by_role("dialog", name="Write the description by hand")
    visit.get_by_role("button", name="Write the description by hand").click()
    sheet = pad.get_by_role("application", name="Sheet to write on")
    expect(sheet).to_be_focused()
    write(visit, "HAT")
    strokes = sheet.locator("svg > path")
    expect(strokes).to_have_count(sum(len(LETTERS[letter]) for letter in "HAT"))
    axe(visit)
    assert visit.evaluate(SMALL_TARGETS) == [] and visit.evaluate(SIDEWAYS) == 0
    # A stroke that went wrong is taken back, by key and by button; closed and opened again, all is still there.
    visit.keyboard.press("Control+z")
    expect(strokes).to_have_count(6)
    pad.get_by_role("button", name="Undo stroke").click()
    expect(strokes).to_have_count(5)
    pad.get_by_role("button", name="Clear").click()
    expect(strokes).to_have_count(0)
    write(visit, "MILK")
    # Escape closes the sheet alone, and a choice of files that was cancelled closes nothing.
    visit.keyboard.press("Escape")
    expect(pad).to_have_count(0)
    visit.locator(".inspector input[type=file]").dispatch_event("cancel")
    visit.get_by_role("button", name="Write the description by hand").click()
    expect(strokes).to_have_count(sum(len(LETTERS[letter]) for letter in "MILK"))
    pad.get_by_role("button", name="Insert as text").click()
    expect(pad).to_have_count(0)
    person.awaits(f"/cards/{card}", lambda shown: shown["description"].lower() == "for sunday:\nmilk")
    # What was put in is gone from the sheet; a comment is written in the same way, and said when its writer says so.
    visit.get_by_role("button", name="Write a comment by hand").click()
    expect(strokes).to_have_count(0)
    write(visit, "HAT")
    visit.get_by_role("button", name="Insert as text").click()
    expect(visit.get_by_label("New comment")).to_have_value(re.compile("^hat$", re.I))
    assert person.views(f"/cards/{card}")["comments"] == []
    visit.get_by_role("button", name="Comment", exact=True).click()
    person.awaits(f"/cards/{card}", lambda shown: [one["text"].lower() for one in shown["comments"]] == ["hat"])


@shows("P-306")
def test_what_a_pen_wrote_stays_on_its_sheet_where_nothing_can_read_it(page, bare, axe):
    _, address = card_of(bare)
    visit = page(PHONE, person=bare)
    visit.goto(address)
    visit.get_by_role("button", name="Write the description by hand").click()
    pad = visit.get_by_role("dialog", name="Write the description by hand")
    write(visit, "HAT")
    pad.get_by_role("button", name="Insert as text").click()
    expect(pad.get_by_text("What you wrote stays here.")).to_be_visible()
    axe(visit)
    expect(pad.get_by_role("application", name="Sheet to write on").locator("svg > path")).to_have_count(7)
    expect(pad.get_by_role("button", name="Try again")).to_be_visible()


@shows("T-104")
@pytest.mark.parametrize("sought", ["quince", "quinze"])
def test_a_hit_in_handwriting_marks_its_strokes_even_where_a_letter_differs(page, person, axe, sought):
    note, ink, ids = drawn(person, "MILK", "HAT")
    box = {"left": 800, "top": 7_800, "width": 8_000, "height": 3_400, "confidence": 900, "others": []}
    first = {**box, "top": 800, "width": 11_000}
    state = person.views(f"/notes/{note}")["ink"][0]["state"]
    recognition = {"text": "milk\nquince", "recogniser": "Scribble", "version": "3", "state": state, "lines": [first, box]}
    does(person, {"type": "notes.recogniseInk", "note": note, "ink": ink, "recognition": recognition})
    visit = page(DESKTOP, person=person)
    visit.goto(f"/w/{person.workspace}/search?q={sought}")
    visit.locator(".hit-passage").get_by_role("link", name="quince").click()
    expect(visit.get_by_role("textbox", name="Text of the note")).to_be_visible()
    visit.wait_for_function("() => document.querySelector('.note-editor').shadowRoot.querySelector('[data-mark]')")
    assert sorted(found_strokes(visit)) == sorted(ids[1])
    assert visit.evaluate(
        """() => { const box = document.querySelector('.note-editor').shadowRoot.querySelector('[data-mark]').getBoundingClientRect();
            return box.top >= 0 && box.bottom <= innerHeight; }"""
    )
    axe(visit)
    # Somebody who draws sees their ink alone.
    visit.get_by_role("button", name="Draw", exact=True).click()
    expect(visit.get_by_role("application", name="Paper to draw on")).to_be_visible()
    assert found_strokes(visit) == []


def test_handwriting_that_was_drawn_on_since_is_said_and_reading_it_is_ended_by_a_press(page, person):
    note, ink, _ = drawn(person, "MILK")
    state = person.views(f"/notes/{note}")["ink"][0]["state"]
    recognition = {"text": "milk", "recogniser": "Scribble", "version": "3", "state": state}
    does(person, {"type": "notes.recogniseInk", "note": note, "ink": ink, "recognition": recognition})
    visit = drawing_in(page(DESKTOP, person=person), person, note)
    mouse(visit, (30, 80), (90, 80))
    visit.get_by_role("toolbar", name="Drawing tools").get_by_role("button", name="Recognize handwriting").click()
    expect(dialog(visit).get_by_text("Something was drawn or erased since it was read.")).to_be_visible()
    asked = threading.Event()
    visit.route("**/recognitions", lambda _: asked.set())
    dialog(visit).get_by_role("button", name="Recognize handwriting").click()
    expect(dialog(visit).get_by_role("status").filter(has_text="Reading the handwriting…")).to_be_visible()
    dialog(visit).get_by_role("button", name="Cancel").click()
    expect(dialog(visit).get_by_role("button", name="Recognize handwriting")).to_be_visible()
    expect(dialog(visit).get_by_text("milk", exact=True)).to_be_visible()
    # The service may still be at what was cancelled: it is asked once more then, and nobody is told.
    busy = {"name": "reading", "detail": "something of yours is being read; send the next one after it"}
    answers = [{"status": 429, "json": busy}, {"json": {"drawings": []}}]
    visit.unroute("**/recognitions")
    visit.route("**/recognitions", lambda route: route.fulfill(**answers.pop(0)))
    dialog(visit).get_by_role("button", name="Recognize handwriting").click()
    expect(dialog(visit).get_by_role("button", name="Cancel")).to_have_count(0)
    expect(dialog(visit).get_by_text("Something of yours")).to_have_count(0)
    assert answers == []


def test_without_a_model_one_sentence_says_which_is_missing_and_all_stays_as_it_is(page, bare, axe):
    note, _, ids = drawn(bare, "HAT")
    visit = page(PHONE, person=bare)
    visit.goto(f"{bare.home}/notes/{note}")
    ask_for_handwriting(visit)
    dialog(visit).get_by_role("button", name="Recognize handwriting").click()
    expect(dialog(visit).get_by_text("The model “handwriting” is not installed here")).to_contain_text(
        "`daybook models install handwriting`. Your drawings stay as they are."
    )
    axe(visit)
    [kept] = bare.views(f"/notes/{note}")["ink"]
    assert "recognised" not in kept and len(kept["strokes"]) == len(ids[0])
    dialog(visit).get_by_role("button", name="Close").click()
    attach(visit, {"name": "Page.png", "mimeType": "image/png", "buffer": png()})
    visit.get_by_role("button", name="Read the text in Page.png").click()
    expect(visit.get_by_text("The model “pages” is not installed here")).to_contain_text("The picture stays as it is.")
    axe(visit)


@pytest.fixture(scope="module")
def printed(tmp_path_factory) -> bytes:
    """A page with two printed lines."""
    folder = tmp_path_factory.mktemp("page")
    for words in (
        ["text", folder / "a.v", "Two loaves of bread\nand some salt", "--dpi", "220"],
        ["embed", folder / "a.v", folder / "b.v", "60", "60", "900", "400"],
        ["invert", folder / "b.v", folder / "page.png"],
    ):
        subprocess.run(["/usr/bin/vips", *map(str, words)], check=True)
    return (folder / "page.png").read_bytes()


@needs("PP-OCRv6_det_small.onnx", "PP-OCRv6_rec_small.onnx")
def test_the_text_in_a_picture_is_read_corrected_and_only_then_inserted(page, person, axe, printed):
    note = str(uuid.uuid4())
    does(person, {"type": "notes.createNote", "note": note, "title": "Shopping", "body": "To buy:"})
    visit = opened(page(TABLET, person=person), person, note)
    attach(visit, {"name": "Page.png", "mimeType": "image/png", "buffer": printed})
    visit.get_by_role("button", name="Read the text in Page.png").click()
    text = visit.get_by_role("dialog", name="Text in the picture").get_by_role("textbox", name="Text")
    expect(text).to_have_value("Two loaves of bread\nand some salt")
    axe(visit)
    assert visit.evaluate(SMALL_TARGETS) == [] and visit.evaluate(SIDEWAYS) <= 0
    assert person.views(f"/notes/{note}")["body"] == "To buy:"
    # What was read is kept beside the picture: its lines are framed, and it is there at once the next time.
    [kept] = person.views(f"/notes/{note}")["files"]
    assert kept["read"]["text"] == "Two loaves of bread\nand some salt"
    expect(visit.locator(".reading-lines > rect")).to_have_count(2)
    text.fill("Three loaves of bread")
    visit.get_by_role("button", name="Insert", exact=True).click()
    person.awaits(f"/notes/{note}", lambda shown: "Three loaves of bread" in shown["body"] and "salt" not in shown["body"])


@shows("T-104", "N-010")
def test_a_hit_in_the_text_of_a_picture_opens_it_with_its_line_marked(page, person, axe):
    note = str(uuid.uuid4())
    does(person, {"type": "notes.createNote", "note": note, "title": "Recipes", "body": ""})
    visit = opened(page(PHONE, person=person), person, note)
    attach(visit, {"name": "Page.png", "mimeType": "image/png", "buffer": png()})
    [attached] = person.awaits(f"/notes/{note}", lambda shown: shown["files"])["files"]
    line = {"left": 10, "width": 200, "height": 18, "confidence": 900}
    text = {"text": "Two quinces\nand rye", "reader": "Reader", "version": "1", "width": 400, "height": 300}
    text["lines"] = [{**line, "top": 20}, {**line, "top": 60}]
    does(person, {"type": "notes.readFile", "attachment": attached["id"], "text": text})
    # A letter may differ.
    visit.goto(f"/w/{person.workspace}/search?q=quimces")
    hit = visit.get_by_role("main").get_by_role("link", name=re.compile("quinces")).last
    expect(hit).to_be_visible()
    hit.click()
    shown = visit.get_by_role("dialog", name="Text in the picture")
    expect(shown.get_by_role("textbox", name="Text")).to_have_value("Two quinces\nand rye")
    assert visit.evaluate(
        "() => [...document.querySelectorAll('.reading-lines > rect')].map((line) => line.hasAttribute('data-found'))"
    ) == [True, False]
    axe(visit)
    assert visit.evaluate(SMALL_TARGETS) == [] and visit.evaluate(SIDEWAYS) <= 0


def test_similar_notes_are_found_and_folders_of_its_like_are_offered_where_a_note_is_moved(page, person, axe):
    [folder, note, other] = [str(uuid.uuid4()) for _ in range(3)]
    does(
        person,
        {"type": "notes.createFolder", "folder": folder, "name": "Kitchen"},
        {"type": "notes.createNote", "note": note, "title": "Bread", "body": "flour"},
        {"type": "notes.createNote", "note": other, "title": "Rolls", "body": "flour", "folder": folder},
    )
    visit = opened(page(PHONE, person=person), person, note)
    found = {
        "note": {"things": [{"kind": "note", "id": other, "path": "Kitchen/Rolls", "likeness": 812}], "rest": 3},
        "folder": {"things": [{"kind": "folder", "id": folder, "path": "Kitchen", "likeness": 812}], "rest": 0},
    }
    asked = []

    def answer(route):
        asked.append(route.request.post_data_json)
        route.fulfill(json=found[route.request.post_data_json["kind"]])

    visit.route("**/similar", answer)
    visit.get_by_role("button", name="More for this note").click()
    assert asked == []
    visit.get_by_role("menuitem", name="Similar notes…").click()
    shown = visit.get_by_role("dialog", name="Similar notes")
    link = shown.get_by_role("link", name="Kitchen › Rolls 81 % alike")
    expect(link).to_be_visible()
    expect(shown.get_by_text("3 more notes were not compared yet.")).to_be_visible()
    axe(visit)
    assert visit.evaluate(SMALL_TARGETS) == [] and visit.evaluate(SIDEWAYS) <= 0
    link.click()
    expect(visit).to_have_url(re.compile(f"/notes/{other}"))
    visit.go_back()
    visit.get_by_role("button", name="More for this note").click()
    visit.get_by_role("menuitem", name="Move to…").click()
    offered = visit.get_by_role("list", name="Suggested folders").get_by_role("button", name="Kitchen")
    expect(offered).to_be_visible()
    axe(visit)
    offered.click()
    person.awaits(f"/notes/{note}", lambda shown: shown["folder"] == folder)


def test_without_a_model_moving_goes_on_as_ever_and_looking_for_similar_notes_says_why_not(page, bare):
    note = str(uuid.uuid4())
    does(bare, {"type": "notes.createNote", "note": note, "title": "Bread", "body": "flour"})
    visit = page(DESKTOP, person=bare)
    visit.goto(f"{bare.home}/notes/{note}")
    visit.get_by_role("button", name="More for this note").click()
    visit.get_by_role("menuitem", name="Similar notes…").click()
    expect(visit.get_by_text("The model “similar” is not installed here")).to_be_visible()
    visit.get_by_role("button", name="Close").click()
    visit.get_by_role("button", name="More for this note").click()
    visit.get_by_role("menuitem", name="Move to…").click()
    expect(visit.get_by_role("list", name="Folders").get_by_role("button", name="No folder")).to_be_visible()
    expect(visit.get_by_role("list", name="Suggested folders")).to_have_count(0)


@needs("PP-OCRv6_det_small.onnx", "PP-OCRv6_rec_small.onnx")
def test_the_text_in_a_picture_of_an_item_is_added_to_its_words(page, person, printed):
    item = str(uuid.uuid4())
    does(person, {"type": "capture.captureItem", "item": item, "content": "Shopping", "captured": "2026-11-20T09:00:00Z"})
    visit = page(DESKTOP, person=person)
    visit.goto(f"{person.home}/inbox/items/{item}")
    attach(visit, {"name": "Page.png", "mimeType": "image/png", "buffer": printed})
    visit.get_by_role("button", name="Read the text in Page.png").click()
    expect(visit.get_by_role("textbox", name="Text")).to_have_value(re.compile("Two loaves"), timeout=60_000)
    visit.get_by_role("button", name="Insert", exact=True).click()
    person.awaits(f"/items/{item}", lambda shown: shown["content"] == "Shopping\nTwo loaves of bread\nand some salt")


@pytest.fixture(scope="module")
def said(tmp_path_factory) -> bytes:
    """A recording of one sentence."""
    path = tmp_path_factory.mktemp("said") / "said.wav"
    words = ["-v", "en-us", "-s", "140", "-w", str(path), "Find the lecture about photosynthesis"]
    subprocess.run(["/usr/bin/espeak-ng", *words], check=True)
    return path.read_bytes()


@shows("O-108")
@needs("whisper-tiny.en.bin")
@pytest.mark.skipif(not os.path.exists("/usr/bin/espeak-ng"), reason="espeak-ng is not installed")
def test_a_recording_is_written_down_and_corrected_before_it_is_used(page, person, axe, said):
    note = str(uuid.uuid4())
    does(person, {"type": "notes.createNote", "note": note, "title": "Ideas", "body": ""})
    visit = opened(page(DESKTOP, person=person), person, note)
    attach(visit, {"name": "Thought.wav", "mimeType": "audio/wav", "buffer": said})
    visit.get_by_role("button", name="Write down what is said in Thought.wav").click()
    spoken = visit.get_by_role("dialog", name="What is said")
    expect(spoken.get_by_label("Play Thought.wav")).to_be_visible()
    axe(visit)
    spoken.get_by_role("combobox", name="Language").select_option("de")
    spoken.get_by_role("button", name="Write it down").click()
    expect(spoken.get_by_text("The model “speech” is not installed here")).to_contain_text("The recording stays as it is.")
    spoken.get_by_role("combobox", name="Language").select_option("en")
    spoken.get_by_role("button", name="Write it down").click()
    text = spoken.get_by_role("textbox", name="Text")
    expect(text).to_have_value(re.compile("lecture about", re.I))
    frames(visit)
    assert person.views(f"/notes/{note}")["body"] == ""
    axe(visit)
    text.fill("Find the lecture about light")
    spoken.get_by_role("button", name="Insert", exact=True).click()
    person.awaits(f"/notes/{note}", lambda shown: "about light" in shown["body"])
