"""Nothing that somebody wrote goes: with the page, with the session, with a folder, by its size, or by an Undo that says something else."""

import re
import uuid

from harness import DESKTOP, PHONE, Person, kept, keeps_app, offline, ready, shows
from playwright.sync_api import Page, expect

from test_drawing import does


def note(person: Person, title: str, body: str, **more) -> str:
    made = str(uuid.uuid4())
    does(person, {"type": "notes.createNote", "note": made, "title": title, "body": body, **more})
    return made


def text(visit: Page):
    return visit.get_by_role("textbox", name="Text of the note")


def at(visit: Page, person: Person, path: str) -> None:
    visit.goto(person.home + path)
    ready(visit)


def sync(visit: Page):
    return visit.get_by_role("button", name="Sync:")


def deletes(visit: Page) -> None:
    visit.get_by_role("button", name="More for this note").click()
    visit.get_by_role("menuitem", name="Delete").click()


@shows("O-903", "B-15")
def test_undo_takes_back_what_the_banner_says_and_nothing_that_came_after_it(page, person):
    alpha, beta = note(person, "Alpha", "One"), note(person, "Beta", "Two")
    visit = page(DESKTOP, person=person)
    banner = visit.get_by_role("status", name="What was just done")
    at(visit, person, f"/notes/{alpha}?in=all")
    deletes(visit)
    expect(banner).to_contain_text("Alpha")
    # The same person goes on here, and on their telephone.
    visit.get_by_role("link", name=re.compile("Beta")).click()
    expect(text(visit)).to_contain_text("Two")
    text(visit).click()
    visit.keyboard.press("Control+End")
    visit.keyboard.type(" and three")
    person.awaits(f"/notes/{beta}", lambda one: one["body"] == "Two and three")
    gamma = note(person, "Gamma", "From the telephone")
    banner.get_by_role("button", name="Undo").click()
    expect(banner).to_contain_text("Undone")
    shown = person.awaits("/notes", lambda all: len(all["notes"]) == 3)
    assert {one["id"] for one in shown["notes"]} == {alpha, beta, gamma}
    assert person.views(f"/notes/{beta}")["body"] == "Two and three"
    # Without a connection, what was never sent is as if it had not been done; what was written meanwhile stays.
    with offline(visit):
        visit.get_by_role("link", name=re.compile("Gamma")).click()
        expect(text(visit)).to_contain_text("From the telephone")
        deletes(visit)
        expect(banner).to_contain_text("Gamma")
        visit.get_by_role("link", name=re.compile("Beta")).click()
        text(visit).click()
        visit.keyboard.press("Control+End")
        visit.keyboard.type(" and four")
        expect(sync(visit)).to_have_accessible_name(re.compile("Offline, [23] waiting"))
        banner.get_by_role("button", name="Undo").click()
        expect(banner).to_contain_text("Undone")
        expect(visit.get_by_role("link", name=re.compile("Gamma"))).to_be_visible()
    person.awaits(f"/notes/{beta}", lambda one: one["body"] == "Two and three and four")
    assert not person.views(f"/notes/{gamma}")["trashed"]


@shows("T-309")
def test_words_that_were_typed_last_are_kept_when_their_page_goes(page, person):
    made = note(person, "Bread", "Flour")
    board, column, card = (str(uuid.uuid4()) for _ in range(3))
    does(person, {"type": "boards.openBoard", "board": board, "title": "House", "columns": [{"id": column, "name": "To do"}]})
    does(person, {"type": "boards.addCard", "card": card, "column": column, "title": "Paint"})
    visit = page(DESKTOP, person=person)
    asked, written = [], []

    def answer(dialog) -> None:
        # While the browser asks, it is kept: whoever answers finds it at the service already.
        asked.append(dialog.type)
        person.awaits(*written[-1])
        dialog.accept()

    visit.on("dialog", answer)
    at(visit, person, f"/notes/{made}")
    text(visit).click()
    visit.keyboard.press("Control+End")
    written.append((f"/notes/{made}", lambda one: one["body"] == "Flour and water"))
    visit.keyboard.type(" and water")
    visit.reload()
    person.awaits(*written[-1])
    expect(text(visit)).to_contain_text("Flour and water")
    at(visit, person, f"/boards/{board}/cards/{card}")
    field = visit.get_by_role("textbox", name="Description")
    field.click()
    visit.keyboard.type("word " * 60, delay=20)
    written.append((f"/cards/{card}", lambda one: one["description"] == "word " * 60 + "end"))
    visit.keyboard.type("end")
    visit.goto(person.home + "/inbox")
    person.awaits(*written[-1])
    # Somebody who makes no pause is kept all the same, every two seconds; and nothing but the browser asked.
    edits = [one for one in person.views(f"/things/{card}/history") if "descri" in one["summary"].lower()]
    assert len(edits) > 1, edits
    assert set(asked) <= {"beforeunload"}


