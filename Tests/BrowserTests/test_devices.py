"""Devices of every size and speed: many sessions without an error, a slow processor, two devices of one person, little memory."""

import os
import pathlib
import re
import subprocess
import time
import urllib.request
import uuid

import pytest
from harness import DESKTOP, PHONE, PROGRAM, TABLET, Person, Service, frames, ready, shows
from playwright.sync_api import Page, expect

# Fifty of each kind take minutes: `Tools/test --full` has them, and every run has some.
IS_FULL = os.environ.get("DAYBOOK_FULL") == "1"
SESSIONS = 50 if IS_FULL else 8
SECRET = "count-me"


@pytest.fixture(scope="module")
def service():
    service = Service(metrics_token=SECRET)
    yield service
    service.close()


def errors_of(service: Service) -> list[str]:
    """The lines by which a service counts answers of its own failure."""
    request = urllib.request.Request(service.address + "/metrics", headers={"Authorization": "Bearer " + SECRET})
    with urllib.request.urlopen(request, timeout=60) as answer:
        lines = answer.read().decode().splitlines()
    counted = [line for line in lines if 'status="' in line]
    assert any('status="200"' in line for line in counted), lines
    return [line for line in counted if re.search('status="5[0-9][0-9]"', line)]


def house(person: Person) -> dict[str, str]:
    """A board with two columns and a card, and a note, made by another device."""
    ids = {name: str(uuid.uuid4()) for name in ("board", "to do", "done", "card", "note")}
    columns = [{"id": ids[name], "name": name.capitalize()} for name in ("to do", "done")]
    made = [
        {"type": "boards.openBoard", "board": ids["board"], "title": "House", "columns": columns},
        {"type": "boards.addCard", "card": ids["card"], "column": ids["to do"], "title": "Paint"},
        {"type": "notes.createNote", "note": ids["note"], "title": "Bread", "body": "Flour"},
    ]
    person.sends(*({"sequence": at + 1, "command": command} for at, command in enumerate(made)))
    return ids


# What a person does in one session: opens the app at some place, does what one does there, and goes on to another.


def capture(visit: Page, number: int) -> None:
    is_phone = visit.viewport_size["width"] == PHONE
    if is_phone:
        visit.get_by_role("button", name="Capture a thought").click()
    field = visit.get_by_role("textbox", name="Capture a thought")
    field.fill(f"Thought {number}")
    field.press("Enter")
    expect(visit.get_by_text("Saved. Organize later.", exact=True)).to_be_visible()
    if is_phone:
        visit.get_by_role("dialog", name="Capture").get_by_role("button", name="Close").click()


def write(visit: Page, number: int) -> None:
    visit.get_by_role("textbox", name="Text of the note").press("Control+End")
    visit.keyboard.type(f" {number}")
    expect(visit.get_by_role("status", name="Saving state")).to_have_text("Saved")


def move(visit: Page, _: int) -> None:
    """The card goes to the other column, and back the next time."""
    card = visit.get_by_role("link", name="Paint")
    expect(card).to_have_count(1)
    is_done = visit.get_by_role("region", name="Done", exact=True).get_by_role("link", name="Paint").count() == 1
    card.focus()
    visit.keyboard.press("Control+ArrowLeft" if is_done else "Control+ArrowRight")
    there = visit.get_by_role("region", name="To do" if is_done else "Done", exact=True)
    expect(there.get_by_role("link", name="Paint")).to_have_count(1)


def search(visit: Page, _: int) -> None:
    visit.get_by_role("link", name="Bread").click()
    expect(visit.get_by_role("textbox", name="Text of the note")).to_contain_text("Flour")


def session(visit: Page, person: Person, ids: dict[str, str], number: int) -> None:
    does = [("inbox", capture), (f"notes/{ids['note']}", write), (f"boards/{ids['board']}", move), ("search?q=flour", search)]
    path, act = does[number % len(does)]
    visit.goto(f"{person.home}/{path}")
    ready(visit)
    act(visit, number)
    area = visit.get_by_role("navigation", name="Areas").get_by_role("link", name=["Inbox", "Notes", "Boards"][number % 3])
    area.click()
    expect(area).to_have_attribute("aria-current", re.compile("page|true"))


@shows(*(["P-606", "O-017"] if IS_FULL else []))
@pytest.mark.parametrize("width", [PHONE, TABLET, DESKTOP, None])
def test_of_many_sessions_none_ends_in_an_error(page, person, service, watch, width, tmp_path):
    ids = house(person)
    first = page(width, person=person) if width else None
    for number in range(SESSIONS):
        if first is None:
            session_at_a_terminal(service, person, tmp_path, number)
            continue
        visit = first.context.new_page()
        session(visit, person, ids, number)
        visit.close()
        assert not watch.found, f"session {number}: {watch.found}"
    assert errors_of(service) == []


def session_at_a_terminal(service: Service, person: Person, data: pathlib.Path, number: int) -> None:
    """Two commands of somebody who signed in there with the first session."""
    if number == 0:
        terminal(service, data, "sign-in", person.email, answer=person.password + "\n")
    terminal(service, data, "capture", f"Thought {number}")
    wanted = [("show", "inbox"), ("search", "thought"), ("show", "board", "House"), ("show", "note", "Bread")][number % 4]
    assert terminal(service, data, *wanted)


@shows("N-502")
@pytest.mark.parametrize("width", [PHONE, TABLET])
def test_a_processor_a_quarter_as_fast_does_all_of_it(page, person, width):
    ids = house(person)
    visit = page(width, person=person)
    slow = visit.context.new_cdp_session(visit)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    for number in range(4):
        session(visit, person, ids, number)
    assert person.views(f"/notes/{ids['note']}")["body"] == "Flour 1"
    person.awaits("/inbox", lambda inbox: [item["title"] for item in inbox["items"]] == ["Thought 0"])


