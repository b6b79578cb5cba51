"""Files to take away: made by the service while one waits, saved or handed on; drawings as pictures, made in the browser."""

import os
import re
import subprocess
import uuid

import pytest
from playwright.sync_api import expect

from drawings import Family, days_ago
from harness import DESKTOP, PHONE, TABLET, shows
from test_drawing import does, drawing_in, mouse, opened
from test_reading import drawn
from test_shell import SIDEWAYS, SMALL_TARGETS
from test_studio_time import tells_progress

# The first bytes of each kind of file, and the programs that it takes besides.
KINDS = {
    "pdf": (b"%PDF-", []),
    "epub": (b"PK\3\4", []),
    "opus": (b"OggS", ["espeak-ng", "opusenc"]),
    "html": (b"<!DOCTYPE html>", []),
    "webm": (b"\x1a\x45\xdf\xa3", ["vpxenc"]),
    "mp4": (b"\0\0\0", ["ffmpeg"]),
}


def saved(visit) -> tuple[str, bytes]:
    """Waits until the file is made, and saves it. @returns its name and content."""
    link = visit.get_by_role("dialog").get_by_role("link", name="Save")
    expect(link).to_be_focused(timeout=60_000)
    with visit.expect_download() as download:
        link.click()
    expect(visit.get_by_role("dialog")).to_have_count(0)
    return download.value.suggested_filename, download.value.path().read_bytes()


def expect_kind(kind: str, file: tuple[str, bytes]) -> None:
    name, content = file
    assert name.endswith("." + kind) and content.lower().startswith(KINDS[kind][0].lower()), (name, content[:16])


def missing(kind: str) -> list[str]:
    return [name for name in KINDS[kind][1] if not os.path.exists("/usr/bin/" + name)]


@pytest.fixture
def family(person):
    family = Family(person, "Mia")
    family.works = [family.work("Mia", n, caption=f"Sun {n}", date=days_ago(n * 40)) for n in range(3)]
    return family


@pytest.fixture
def story(person, family) -> str:
    """A story that was told."""
    family.allows("stories")
    story = str(uuid.uuid4())
    request = {"artworks": family.works[:2], "theme": "Adventure", "names": ["Mia"]}
    family.does({"type": "studio.requestStory", "story": story, "request": request})
    person.awaits(f"/stories/{story}", lambda told: told["versions"][0]["status"] == "told")
    return story


def test_a_story_is_saved_as_pages_as_an_e_book_and_as_sound(page, person, story, axe):
    visit = page(PHONE, person=person)
    visit.goto(f"{person.home}/studio/stories/{story}")
    for kind, label in (("pdf", "Save as PDF"), ("epub", "Save as an e-book (EPUB)"), ("opus", "Save read aloud (sound)")):
        visit.get_by_role("button", name="More for this story").click()
        visit.get_by_role("menuitem", name=label).click()
        if programs := missing(kind):
            expect(visit.get_by_role("dialog", name=label)).to_contain_text(programs[0])
            visit.keyboard.press("Escape")
            continue
        expect(visit.get_by_role("dialog", name=label).get_by_role("link", name="Save")).to_be_visible(timeout=60_000)
        axe(visit)
        assert visit.evaluate(SMALL_TARGETS) == [] and visit.evaluate(SIDEWAYS) <= 0
        expect_kind(kind, saved(visit))


@shows("J-454")
@pytest.mark.parametrize(("width", "kind", "label"), [(PHONE, "html", "Page"), (DESKTOP, "webm", "Film"), (TABLET, "mp4", "Film as MP4")])
def test_the_timeline_is_saved_as_a_page_and_as_a_film(page, person, family, axe, width, kind, label):
    visit = page(width, person=person)
    visit.goto(f"{person.home}/studio/timeline")
    visit.get_by_role("button", name="Save the timeline").click()
    dialog = visit.get_by_role("dialog", name="Save the timeline")
    axe(visit)
    assert visit.evaluate(SMALL_TARGETS) == [] and visit.evaluate(SIDEWAYS) <= 0
    dialog.get_by_role("radio", name=label, exact=True).check(force=True)
    dialog.get_by_label("From").fill(days_ago(50))
    dialog.get_by_role("button", name="Make the file").click()
    if programs := missing(kind):
        expect(dialog).to_contain_text(programs[0])
        return
    name, content = saved(visit)
    expect_kind(kind, (name, content))
    # The third work is older than that.
    if kind == "html":
        assert b"Sun 1" in content and b"Sun 2" not in content
    if kind == "mp4":
        assert content[4:8] == b"ftyp"


@shows("J-463")
def test_the_progress_of_a_child_is_saved_as_a_report(page, person, family, axe):
    visit = page(PHONE, person=person)
    tells_progress(visit, family)
    visit.goto(f"{person.home}/studio/children/{family.children['Mia']}")
    visit.get_by_role("button", name="Report as PDF").click()
    expect_kind("pdf", saved(visit))


def share(visit):
    visit.get_by_role("button", name="More for this note").click()
    visit.get_by_role("menuitem", name="Share…").click()
    return visit.get_by_role("dialog", name="Share")


