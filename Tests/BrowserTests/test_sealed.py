"""Sealed notes: encrypted in the browser, so that nothing of their text reaches the service."""

import base64
import hashlib
import json
import pathlib
import re

import pytest
from playwright.sync_api import Page, expect

from harness import DESKTOP, PHONE, Person, Service, shows
from test_notes import does, note, opened, text
from test_shell import SIDEWAYS, SMALL_TARGETS

# Deriving a key takes as long as it should; most tests type the passphrase once.
PASSPHRASE = "four quiet words apart"
SECRET = "Kaleidoskop im Keller"


@pytest.fixture(scope="module")
def service():
    """A service whose files are in clear, so that a test can look for words in them."""
    service = Service(encryption_whenNew="no")
    yield service
    service.close()


def choose(page: Page, passphrase: str = PASSPHRASE) -> None:
    page.get_by_role("textbox", name="Passphrase").fill(passphrase)
    page.get_by_role("textbox", name="The same once more").fill(passphrase)
    page.get_by_role("checkbox", name="I know that the text is lost with the passphrase").check()


def new_sealed(page: Page, person: Person, title: str = "Diary") -> None:
    opened(page, person, "/all")
    page.get_by_role("button", name="Sort, filter and more").click()
    page.get_by_role("menuitem", name="New sealed note…").click()
    page.get_by_role("textbox", name="Title").fill(title)
    choose(page)
    page.get_by_role("dialog").get_by_role("button", name="Seal").click()
    expect(text(page)).to_be_visible()


def unlock(page: Page, passphrase: str = PASSPHRASE) -> None:
    page.get_by_role("textbox", name="Passphrase").fill(passphrase)
    page.get_by_role("button", name="Open", exact=True).click()


def written(page: Page, words: str) -> None:
    text(page).click()
    page.keyboard.press("Control+End")
    page.keyboard.type(words)
    expect(page.get_by_role("status", name="Saving state")).to_have_text(re.compile("^Saved|saved here"))


def only(person: Person) -> dict:
    [line] = person.views("/notes")["notes"]
    return person.views("/notes/" + line["id"])


def ciphertext(body: str) -> bytes:
    lines = body.split("\n")
    return base64.b64decode("".join(lines[lines.index("") + 1 : lines.index("-----END DAYBOOK SEALED NOTE-----")]))


def sealed_note(person: Person, words: str) -> dict:
    """The note once its sealed text, as long as these words are, has come to the service."""
    person.awaits("/notes", lambda found: found["count"] == 1)
    [line] = person.views("/notes")["notes"]
    clear = json.dumps({"note": line["id"], "text": words}, ensure_ascii=False, separators=(",", ":"))
    length = len(clear.encode()) + 16
    return person.awaits("/notes/" + line["id"], lambda one: len(ciphertext(one["body"])) == length)


def files_with(service: Service, words: str) -> list[pathlib.Path]:
    """The files of the service that hold words in any of the forms that they are kept in."""
    forms = [words.encode(), words.lower().encode(), words.encode("utf-16-le"), base64.b64encode(words.encode())[4:-4]]
    files = [path for path in service.data.rglob("*") if path.is_file()]
    assert files
    return [path for path in files if any(form in path.read_bytes() for form in forms)]