def test_words_of_a_thought_stay_whoever_changes_them_and_however_their_field_is_left(page, person):
    item = str(uuid.uuid4())
    does(person, {"type": "capture.captureItem", "item": item, "content": "Buy paint", "captured": "2026-11-20T08:00:00Z"})
    visit = page(PHONE, person=person)
    at(visit, person, "/inbox")
    visit.get_by_role("link", name="Buy paint").click()
    words = visit.get_by_role("textbox", name="What it says")
    words.click()
    visit.keyboard.press("Control+End")
    visit.keyboard.type(" and three brushes")
    seen = person.views("/changes?after=0&seconds=0")["last"]
    reword = {"type": "capture.rewordItem", "item": item, "content": "Buy blue paint"}
    person.sends({"sequence": person.views("/commands")["next"], "base": seen, "command": reword})
    expect(words).to_have_value("Buy blue paint and three brushes")
    visit.go_back()
    person.awaits(f"/items/{item}", lambda one: one["content"] == "Buy blue paint and three brushes")


@shows("N-401.4")
def test_a_session_that_ended_keeps_what_waits_until_its_person_is_back(page, person, axe, watch):
    made = note(person, "Bread", "Flour")
    visit = page(PHONE, person=person)
    at(visit, person, f"/notes/{made}")
    with offline(visit):
        text(visit).click()
        visit.keyboard.press("Control+End")
        visit.keyboard.type(" and salt")
        expect(sync(visit)).to_have_accessible_name("Sync: Offline, 1 waiting")
        person.ask("POST", "/v1/sign-out-everywhere", {"keepThis": True})
    expect(sync(visit)).to_have_accessible_name("Sync: Sync stopped")
    # Signing out would destroy it: it asks to sign in instead.
    visit.get_by_role("button", name="Account").click()
    visit.get_by_role("menuitem", name="Sign out").click()
    expect(visit.get_by_role("heading", name="Welcome back")).to_be_visible()
    expect(visit.get_by_text("1 change on this device waits to be sent.")).to_be_visible()
    axe(visit)
    visit.get_by_label("E-mail").fill(person.email)
    visit.get_by_label("Password").fill(person.password)
    visit.get_by_role("button", name="Sign in").click()
    ready(visit)
    person.awaits(f"/notes/{made}", lambda one: one["body"] == "Flour and salt")


@keeps_app
@shows("T-504")
def test_a_note_whose_folder_went_meanwhile_can_be_read_and_kept(page, person, axe):
    folder = str(uuid.uuid4())
    does(person, {"type": "notes.createFolder", "folder": folder, "name": "Projects"})
    visit = page(DESKTOP, person=person)
    at(visit, person, f"/notes/folder/{folder}")
    kept(visit)
    with offline(visit):
        visit.get_by_role("button", name="New note").locator("visible=true").first.click()
        expect(text(visit)).to_be_focused()
        visit.keyboard.type("Written on the train")
        expect(sync(visit)).to_have_accessible_name("Sync: Offline, 1 waiting")
        visit.keyboard.type(" and in the bus")
        expect(sync(visit)).to_have_accessible_name("Sync: Offline, 2 waiting")
        does(person, {"type": "notes.trashFolder", "folder": folder})
    expect(sync(visit)).to_have_accessible_name("Sync: 2 changes refused")
    sync(visit).click()
    dialog = visit.get_by_role("dialog", name="Sync")
    dialog.get_by_text("What you wrote").first.click()
    expect(dialog.get_by_label("What you wrote").first).to_have_text("Written on the train")
    axe(visit)
    dialog.get_by_role("button", name="Keep it outside of folders").click()
    expect(dialog.get_by_role("list", name="Refused changes")).to_have_count(0)
    person.awaits("/notes", lambda all: [one["snippet"] for one in all["notes"]] == ["Written on the train and in the bus"])


def test_a_text_that_is_too_large_for_one_request_goes_in_pieces(page, person):
    made = note(person, "Book", "")
    visit = page(DESKTOP, person=person)
    at(visit, person, f"/notes/{made}")
    text(visit).click()
    line = "Süße Träume, 静かな海。\\n"
    visit.evaluate(
        """(all) => {
        const field = document.querySelector('.note-editor').shadowRoot.querySelector('[contenteditable]');
        const data = new DataTransfer();
        data.setData('text/plain', all);
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })); }""",
        line * 50_000,
    )
    person.awaits(f"/notes/{made}", lambda one: len(one["body"]) == len(line) * 50_000)
    expect(visit.get_by_text("Saved", exact=True).first).to_be_visible()
    expect(sync(visit)).to_have_accessible_name("Sync: Synced")


