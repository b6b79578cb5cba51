"""Files on notes, cards and items: attached by button, drop and paste, seen, downloaded, removed; and what happens without a network."""

import base64
import re
import struct
import uuid
import zlib

import pytest
from playwright.sync_api import expect

from harness import DESKTOP, PHONE, TABLET, offline, shows


def png(width=64, height=48, colour=(22, 95, 79)) -> bytes:
    """A picture of one colour."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + bytes(colour) * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


# The device has its own replica from here on.
READY = "() => performance.getEntriesByName('daybook replica ready').length > 0"
MENU = {"name": "Menu.txt", "mimeType": "text/plain", "buffer": b"soup, bread, cheese"}
SEA = {"name": "The sea.png", "mimeType": "image/png", "buffer": png()}


@pytest.fixture
def things(person):
    """A note, a card on a board, and an item."""
    note, board, column, card, item = (str(uuid.uuid4()) for _ in range(5))
    commands = (
        {"type": "notes.createNote", "note": note, "title": "Supper", "body": "For eight."},
        {"type": "boards.openBoard", "board": board, "title": "House", "columns": [{"id": column, "name": "To do"}]},
        {"type": "boards.addCard", "card": card, "column": column, "title": "Cook"},
        {"type": "capture.captureItem", "item": item, "content": "Ask the neighbours", "captured": "2026-11-20T09:00:00Z"},
    )
    answer = person.sends(*({"sequence": at, "command": command} for at, command in enumerate(commands, 1)))
    assert all(result["status"] == 200 for result in answer["results"]), answer
    return {
        "note": (f"/notes/{note}", f"/notes/{note}"),
        "card": (f"/boards/{board}/cards/{card}", f"/cards/{card}"),
        "item": (f"/inbox/items/{item}", f"/items/{item}"),
    }


def hand_over(page, selector, kind, file):
    """Drops or pastes a file onto what `selector` finds, as the browser does when a person does."""
    page.evaluate(
        """([selector, kind, name, type, bytes]) => {
            let at = document.querySelector(selector);
            while (at.shadowRoot) at = at.shadowRoot.querySelector(".cm-content");
            const data = new DataTransfer();
            data.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], name, { type }));
            const all = { bubbles: true, cancelable: true, composed: true };
            if (kind === "paste") at.dispatchEvent(new ClipboardEvent("paste", { ...all, clipboardData: data }));
            else for (const type of ["dragenter", "dragover", "drop"]) at.dispatchEvent(new DragEvent(type, { ...all, dataTransfer: data }));
        }""",
        [selector, kind, file["name"], file["mimeType"], base64.b64encode(file["buffer"]).decode()],
    )


def attach(page, *files):
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Attach files").click()
    chooser.value.set_files(list(files))


@shows("B-04")
@pytest.mark.parametrize("kind", ["note", "card", "item"])
def test_files_are_attached_seen_downloaded_and_removed(page, person, things, axe, kind):
    place, view = things[kind]
    visit = page(DESKTOP, person=person)
    visit.goto(person.home + place)
    attach(visit, MENU, SEA)
    files = visit.get_by_role("list", name="Files")
    expect(files.get_by_role("listitem")).to_have_count(2)
    expect(files).to_contain_text("Menu.txt")
    expect(files).to_contain_text("19 bytes")
    picture = files.locator("img")
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("image => image.naturalWidth") > 0
    kept = person.awaits(view, lambda thing: len(thing["files"]) == 2)["files"]
    assert {(file["name"], file["mediaType"], file["sizeBytes"]) for file in kept} == {
        ("Menu.txt", "text/plain", 19),
        ("The sea.png", "image/png", len(SEA["buffer"])),
    }
    # So it is on another visit: made small by the service.
    visit.reload()
    visit.wait_for_function(READY)
    expect(picture).to_have_attribute("src", re.compile(r"/blobs/[0-9a-f]{64}/thumbnail\?size=160$"))
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("image => image.naturalWidth") > 0
    with visit.expect_download() as download:
        files.get_by_role("link", name="Menu.txt").click()
    assert download.value.suggested_filename == "Menu.txt"
    assert open(download.value.path(), "rb").read() == MENU["buffer"]
    axe(visit)

    files.get_by_role("button", name="Remove Menu.txt").click()
    expect(files.get_by_role("listitem")).to_have_count(1)
    visit.get_by_role("button", name="Undo", exact=True).click()
    expect(files.get_by_role("listitem")).to_have_count(2)
    person.awaits(view, lambda thing: len(thing["files"]) == 2)


@shows("B-04")
@pytest.mark.parametrize(("kind", "target"), [("card", ".files-head"), ("item", ".details textarea")])
@pytest.mark.parametrize("how", ["drop", "paste"])
def test_what_is_dropped_or_pasted_is_attached(page, person, things, kind, target, how):
    place, view = things[kind]
    visit = page(DESKTOP, person=person)
    visit.goto(person.home + place)
    expect(visit.get_by_role("button", name="Attach files")).to_be_visible()
    hand_over(visit, target, how, SEA)
    expect(visit.get_by_role("list", name="Files")).to_contain_text("The sea.png")
    person.awaits(view, lambda thing: len(thing["files"]) == 1)


@shows("B-04")
@pytest.mark.parametrize("how", ["drop", "paste"])
def test_a_picture_stands_in_the_text_where_it_was_put(page, person, things, axe, how):
    place, view = things["note"]
    visit = page(DESKTOP, person=person)
    visit.goto(person.home + place)
    visit.get_by_role("textbox", name="Text of the note").press("ControlOrMeta+End")
    hand_over(visit, ".note-editor", how, SEA)
    seen = visit.get_by_role("img", name="The sea.png")
    expect(seen.locator("img")).to_have_js_property("complete", True)
    note = person.awaits(view, lambda note: "daybook:" in note["body"])
    [file] = note["files"]
    assert note["body"] == f"For eight.\n![The sea.png](daybook:{file['id']})\n"
    # One that comes while somebody types cuts no word: it stands below the line, and they go on where they are.
    held = []
    visit.route("**/uploads", lambda route: held.append(route))
    hand_over(visit, ".note-editor", how, {**SEA, "name": "The shore.png", "buffer": png(80, 70)})
    visit.keyboard.type("Wr")
    visit.wait_for_function("() => document.querySelector('[role=progressbar], progress')")
    for route in held:
        route.continue_()
    expect(visit.get_by_role("img", name="The shore.png")).to_be_visible()
    visit.keyboard.type("ite")
    person.awaits(view, lambda note: re.search(r"\nWrite\n!\[The shore", note["body"]))
    visit.get_by_role("button", name="Read", exact=True).click()
    expect(visit.get_by_role("article").get_by_role("img", name="The sea.png")).to_be_visible()
    axe(visit)


def test_a_picture_begins_a_note(page, person):
    visit = page(DESKTOP, person=person)
    visit.goto(person.home + "/notes/all")
    visit.get_by_role("button", name="New note").first.click()
    expect(visit.get_by_role("textbox", name="Text of the note")).to_be_focused()
    hand_over(visit, ".note-editor", "paste", SEA)
    expect(visit.get_by_role("list", name="Files")).to_contain_text("The sea.png")
    [note] = person.awaits("/notes", lambda all: all["notes"])["notes"]
    person.awaits(f"/notes/{note['id']}", lambda note: len(note["files"]) == 1 and "daybook:" in note["body"])


@shows("B-04")
def test_without_a_network_a_file_says_what_it_needs_and_nothing_is_left(page, person, things):
    place, view = things["note"]
    visit = page(DESKTOP, person=person)
    visit.goto(person.home + place)
    visit.wait_for_function(READY)
    expect(visit.get_by_role("button", name="Attach files")).to_be_visible()
    with offline(visit):
        attach(visit, MENU)
        expect(visit.get_by_role("alert")).to_contain_text("Files need a connection. Nothing was attached")
        expect(visit.get_by_role("list", name="Files")).to_have_count(0)
    visit.get_by_role("button", name="Dismiss").click()
    assert person.views(view)["files"] == []
    attach(visit, MENU)
    expect(visit.get_by_role("list", name="Files")).to_contain_text("Menu.txt")


def test_an_upload_is_cancelled_and_nothing_of_it_is_kept(page, person, things):
    place, view = things["note"]
    visit = page(DESKTOP, person=person)
    held = []
    visit.route("**/uploads/*", lambda route: held.append(route) if route.request.method == "PATCH" else route.continue_())
    visit.goto(person.home + place)
    with visit.expect_request(lambda request: request.method == "PATCH" and "/uploads/" in request.url):
        attach(visit, {"name": "Film.bin", "mimeType": "application/octet-stream", "buffer": b"x" * (5 << 20)})
    expect(visit.get_by_role("progressbar", name="Uploading Film.bin")).to_be_visible()
    with visit.expect_request(lambda request: request.method == "DELETE" and "/uploads/" in request.url):
        visit.get_by_role("button", name="Cancel").click()
        held[0].continue_()
    expect(visit.get_by_role("alert")).to_contain_text("cancelled. Nothing was attached.")
    assert person.views(view)["files"] == []


@pytest.mark.parametrize("width", [PHONE, TABLET])
def test_files_are_touched_and_fit(page, person, things, axe, width):
    visit = page(width, person=person)
    for kind in ("note", "item", "card"):
        visit.goto(person.home + things[kind][0])
        attach(visit, {**SEA, "name": "A very long name of a picture that was taken at the sea in the summer of 2026.png"})
        line = visit.get_by_role("list", name="Files").get_by_role("listitem")
        expect(line).to_have_count(1)
        for part in (line.get_by_role("link"), *line.get_by_role("button").all()):
            box = part.bounding_box()
            assert box["height"] >= 44 and box["x"] + box["width"] <= width
        axe(visit)