@shows("N-509")
@pytest.mark.parametrize("width", [PHONE, DESKTOP])
def test_a_sealed_note_is_written_locked_and_opened_and_the_service_never_has_its_text(page, service, person, axe, width):
    here = page(width, person=person)
    opened(here, person, "/all")
    here.get_by_role("button", name="Sort, filter and more").click()
    here.get_by_role("menuitem", name="New sealed note…").click()
    dialog = here.get_by_role("dialog", name="New sealed note")
    expect(dialog.get_by_text("Nobody can bring back the text without the passphrase")).to_be_visible()
    axe(here)
    assert here.evaluate(SIDEWAYS) <= 0 and here.evaluate(SMALL_TARGETS) == []
    dialog.get_by_role("textbox", name="Passphrase").fill("short")
    dialog.get_by_role("button", name="Seal").click()
    expect(dialog.get_by_role("alert")).to_have_count(3)
    dialog.get_by_role("textbox", name="Title").fill("Diary")
    choose(here)
    dialog.get_by_role("button", name="Seal").click()
    written(here, f"# Today\n{SECRET} 🎁")
    axe(here)
    body = sealed_note(person, f"# Today\n{SECRET} 🎁")["body"]
    assert body.startswith("-----BEGIN DAYBOOK SEALED NOTE-----\nVersion: 1\n") and "Keller" not in body

    here.get_by_role("button", name="Lock sealed notes").click()
    expect(here.get_by_role("heading", name="Diary")).to_be_visible()
    expect(here.get_by_text("Keller")).to_have_count(0)
    axe(here)
    assert here.evaluate(SIDEWAYS) <= 0 and here.evaluate(SMALL_TARGETS) == []
    unlock(here, "four quiet words apert")
    expect(here.get_by_role("alert")).to_contain_text("not the passphrase")
    unlock(here)
    expect(text(here)).to_contain_text(f"{SECRET} 🎁")
    here.reload()
    expect(here.get_by_role("textbox", name="Passphrase")).to_be_visible()

    # The index is asked for, so that it is there to be looked into; then nothing has the words.
    assert person.views("/search?q=diary")["found"] == 1
    for words in ["keller", body.split("\n")[-4][8:20]]:
        assert person.views("/search?q=" + words)["found"] == 0
    assert files_with(service, "Diary"), "what is not sealed is found by looking so"
    assert files_with(service, SECRET) == [] and files_with(service, PASSPHRASE) == []
    assert not any("Keller" in line for line in service.log)


@shows("N-509")
def test_it_is_opened_by_its_documented_format_alone(page, person):
    here = page(person=person)
    new_sealed(here, person)
    written(here, SECRET)
    lines = sealed_note(person, SECRET)["body"].split("\n")
    fields = dict(line.split(": ", 1) for line in lines[1 : lines.index("")])
    n, r, p = map(int, re.findall(r"=(\d+)", fields["Derivation"]))
    assert (n, r, p) == (131072, 8, 1)
    key = hashlib.scrypt(
        PASSPHRASE.encode(), salt=base64.b64decode(fields["Salt"]), n=n, r=r, p=p, dklen=40, maxmem=1 << 28
    )
    assert base64.b64encode(key[32:]).decode() == fields["Check"]


@shows("N-509")
def test_history_and_search_are_in_this_window_and_end_with_the_lock(page, person, axe):
    here = page(person=person)
    new_sealed(here, person)
    written(here, "Once a kingfisher")
    sealed_note(person, "Once a kingfisher")
    written(here, ", now a heron")
    here.get_by_role("button", name="More for this note").click()
    here.get_by_role("menuitem", name="History").click()
    slider = here.get_by_role("slider", name="Moment")
    slider.press("ArrowLeft")
    past = here.get_by_role("region", name="As of")
    expect(past).to_contain_text("kingfisher")
    expect(past).not_to_contain_text("heron")
    expect(here.get_by_role("list", name="What changed in the text")).to_have_count(0)
    axe(here)

    here.get_by_role("link", name="Search").first.click()
    here.get_by_role("searchbox", name="Search everything").fill("heron")
    found = here.get_by_role("region", name="Sealed notes")
    expect(found).to_contain_text("Once a kingfisher, now a heron")
    axe(here)
    found.get_by_role("link", name="Diary").click()
    here.get_by_role("button", name="Lock sealed notes").click()
    here.get_by_role("link", name="Search").first.click()
    here.get_by_role("searchbox", name="Search everything").fill("heron")
    expect(here.get_by_role("heading", name="Nothing was found")).to_be_visible()
    expect(found).to_have_count(0)


@shows("N-509")
def test_it_is_locked_when_nobody_was_there_for_a_while(page, person):
    here = page(person=person)
    here.clock.install()
    new_sealed(here, person)
    written(here, SECRET)
    here.clock.fast_forward("08:00")
    text(here).press("End")
    here.clock.fast_forward("08:00")
    expect(text(here)).to_contain_text(SECRET)
    here.clock.fast_forward("11:00")
    expect(here.get_by_role("textbox", name="Passphrase")).to_be_visible()
    expect(here.get_by_text("Keller")).to_have_count(0)