@shows("N-203.5")
def test_a_long_history_begins_with_what_was_done_last(page, person):
    made = note(person, "Diary", "")
    for day in range(3):
        number = person.views("/commands")["next"]
        titles = [{"type": "notes.retitleNote", "note": made, "title": f"Day {day * 180 + at}"} for at in range(180)]
        person.sends(*({"sequence": number + at, "command": one} for at, one in enumerate(titles)))
    visit = page(DESKTOP, person=person)
    at(visit, person, f"/notes/{made}")
    visit.get_by_role("button", name="More for this note").click()
    visit.get_by_role("menuitem", name="History").click()
    changes = visit.get_by_role("list", name="Changes, the newest first").get_by_role("listitem")
    expect(changes.first).to_contain_text("Day 539")
    expect(changes.first).to_contain_text("now")
    expect(changes).to_have_count(500)
    visit.get_by_role("button", name="Show earlier changes").click()
    expect(changes).to_have_count(541)
    expect(changes.last).to_contain_text("Created")
    expect(visit.get_by_role("button", name="Show earlier changes")).to_have_count(0)


@shows("O-011")
def test_thoughts_stay_on_a_device_that_is_told_to_keep_them(page, person, axe):
    visit = page(DESKTOP, person=person)
    at(visit, person, "/settings")
    switch = visit.get_by_role("switch", name=re.compile("^Keep thoughts on this device"))
    switch.click()
    axe(visit, ".settings")
    visit.get_by_role("link", name="Inbox").click()
    field = visit.get_by_role("textbox", name="Capture a thought")
    field.fill("A present for Ada")
    field.press("Enter")
    expect(sync(visit)).to_have_accessible_name("Sync: Synced, 1 only here")
    # What is done with it stays as well, and all else goes.
    visit.get_by_role("listitem").filter(has_text="A present for Ada").get_by_role("button", name=re.compile("Star")).click()
    expect(sync(visit)).to_have_accessible_name("Sync: Synced, 2 only here")
    made = note(person, "Bread", "Flour")
    at(visit, person, f"/notes/{made}")
    expect(sync(visit)).to_have_accessible_name("Sync: Synced, 2 only here")
    text(visit).click()
    visit.keyboard.press("Control+End")
    visit.keyboard.type(" and water")
    person.awaits(f"/notes/{made}", lambda one: one["body"] == "Flour and water")
    assert person.views("/inbox")["items"] == []
    visit.get_by_role("button", name="Account").click()
    visit.get_by_role("menuitem", name="Sign out").click()
    expect(visit.get_by_text("2 changes stay on this device only.")).to_be_visible()
    # Told otherwise, they go, though the service has gone past their numbers.
    at(visit, person, "/settings")
    switch.click()
    person.awaits("/inbox", lambda inbox: [(one["title"], one["starred"]) for one in inbox["items"]] == [("A present for Ada", True)])
    expect(sync(visit)).to_have_accessible_name("Sync: Synced")


@shows("N-401.4")
def test_signing_out_waits_for_a_refused_change_and_shows_no_draft_to_the_next_person(page, person, service):
    made = note(person, "Bread", "Flour")
    visit = page(DESKTOP, person=person)
    at(visit, person, f"/notes/{made}")
    title = visit.get_by_role("textbox", name="Title")
    with offline(visit):
        title.fill("Rye bread")
        title.press("Enter")
        expect(sync(visit)).to_have_accessible_name("Sync: Offline, 1 waiting")
        does(person, {"type": "notes.retitleNote", "note": made, "title": "Spelt bread"})
    expect(sync(visit)).to_have_accessible_name("Sync: 1 change refused")
    visit.get_by_role("textbox", name="Capture a thought").fill("Half a thought of one's own")

    def leave():
        visit.get_by_role("button", name="Account").click()
        visit.get_by_role("menuitem", name="Sign out").click()

    leave()
    expect(visit.get_by_text("The service refused 1 change, on this device only by now.")).to_be_visible()
    sync(visit).click()
    visit.get_by_role("dialog", name="Sync").get_by_role("button", name="Discard").click()
    expect(visit.get_by_role("list", name="Refused changes")).to_have_count(0)
    visit.keyboard.press("Escape")
    leave()
    expect(visit.get_by_role("heading", name="Welcome back")).to_be_visible()
    other = Person(service, "Kim")
    visit.get_by_label("E-mail").fill(other.email)
    visit.get_by_label("Password").fill(other.password)
    visit.get_by_role("button", name="Sign in").click()
    expect(visit.get_by_role("textbox", name="Capture a thought")).to_have_value("")


def test_a_board_that_stays_open_over_midnight_says_what_is_due_by_the_day_that_it_is(page, person):
    board, column, card = (str(uuid.uuid4()) for _ in range(3))
    does(person, {"type": "boards.openBoard", "board": board, "title": "House", "columns": [{"id": column, "name": "To do"}]})
    does(person, {"type": "boards.addCard", "card": card, "column": column, "title": "Paint"})
    does(person, {"type": "boards.scheduleCard", "card": card, "due": {"day": "2026-12-24"}})
    visit = page(DESKTOP, person=person, timezone_id="Europe/Vienna")
    visit.clock.install(time="2026-12-24T23:58:00+01:00")
    visit.goto(person.home + f"/boards/{board}")
    tile = visit.get_by_role("listitem").filter(has_text="Paint")
    expect(tile).to_contain_text("Today")
    visit.clock.fast_forward("05:00")
    expect(tile).to_contain_text("Yesterday")