def test_a_note_with_its_ink_is_saved_as_pdf(page, person, axe):
    note, _, _ = drawn(person, "MILK")
    visit = opened(page(TABLET, person=person), person, note)
    share(visit).get_by_role("button", name="Save as PDF").click()
    name, content = saved(visit)
    expect_kind("pdf", (name, content))
    assert name == "By hand.pdf"


def measured(content: bytes, folder, *words: str) -> list[int]:
    """What vips says of a picture."""
    path = folder / "drawing.png"
    path.write_bytes(content)
    command = ["/usr/bin/vips", words[0], str(path), *words[1:]]
    return [round(float(part)) for part in subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()]


@shows("B-107")
def test_a_drawing_is_saved_as_a_picture_on_white(page, person, axe, tmp_path):
    note, _, _ = drawn(person, "L")
    visit = opened(page(PHONE, person=person, color_scheme="dark"), person, note)
    dialog = share(visit)
    with visit.expect_download() as download:
        dialog.get_by_role("button", name="Save as PNG").click()
    axe(visit)
    assert visit.evaluate(SMALL_TARGETS) == [] and visit.evaluate(SIDEWAYS) <= 0
    assert download.value.suggested_filename == "By hand.png"
    content = download.value.path().read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    assert measured(content, tmp_path, "getpoint", "0", "0") == [255, 255, 255, 255]
    # The ink is as dark as on paper, however the screen looks.
    assert measured(content, tmp_path, "min")[0] < 60


def test_what_is_selected_is_saved_as_a_picture(page, person, tmp_path):
    note = str(uuid.uuid4())
    does(person, {"type": "notes.createNote", "note": note, "title": "Sketch", "body": ""})
    visit = drawing_in(page(DESKTOP, person=person), person, note)
    mouse(visit, (40, 60), (120, 60))
    expect(visit.get_by_role("button", name="Recognize handwriting")).to_be_visible()
    visit.keyboard.press("Control+a")
    with visit.expect_download() as download:
        visit.get_by_role("toolbar", name="Drawing tools").get_by_role("button", name="Save as PNG").click()
    assert download.value.path().read_bytes().startswith(b"\x89PNG")


def running(request) -> dict:
    """A file that is never ready."""
    return {
        **{"export": request.url.split("/")[-1], "kind": "story", "format": "pdf", "state": "running", "done": 2, "all": 7},
        "expires": "2100-01-01T00:00:00Z",
    }


def test_how_far_a_file_is_can_be_seen_and_cancelling_ends_it_on_the_service(page, person, story):
    visit = page(DESKTOP, person=person)
    visit.goto(f"{person.home}/studio/stories/{story}")
    visit.route(
        re.compile(r"/exports/[^/]+$"),
        lambda route: route.fulfill(json=running(route.request)) if route.request.method == "GET" else route.continue_(),
    )
    visit.get_by_role("button", name="More for this story").click()
    visit.get_by_role("menuitem", name="Save as PDF").click()
    dialog = visit.get_by_role("dialog", name="Save as PDF")
    expect(dialog.get_by_role("status")).to_have_text("Making the file: 2 of 7…")
    expect(dialog.get_by_role("progressbar")).to_have_attribute("value", "2")
    with visit.expect_response(lambda answer: answer.request.method == "DELETE" and "/exports/" in answer.url) as ended:
        dialog.get_by_role("button", name="Cancel").click()
    assert ended.value.ok
    expect(dialog).to_have_count(0)


def test_why_a_file_was_not_made_is_said_and_it_can_be_tried_again(page, person, story, axe):
    visit = page(PHONE, person=person)
    visit.goto(f"{person.home}/studio/stories/{story}")
    failed = {"state": "failed", "reason": "its pages took too long", "done": None, "all": None}
    visit.route(
        re.compile(r"/exports/[^/]+$"),
        lambda route: route.fulfill(json={key: one for key, one in {**running(route.request), **failed}.items() if one}),
    )
    visit.get_by_role("button", name="More for this story").click()
    visit.get_by_role("menuitem", name="Save as PDF").click()
    expect(visit.get_by_text("Its pages took too long.")).to_be_visible()
    axe(visit)
    visit.unroute(re.compile(r"/exports/[^/]+$"))
    visit.get_by_role("button", name="Try again").click()
    expect_kind("pdf", saved(visit))


def test_a_file_is_handed_on_where_the_browser_can(page, person, story):
    visit = page(PHONE, person=person)
    visit.add_init_script(
        """navigator.canShare = ({ files }) => files.length > 0;
        navigator.share = async ({ files: [file] }) => { window.given = [file.name, file.type, await file.slice(0, 5).text()]; };"""
    )
    visit.goto(f"{person.home}/studio/stories/{story}")
    visit.get_by_role("button", name="More for this story").click()
    visit.get_by_role("menuitem", name="Save as PDF").click()
    visit.get_by_role("button", name="Send…").click(timeout=60_000)
    visit.wait_for_function("() => window.given")
    name, kind, start = visit.evaluate("window.given")
    assert name.endswith(".pdf") and (kind, start) == ("application/pdf", "%PDF-")