@shows("N-509")
def test_what_was_changed_without_the_passphrase_is_found_and_not_shown(page, person, axe):
    here = page(person=person)
    new_sealed(here, person)
    written(here, SECRET)
    found = sealed_note(person, SECRET)
    lines = found["body"].split("\n")
    at = len("\n".join(lines[:8])) + 5
    other = "A" if found["body"][at] != "A" else "B"
    edit = {"parents": found["parents"], "runs": [{"position": at, "deleteCount": 1, "insertion": other}]}
    does(person, {"type": "notes.editNote", "note": found["id"], "edit": edit})
    expect(here.get_by_role("heading", name="This note is not shown")).to_be_visible()
    expect(here.get_by_text("was changed after it was sealed")).to_be_visible()
    axe(here)


@shows("N-509")
def test_a_note_in_clear_is_sealed_gets_another_passphrase_and_is_unsealed(page, service, person, axe):
    made = note(person, "Plan", "Buy paint\nin clear")
    here = page(person=person)
    opened(here, person, f"/{made}")
    expect(text(here)).to_contain_text("in clear")
    here.get_by_role("button", name="More for this note").click()
    here.get_by_role("menuitem", name="Seal…").click()
    dialog = here.get_by_role("dialog", name="Seal this note")
    expect(dialog.get_by_text("What was written until now stays in the history")).to_be_visible()
    choose(here)
    dialog.get_by_role("button", name="Seal").click()
    expect(here.get_by_role("button", name="Lock sealed notes")).to_be_visible()
    expect(text(here)).to_contain_text("Buy paint")
    # There is nothing to draw, attach or share in it.
    for name in ["Draw", "Attach files"]:
        expect(here.get_by_role("button", name=name)).to_have_count(0)
    person.awaits(f"/notes/{made}", lambda one: one["body"].startswith("-----BEGIN"))

    here.get_by_role("button", name="More for this note").click()
    expect(here.get_by_role("menuitem", name="Share…")).to_have_count(0)
    here.get_by_role("menuitem", name="Change the passphrase…").click()
    choose(here, "another four words here")
    axe(here)
    here.get_by_role("dialog").get_by_role("button", name="Change").click()
    expect(here.get_by_role("dialog")).to_have_count(0)
    here.get_by_role("button", name="Lock sealed notes").click()
    unlock(here)
    expect(here.get_by_role("alert")).to_contain_text("not the passphrase")
    unlock(here, "another four words here")
    expect(text(here)).to_contain_text("Buy paint")

    # A version from before opens with the passphrase that it was sealed with.
    here.get_by_role("button", name="More for this note").click()
    here.get_by_role("menuitem", name="History").click()
    here.get_by_role("slider", name="Moment").press("ArrowLeft")
    past = here.get_by_role("region", name="As of")
    expect(past).to_contain_text("sealed with an earlier passphrase")
    expect(past).not_to_contain_text("paint")
    axe(here)
    older = past.get_by_role("textbox", name="Earlier passphrase")
    older.fill("another four words here")
    past.get_by_role("button", name="Open this version").click()
    expect(past.get_by_role("alert")).to_contain_text("not the passphrase")
    older.fill(PASSPHRASE)
    older.press("Enter")
    expect(past).to_contain_text("Buy paint")
    here.get_by_role("button", name="Close").click()

    here.get_by_role("button", name="More for this note").click()
    here.get_by_role("menuitem", name="Take the seal off…").click()
    here.get_by_role("dialog").get_by_role("button", name="Take it off").click()
    expect(here.get_by_role("button", name="Lock sealed notes")).to_have_count(0)
    person.awaits(f"/notes/{made}", lambda one: one["body"] == "Buy paint\nin clear")


@shows("N-509")
def test_two_devices_that_write_at_once_lose_nothing(page, person):
    here = page(person=person)
    new_sealed(here, person)
    written(here, "from here")
    sealed_note(person, "from here")
    there = page(person=person)
    opened(there, person, "/" + only(person)["id"])
    unlock(there)
    expect(text(there)).to_contain_text("from here")
    here.context.set_offline(True)
    there.context.set_offline(True)
    written(there, " and there")
    written(here, " and here")
    for one in [here, there]:
        one.context.set_offline(False)
    for one in [here, there]:
        expect(text(one)).to_contain_text("from here and here")
        expect(text(one)).to_contain_text("from here and there")