@shows("T-103", "T-501")
def test_what_is_written_on_a_telephone_is_gone_on_with_on_a_desktop_and_at_a_terminal(page, person, service, tmp_path):
    ids = house(person)
    at_hand, at_home = [opened_note(page(width, person=person), person, ids["note"]) for width in (PHONE, DESKTOP)]
    for visit, other, words in [(at_hand, at_home, " of spelt"), (at_home, at_hand, " and water")]:
        text(visit).press("Control+End")
        visit.keyboard.type(words)
        expect(text(other)).to_contain_text(words.strip())
    # The app can be installed; at a terminal it is the program.
    manifest = at_hand.request.get(at_hand.locator("link[rel=manifest]").get_attribute("href")).json()
    assert manifest["display"] == "standalone" and manifest["start_url"]
    terminal(service, tmp_path, "sign-in", person.email, answer=person.password + "\n")
    assert terminal(service, tmp_path, "show", "note", "Bread", "--body") == "Flour of spelt and water"
    terminal(service, tmp_path, "edit", "note", "Bread", "--body", "Flour of spelt and water, salt")
    for visit in (at_hand, at_home):
        expect(text(visit)).to_contain_text("water, salt")


@shows("N-202.4", "N-203.3", "T-309")
def test_a_browser_that_is_killed_five_seconds_after_a_key_has_lost_nothing(page, person):
    ids = house(person)
    visit = opened_note(page(person=person), person, ids["note"])
    text(visit).press("Control+End")
    visit.keyboard.type(" and water")
    typed = time.monotonic()
    person.awaits(f"/notes/{ids['note']}", lambda note: note["body"] == "Flour and water")
    assert time.monotonic() - typed < 5
    visit.context.close()
    assert person.views(f"/notes/{ids['note']}")["body"] == "Flour and water"


@shows("T-309")
@pytest.mark.parametrize(("target", "event"), [("document", "visibilitychange"), ("window", "pagehide"), ("document", "freeze")])
def test_an_app_that_goes_to_the_background_waits_for_no_timer(page, person, target, event):
    ids = house(person)
    visit = page(person=person)
    opened_note(visit, person, ids["note"])
    # From here on no timer of the page comes to its end.
    visit.evaluate("() => { window.setTimeout = () => 0; }")
    text(visit).press("Control+End")
    visit.keyboard.type(" and water")
    frames(visit)
    assert person.views(f"/notes/{ids['note']}")["body"] == "Flour"
    visit.evaluate(f"() => {target}.dispatchEvent(new Event('{event}'))")
    person.awaits(f"/notes/{ids['note']}", lambda note: note["body"] == "Flour and water")


NOTES = 10_000
BYTES_MAX = 100_000_000


@shows("N-507")
def test_ten_thousand_notes_need_less_than_a_hundred_megabytes(page, person, service, tmp_path):
    title = "Some thoughts about bread number"
    body = "Flour, water and salt, a little yeast, and a night in the cold. " * 4
    for begin in range(0, NOTES, 500):
        person.sends(
            *(
                {
                    "sequence": number + 1,
                    "command": {"type": "notes.createNote", "note": str(uuid.uuid4()), "title": f"{title} {number}", "body": body},
                }
                for number in range(begin, begin + 500)
            )
        )
    assert person.views("/notes?limit=1")["count"] == NOTES
    terminal(service, tmp_path, "sign-in", person.email, answer=person.password + "\n")
    asked = [("sync",), ("show", "notes"), ("search", "yeast"), ("edit", "note", f"{title} 7", "--body", "None")]
    used = {words: memory(service, tmp_path, *words) for words in asked}
    print("the most memory of a terminal, in bytes:", used)
    assert max(used.values()) < BYTES_MAX, used

    visit = page(person=person)
    visit.goto(f"{person.home}/notes/all")
    ready(visit)
    expect(visit.get_by_role("link", name=re.compile(title)).first).to_be_visible()
    browser = visit.context.new_cdp_session(visit)
    browser.send("HeapProfiler.collectGarbage")
    heap = browser.send("Runtime.getHeapUsage")["usedSize"]
    print("heap of the page, bytes:", heap)
    assert heap < BYTES_MAX


def text(visit: Page):
    return visit.get_by_role("textbox", name="Text of the note")


def opened_note(visit: Page, person: Person, note: str) -> Page:
    visit.goto(f"{person.home}/notes/{note}")
    ready(visit)
    expect(text(visit)).to_contain_text("Flour")
    return visit


def terminal(service: Service, data: pathlib.Path, *words: str, answer: str = "") -> str:
    """Runs the program as a client of the service with a data directory of its own, and returns what it says."""
    settings = {**os.environ, "HOME": str(data), "DAYBOOK_SERVER": service.address}
    ran = subprocess.run([str(PROGRAM), "--data", str(data), *words], env=settings, input=answer, capture_output=True, text=True)
    assert ran.returncode == 0, (words, ran.returncode, ran.stderr)
    return ran.stdout


def memory(service: Service, data: pathlib.Path, *words: str) -> int:
    """The most memory, in bytes, that the program held at once."""
    settings = {**os.environ, "HOME": str(data), "DAYBOOK_SERVER": service.address}
    process = subprocess.Popen([str(PROGRAM), "--data", str(data), *words], env=settings, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    said = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, (words, said)
    return used.ru_maxrss * 1024
