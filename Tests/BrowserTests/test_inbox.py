"""Capturing, the inbox, plans and lists, and what comes later: as a person finds them, by role and label."""

import datetime
import itertools
import pathlib
import re
import uuid

import pytest
from harness import DESKTOP, PHONE, TABLET, keeps_app, kept, offline, shows
from playwright.sync_api import Page, expect

NOW = datetime.datetime(2026, 11, 20, 9, 0, tzinfo=datetime.timezone.utc)


class Inbox:
    """What another device of the same person put into the workspace."""

    def __init__(self, person):
        self.person, self._numbers = person, itertools.count(1)
        self._moments = (NOW + datetime.timedelta(minutes=minute) for minute in itertools.count())

    def give(self, *commands: dict) -> None:
        if not commands:
            return
        answer = self.person.sends(*({"sequence": next(self._numbers), "command": command} for command in commands))
        assert all(result["status"] == 200 for result in answer["results"]), answer

    def capture(self, *contents: str) -> list[str]:
        ids = [str(uuid.uuid4()) for _ in contents]
        self.give(*(
            {"type": "capture.captureItem", "item": item, "content": content, "captured": next(self._moments).isoformat()}
            for item, content in zip(ids, contents)
        ))
        return ids

    def plan(self, name: str, *contents: str, structured: bool = True) -> str:
        plan = str(uuid.uuid4())
        self.give({"type": "capture.createCollection", "collection": plan, "name": name, "isStructured": structured})
        for item in self.capture(*contents):
            self.give({"type": "capture.addToCollection", "collection": plan, "item": item})
        return plan


@pytest.fixture
def inbox(person) -> Inbox:
    return Inbox(person)


@pytest.fixture
def opened(page, person, inbox):
    """Opens a screen of the inbox: opened("plans", width=PHONE)."""

    def open_at(*path: str, width: int = DESKTOP, **options) -> Page:
        visit = page(width, person=person, **options)
        visit.goto("/".join([person.home, "inbox", *path]))
        expect(visit.get_by_role("heading", level=1)).to_be_visible()
        return visit

    return open_at


def row(visit: Page, title: str):
    """The row of an item."""
    return visit.get_by_role("listitem").filter(has=visit.get_by_role("link", name=title))


def titles(visit: Page) -> list[str]:
    return visit.get_by_role("main").locator(".item-title").all_inner_texts()


def holds(person, *wanted: str) -> None:
    """The service has these items in the inbox, in this order."""
    person.awaits("/inbox", lambda inbox: [item["title"] for item in inbox["items"]] == list(wanted))


def field(visit: Page):
    return visit.get_by_role("textbox", name="Capture a thought")


# Capturing


@shows("O-103", "O-105", "O-106", "O-902")
def test_a_thought_is_kept_at_once_with_its_exact_words(opened, person):
    visit = opened()
    words = "  Call Ada,\tthen… Grüße 👋🏽  "
    field(visit).fill(words)
    field(visit).press("Enter")
    expect(visit.get_by_text("Saved. Organize later.", exact=True)).to_be_visible()
    expect(visit.get_by_role("link", name="Call Ada")).to_be_visible()
    # Nothing is asked: the next thought can be written at once.
    expect(field(visit)).to_be_focused()
    expect(field(visit)).to_have_value("")
    expect(visit.get_by_role("dialog")).to_have_count(0)
    field(visit).press_sequentially("Two")
    field(visit).press("Shift+Enter")
    field(visit).press_sequentially("lines")
    field(visit).press("Enter")
    expect(visit.get_by_role("link", name="Two")).to_be_visible()
    items = person.awaits("/inbox", lambda inbox: len(inbox["items"]) == 2)["items"]
    assert [person.views("/items/" + item["id"])["content"] for item in items] == ["Two\nlines", words]


@shows("O-901")
@pytest.mark.parametrize("width", [PHONE, TABLET, DESKTOP])
def test_capturing_is_at_hand_on_every_screen(page, person, width):
    visit = page(width, person=person)
    for screen in ["inbox", "inbox/plans", "inbox/logbook", "notes", "boards", "search", "settings"]:
        visit.goto(f"{person.home}/{screen}")
        expect(visit.get_by_role("heading", level=1)).to_be_visible()
        capture = visit.get_by_role("region", name="Capture")
        if width == PHONE:
            capture.get_by_role("button", name="Capture a thought").click()
        field(visit).fill(f"From {screen}")
        field(visit).press("Enter")
        expect(visit.get_by_text("Saved. Organize later.")).to_be_visible()
    person.awaits("/inbox", lambda inbox: len(inbox["items"]) == 7)


@shows("O-909")
def test_on_a_telephone_capturing_is_a_sheet_and_editing_a_screen(opened, inbox, axe):
    inbox.capture("Water the plants")
    visit = opened(width=PHONE)
    visit.get_by_role("button", name="Capture a thought").click()
    sheet = visit.get_by_role("dialog", name="Capture")
    expect(field(visit)).to_be_focused()
    axe(visit)
    sheet.get_by_role("button", name="Close").click()
    visit.get_by_role("link", name="Water the plants").click()
    expect(visit.get_by_role("heading", name="Item")).to_be_visible()
    expect(visit).to_have_url(re.compile(r"item="))
    expect(visit.get_by_role("dialog")).to_have_count(0)
    axe(visit)
    visit.get_by_role("link", name="Back to the list").click()
    expect(visit.get_by_role("heading", name="Inbox")).to_be_visible()


@keeps_app
@shows("N-403.1", "N-403.2")
def test_thoughts_are_kept_without_a_network_and_sent_later(opened, person, inbox):
    inbox.capture("Before")
    visit = opened()
    expect(visit.get_by_role("link", name="Before")).to_be_visible()
    # The replica has come: what follows needs no service.
    visit.wait_for_function("() => performance.getEntriesByName('daybook replica ready').length > 0")
    kept(visit)
    with offline(visit):
        field(visit).fill("On the train")
        field(visit).press("Enter")
        expect(visit.get_by_text("Saved. Organize later.")).to_be_visible()
        expect(visit.get_by_role("link", name="On the train")).to_be_visible()
        row(visit, "Before").get_by_role("checkbox").click()
        expect(row(visit, "Before").get_by_text("Done")).to_be_visible()
        visit.reload()
        expect(visit.get_by_role("link", name="On the train")).to_be_visible()
        assert [item["title"] for item in person.views("/inbox")["items"]] == ["Before"]
    wanted = {"On the train": False, "Before": True}
    person.awaits("/inbox", lambda seen: {item["title"]: item["completed"] is not None for item in seen["items"]} == wanted)
    expect(visit.get_by_role("button", name="Sync: Synced")).to_be_visible()


@shows("O-101")
def test_a_thought_may_be_spoken_and_is_saved_by_hand(page, person):
    visit = page(person=person)
    visit.add_init_script(
        """globalThis.SpeechRecognition = globalThis.webkitSpeechRecognition = class extends EventTarget {
          start() { globalThis.recogniser = this; }
          stop() { this.dispatchEvent(new Event("end")); }
          hear(transcript) {
            const results = [Object.assign([{ transcript }], { isFinal: true })];
            this.dispatchEvent(Object.assign(new Event("result"), { results }));
          }
        };"""
    )
    visit.goto(person.home + "/inbox")
    visit.get_by_role("button", name="Capture by voice").click()
    visit.evaluate("recogniser.hear('Buy a red lamb')")
    expect(field(visit)).to_have_value("Buy a red lamb")
    assert person.views("/inbox")["items"] == []
    field(visit).fill("Buy a red lamp")
    field(visit).press("Enter")
    expect(visit.get_by_role("link", name="Buy a red lamp")).to_be_visible()
    # What is still heard belongs to no thought any more.
    visit.evaluate("recogniser.hear('Buy a red lamb')")
    expect(field(visit)).to_have_value("")
    expect(visit.get_by_role("button", name="Capture by voice")).to_be_visible()


def test_an_empty_thought_is_not_kept(opened, person):
    visit = opened()
    field(visit).fill("   ")
    field(visit).press("Enter")
    expect(visit.get_by_text("Your inbox is empty")).to_be_visible()
    assert person.views("/inbox")["items"] == []


# The inbox


@shows("O-201", "O-202", "O-910")
def test_items_come_newest_first_and_are_worked_with_by_buttons(opened, inbox, person):
    inbox.capture("Oldest", "Middle", "Newest")
    visit = opened()
    expect(visit.get_by_role("link", name="Newest")).to_be_visible()
    assert titles(visit) == ["Newest", "Middle", "Oldest"]
    row(visit, "Middle").get_by_role("checkbox", name="Complete “Middle”").click()
    expect(row(visit, "Middle").get_by_text("Done")).to_be_visible()
    expect(row(visit, "Middle").get_by_role("checkbox")).to_be_checked()
    row(visit, "Oldest").hover()
    row(visit, "Oldest").get_by_role("button", name="Star “Oldest”").click()
    expect(row(visit, "Oldest").get_by_role("button", name="Star “Oldest”")).to_have_attribute("aria-pressed", "true")
    visit.get_by_role("radio", name="Starred").check()
    expect(visit.get_by_role("link", name="Newest")).to_have_count(0)
    assert titles(visit) == ["Oldest"]
    visit.get_by_role("radio", name="Open").check()
    expect(visit.get_by_role("link", name="Middle")).to_have_count(0)
    assert titles(visit) == ["Newest", "Oldest"]
    wanted = {"Newest": (False, False), "Middle": (False, True), "Oldest": (True, False)}
    state = lambda item: (item["starred"], item["completed"] is not None)
    person.awaits("/inbox", lambda inbox: {item["title"]: state(item) for item in inbox["items"]} == wanted)


@shows("O-205")
def test_what_is_deleted_comes_back_by_the_banner(opened, inbox):
    inbox.capture("Keep", "Throw away")
    visit = opened()
    row(visit, "Throw away").hover()
    row(visit, "Throw away").get_by_role("button", name="Delete “Throw away”").click()
    expect(visit.get_by_role("link", name="Throw away")).to_have_count(0)
    expect(visit.get_by_role("dialog")).to_have_count(0)
    expect(visit.get_by_text("Deleted “Throw away”")).to_be_visible()
    visit.get_by_role("button", name="Undo").click()
    expect(visit.get_by_role("link", name="Throw away")).to_be_visible()


def swipe(visit: Page, title: str, distance: int) -> None:
    box = visit.get_by_role("link", name=title).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = visit.context.new_cdp_session(visit)
    touch = lambda kind, *points: session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})
    touch("touchStart", {"x": x, "y": y})
    for step in range(1, 9):
        touch("touchMove", {"x": x + distance * step / 8, "y": y})
    touch("touchEnd")


@shows("O-203", "O-204")
def test_swiping_does_what_the_buttons_do(opened, inbox):
    inbox.capture("To the left", "To the right", "A little")
    visit = opened(width=PHONE)
    swipe(visit, "To the right", 130)
    expect(row(visit, "To the right").get_by_text("Done")).to_be_visible()
    swipe(visit, "To the left", -130)
    expect(row(visit, "To the left").get_by_role("button", name="Star “To the left”")).to_have_attribute("aria-pressed", "true")
    swipe(visit, "A little", 40)
    row(visit, "A little").get_by_role("button", name="Star “A little”").click()
    expect(row(visit, "A little").get_by_role("button", name="Star “A little”")).to_have_attribute("aria-pressed", "true")
    expect(row(visit, "A little").get_by_text("Done")).to_have_count(0)


@shows("B-88")
def test_the_inbox_is_worked_through_by_keys_alone(opened, inbox, person):
    inbox.capture("Fifth", "Fourth", "Third", "Second", "First")
    visit = opened()
    expect(visit.get_by_role("link", name="First")).to_be_visible()
    keys = visit.keyboard
    keys.press("j")
    expect(visit.get_by_role("link", name="First")).to_be_focused()
    keys.press("e")
    expect(row(visit, "First").get_by_text("Done")).to_be_visible()
    keys.press("j")
    keys.press("s")
    expect(row(visit, "Second").get_by_role("button", name="Star “Second”")).to_have_attribute("aria-pressed", "true")
    keys.press("r")
    words = visit.get_by_role("textbox", name="Reword “Second”")
    expect(words).to_be_focused()
    words.fill("Second, reworded")
    keys.press("Enter")
    expect(visit.get_by_role("link", name="Second, reworded")).to_be_focused()
    keys.press("j")
    keys.press("#")
    expect(visit.get_by_role("link", name="Third")).to_have_count(0)
    # The focus goes to what came into its place, so that the next key is about it.
    expect(visit.get_by_role("link", name="Fourth")).to_be_focused()
    keys.press("f")
    dialog = visit.get_by_role("dialog", name="Follow up")
    expect(dialog.get_by_role("button", name="Today")).to_be_focused()
    keys.press("Tab")
    keys.press("Enter")
    expect(row(visit, "Fourth").get_by_text("Tomorrow")).to_be_visible()
    expect(visit.get_by_role("link", name="Fourth")).to_be_focused()
    # Several at once: selected, tagged and filed as one.
    keys.press("x")
    keys.press("j")
    keys.press("x")
    expect(visit.get_by_text("2 items selected").last).to_be_visible()
    keys.press("t")
    expect(visit.get_by_role("textbox", name="New tags")).to_be_focused()
    keys.type("home, home/garden")
    keys.press("Enter")
    expect(row(visit, "Fifth").get_by_text("#home/garden")).to_be_visible()
    keys.press("m")
    keys.type("Garden")
    keys.press("Enter")
    expect(visit.get_by_role("link", name="Fifth")).to_have_count(0)
    filed = lambda plans: [(plan["name"], plan["structured"], plan["count"]) for plan in plans["collections"]]
    person.awaits("/collections", lambda plans: filed(plans) == [("Garden", True, 2)])
    holds(person, "First", "Second, reworded")
    keys.press("Control+z")
    expect(visit.get_by_role("link", name="Fifth")).to_be_visible()


def test_the_help_lists_the_keys_of_the_list(opened, inbox):
    inbox.capture("One")
    visit = opened()
    expect(visit.get_by_role("link", name="One")).to_be_visible()
    visit.keyboard.press("?")
    help = visit.get_by_role("dialog")
    for label in ["Next", "Previous", "Select", "Complete or reopen", "Add to a plan or list", "Split by lines"]:
        expect(help.get_by_text(label, exact=True)).to_be_visible()


def test_a_list_of_lines_becomes_items(opened, inbox, person):
    inbox.capture("- Milk\n- Eggs\n\n3. Flour")
    visit = opened()
    row(visit, "- Milk").get_by_role("button", name="More for").click()
    visit.get_by_role("menuitem", name="Split by lines").click()
    dialog = visit.get_by_role("dialog", name="Split by lines")
    dialog.get_by_role("switch", name="Delete the original").check()
    dialog.get_by_role("button", name="Split into 3 items").click()
    expect(visit.get_by_role("link", name="Flour")).to_be_visible()
    person.awaits("/inbox", lambda inbox: {item["title"] for item in inbox["items"]} == {"Milk", "Eggs", "Flour"})
    visit.get_by_role("button", name="Undo").click()
    expect(visit.get_by_role("link", name="- Milk")).to_be_visible()
    holds(person, "- Milk")


def test_duplicates_are_merged(opened, inbox, person):
    inbox.capture("Buy milk", "Milk!")
    visit = opened()
    expect(visit.get_by_role("link", name="Milk!")).to_be_visible()
    visit.keyboard.press("Control+a")
    visit.get_by_role("button", name="More for the selected").click()
    visit.get_by_role("menuitem", name="Merge into the first").click()
    expect(visit.get_by_role("link", name="Buy milk")).to_have_count(0)
    holds(person, "Milk!")


@shows("O-911")
def test_organizing_is_offered_gently_and_can_be_put_off(opened, inbox, person):
    inbox.capture(*(f"Thought {number}" for number in range(5)))
    visit = opened()
    field(visit).focus()
    prompt = visit.get_by_text("Ready to organize")
    expect(prompt).to_be_visible()
    expect(field(visit)).to_be_focused()
    visit.get_by_role("button", name="Later").click()
    visit.get_by_role("menuitem", name="Tomorrow").click()
    expect(prompt).to_have_count(0)
    person.awaits("/prompts", lambda prompts: [one["kind"] for one in prompts["prompts"]] == ["organise"])
    # It can be had back.
    visit.get_by_role("link", name="Follow-up").click()
    visit.get_by_role("button", name="Show again").click()
    visit.get_by_role("link", name="Inbox", exact=True).first.click()
    expect(prompt).to_be_visible()
    visit.get_by_role("button", name="Don't show again").click()
    expect(prompt).to_have_count(0)
    visit.reload()
    expect(visit.get_by_role("link", name="Thought 4")).to_be_visible()
    expect(prompt).to_have_count(0)


# One item


def test_an_item_is_edited_beside_its_list(opened, inbox, person):
    (item,) = inbox.capture("Cal the dentist")
    visit = opened()
    visit.get_by_role("link", name="Cal the dentist").click()
    pane = visit.get_by_role("complementary", name="Item")
    words = pane.get_by_role("textbox", name="What it says")
    words.fill("Call the dentist")
    words.blur()
    expect(visit.get_by_role("link", name="Call the dentist")).to_be_visible()
    # What was captured first stays readable.
    expect(pane.get_by_text("Cal the dentist", exact=True)).to_be_visible()
    pane.get_by_role("button", name="Add to a plan or list").click()
    visit.get_by_role("textbox", name="Find one, or name a new one").fill("Health")
    visit.get_by_role("button", name="New list “Health”").click()
    expect(pane.get_by_role("link", name="Health")).to_be_visible()
    pane.get_by_role("button", name="Take out of Health").click()
    expect(pane.get_by_role("link", name="Health")).to_have_count(0)
    pane.get_by_role("button", name="Close").click()
    expect(pane).to_have_count(0)
    assert person.views("/items/" + item)["original"] == "Cal the dentist"


@shows("O-1004")
def test_putting_something_off_relieves(opened, inbox):
    inbox.capture("Tax return")
    visit = opened()
    row(visit, "Tax return").get_by_role("button", name="More for").click()
    visit.get_by_role("menuitem", name="Follow up").click()
    visit.get_by_role("button", name="In a month").click()
    expect(visit.get_by_text("Saved. You don't have to deal with this right now.")).to_be_visible()
    visit.get_by_role("link", name="Follow-up").click()
    expect(visit.get_by_role("link", name="Tax return")).to_be_visible()


# Plans and lists


@shows("O-210")
def test_a_plan_has_order_and_levels_by_keys_menu_and_pointer(opened, inbox, person):
    plan = inbox.plan("Move", "Find a flat", "Visit", "Pack", "Books")
    visit = opened("plans", plan)
    levels = lambda: visit.get_by_role("main").locator("[data-item]").evaluate_all(
        "rows => rows.map(row => [row.querySelector('.item-title').textContent, Number(row.style.getPropertyValue('--level'))])"
    )
    shown = lambda *wanted: visit.wait_for_function(
        "wanted => JSON.stringify(Array.from(document.querySelectorAll('[data-item]'), row =>"
        " [row.querySelector('.item-title').textContent, Number(row.style.getPropertyValue('--level'))])) === wanted",
        arg="[" + ",".join(f'["{title}",{level}]' for title, level in wanted) + "]",
    )
    visit.get_by_role("link", name="Visit").focus()
    visit.keyboard.press("Alt+ArrowRight")
    shown(("Find a flat", 0), ("Visit", 1), ("Pack", 0), ("Books", 0))
    expect(visit.get_by_role("link", name="Visit")).to_be_focused()
    row(visit, "Books").get_by_role("button", name="More for").click()
    visit.get_by_role("menuitem", name="Indent").click()
    shown(("Find a flat", 0), ("Visit", 1), ("Pack", 0), ("Books", 1))
    visit.get_by_role("link", name="Pack").focus()
    visit.keyboard.press("Alt+ArrowUp")
    shown(("Pack", 0), ("Books", 1), ("Find a flat", 0), ("Visit", 1))
    visit.get_by_role("link", name="Books").focus()
    visit.keyboard.press("Alt+ArrowLeft")
    shown(("Pack", 0), ("Books", 0), ("Find a flat", 0), ("Visit", 1))
    # By pointer: the last one to the top.
    row(visit, "Visit").hover()
    handle = row(visit, "Visit").get_by_title("Drag to move").bounding_box()
    top = row(visit, "Pack").bounding_box()
    visit.mouse.move(handle["x"] + 22, handle["y"] + 22)
    visit.mouse.down()
    visit.mouse.move(handle["x"] + 22, top["y"] + 4, steps=6)
    visit.mouse.up()
    shown(("Visit", 0), ("Pack", 0), ("Books", 0), ("Find a flat", 0))
    wanted = [tuple(line) for line in levels()]
    person.awaits("/collections/" + plan, lambda seen: [(line["title"], line["level"]) for line in seen["items"]] == wanted)
    visit.get_by_role("button", name="Undo").click()
    shown(("Pack", 0), ("Books", 0), ("Find a flat", 0), ("Visit", 1))


def test_a_plan_shows_its_history(opened, inbox):
    plan = inbox.plan("Move", "Pack")
    visit = opened("plans", plan)
    visit.get_by_role("button", name="More for this plan").click()
    visit.get_by_role("menuitem", name="History").click()
    history = visit.get_by_role("complementary", name="History")
    expect(history.get_by_role("button", name="Created")).to_be_visible()
    history.get_by_role("button", name="Close").click()
    expect(history).to_have_count(0)


def test_a_plan_is_made_filled_renamed_and_deleted(opened, person):
    visit = opened("plans")
    visit.get_by_role("button", name="New plan or list").click()
    visit.get_by_role("textbox", name="Name").fill("Spring")
    visit.keyboard.press("Enter")
    expect(visit.get_by_role("heading", name="Spring")).to_be_visible()
    line = visit.get_by_role("textbox", name="Add an item")
    for words in ["Sow", "Dig"]:
        line.fill(words)
        line.press("Enter")
        expect(visit.get_by_role("link", name=words)).to_be_visible()
    assert titles(visit) == ["Sow", "Dig"]
    assert person.views("/inbox")["items"] == []
    visit.get_by_role("button", name="More for this plan").click()
    visit.get_by_role("menuitem", name="Rename").click()
    visit.get_by_role("textbox", name="Name").fill("Garden in spring")
    visit.keyboard.press("Enter")
    expect(visit.get_by_role("heading", name="Garden in spring")).to_be_visible()
    visit.get_by_role("button", name="More for this plan").click()
    visit.get_by_role("menuitem", name="Delete").click()
    expect(visit.get_by_text("No plans or lists yet")).to_be_visible()
    visit.get_by_role("button", name="Undo").click()
    expect(visit.get_by_role("link", name="Garden in spring")).to_be_visible()


@shows("O-214")
def test_a_link_leads_to_its_plan_and_says_when_that_is_gone(opened, inbox):
    plan = inbox.plan("House", "Roof")
    (link,) = inbox.capture("The house")
    target = {"kind": "link", "collection": plan}
    list_of_links = inbox.plan("Overview", structured=False)
    inbox.give(
        {"type": "capture.typeItem", "item": link, "itemType": target},
        {"type": "capture.addToCollection", "collection": list_of_links, "item": link},
    )
    visit = opened("plans", list_of_links)
    visit.get_by_role("link", name="The house").click()
    expect(visit.get_by_role("heading", name="House")).to_be_visible()
    visit.get_by_role("button", name="More for this plan").click()
    visit.get_by_role("menuitem", name="Delete").click()
    visit.get_by_role("link", name="Overview").click()
    expect(row(visit, "The house").get_by_text("trash")).to_be_visible()
    visit.get_by_role("link", name="The house").click()
    expect(visit.get_by_text("This plan is in the trash")).to_be_visible()


# Done and deleted


@shows("B-03")
def test_the_trash_brings_everything_back_to_its_place(opened, inbox, person):
    plan = inbox.plan("Move", "Pack", "Paint")
    note = str(uuid.uuid4())
    (item, *_) = [line["id"] for line in person.views("/collections/" + plan)["items"]]
    inbox.give(
        {"type": "notes.createNote", "note": note, "title": "Ideas"},
        {"type": "notes.trashNote", "note": note},
        {"type": "capture.trashItem", "item": item},
    )
    visit = opened("trash")
    visit.get_by_role("button", name="Restore “Pack”").click()
    expect(visit.get_by_text("Restored “Pack”")).to_be_visible()
    visit.get_by_role("button", name="Restore “Ideas”").click()
    expect(visit.get_by_text("The trash is empty")).to_be_visible()
    person.awaits("/collections/" + plan, lambda seen: [line["title"] for line in seen["items"]] == ["Pack", "Paint"])
    person.awaits("/notes/" + note, lambda seen: seen["trashed"] is False)


@shows("B-83")
def test_the_logbook_keeps_what_is_done_and_reopens_it(opened, inbox, person):
    (item,) = inbox.capture("Send the letter")
    inbox.give({"type": "capture.completeItem", "item": item, "completed": NOW.isoformat()})
    visit = opened("logbook")
    row(visit, "Send the letter").get_by_role("checkbox").click()
    expect(visit.get_by_text("Nothing here yet")).to_be_visible()
    person.awaits("/items/" + item, lambda seen: seen["completed"] is None)


# Every screen


@pytest.mark.parametrize("width", [PHONE, DESKTOP])
def test_axe_finds_nothing_on_any_screen(page, person, inbox, axe, width):
    plan = inbox.plan("Move", "Pack", "Paint")
    items = inbox.capture(*(f"Thought {number}" for number in range(6)))
    inbox.give(
        {"type": "capture.starItem", "item": items[0]},
        {"type": "capture.completeItem", "item": items[1], "completed": NOW.isoformat()},
        {"type": "capture.tagItem", "item": items[2], "tags": ["home", "garden"]},
        {"type": "capture.createTag", "tag": str(uuid.uuid4()), "name": "home", "colour": "yellow"},
        {"type": "capture.followUpItem", "item": items[3], "day": "2026-11-21"},
        {"type": "capture.trashItem", "item": items[4]},
    )
    visit = page(width, person=person)
    for path, role, name in [
        ("", "link", "Thought 0"),
        ("/plans", "link", "Move"),
        (f"/plans/{plan}", "link", "Pack"),
        ("/follow-up", "link", "Thought 3"),
        ("/logbook", "link", "Thought 1"),
        ("/trash", "button", "Restore “Thought 4”"),
        (f"/items/{items[2]}", "textbox", "What it says"),
    ]:
        visit.goto(person.home + "/inbox" + path)
        expect(visit.get_by_role(role, name=name)).to_be_visible()
        axe(visit)


@shows("O-923")
@pytest.mark.parametrize("width", [PHONE, DESKTOP])
def test_everything_that_is_touched_is_large_enough(page, person, inbox, width):
    plan = inbox.plan("Move", "Pack")
    (item,) = inbox.capture("Thought")
    visit = page(width, person=person)
    for path in ["", "/plans", f"/plans/{plan}", f"/items/{item}"]:
        visit.goto(person.home + "/inbox" + path)
        expect(visit.get_by_role("main").get_by_role("button").first).to_be_attached()
        small = visit.evaluate(
            """() => Array.from(document.querySelectorAll("a[href], button, input, textarea, [role=menuitem]"), element => {
              const box = (element.closest(".segment, label.tick") ?? element).getBoundingClientRect();
              const isSeen = element.checkVisibility() && !element.matches(".skip") && !element.closest("p, dd");
              return isSeen && (box.width < 43.5 || box.height < 43.5) ? element.outerHTML.slice(0, 120) : "";
            }).filter(Boolean)"""
        )
        assert not small, small


# The inbox and what stands around it; a board may have its own word for a date that is past.
APP = pathlib.Path(__file__).resolve().parents[2] / "Sources/Web/App"
CALM = ["account", "design", "history", "inbox", "search", "shell"]
URGENT = re.compile(r"\b(overdue|hurry|urgently|asap|you failed|too late|don't forget|last chance|streak|falling behind|shame)\b", re.I)


@shows("O-913", "O-1001", "O-1002")
def test_no_word_urges_or_shames():
    found = [
        f"{file.name}: {match[0]}"
        for folder in CALM
        for file in sorted((APP / folder).rglob("*.ts*"))
        if not file.name.endswith((".test.ts", "_test.ts"))
        for text in re.findall(r'"[^"\n]*"|`[^`]*`|>[^<>{}]+<', file.read_text())
        if (match := URGENT.search(text))
    ]
    assert not found, found


# Long lists


def test_thousands_of_items_are_all_there_and_scroll_lightly(opened, person, inbox):
    count = 5000
    for start in range(0, count, 200):
        inbox.capture(*(f"Thought {number}" for number in range(start, start + 200)))
    visit = opened()
    thought = lambda number: visit.get_by_role("link", name=re.compile(rf"^Thought {number} "))
    expect(visit.get_by_text(f"{count} items", exact=True)).to_be_visible()
    expect(thought(count - 1)).to_be_visible()
    visit.evaluate(
        """() => {
            window.made = 0;
            new MutationObserver((list) => { for (const { addedNodes } of list) window.made += addedNodes.length; })
                .observe(document.body, { subtree: true, childList: true });
        }"""
    )
    list_ = visit.locator(".items")
    scrolls = "(top) => { let at = document.querySelector('.items'); while (at.scrollHeight <= at.clientHeight || !/auto|scroll/.test(getComputedStyle(at).overflowY)) at = at.parentElement; at.scrollTop = top; return at.scrollHeight; }"
    height = visit.evaluate(scrolls, 0)
    for step in range(1, 11):
        visit.evaluate(scrolls, height * step // 10)
        visit.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert list_.get_by_role("listitem").count() < 250
    last = thought(0)
    expect(last).to_be_visible()
    # Each of the ten steps makes what comes into sight, once.
    made = visit.evaluate("window.made")
    assert made < 10 * 250, made
    # Keys work in the middle of it, and what is done shows at once.
    last.focus()
    visit.keyboard.press("k")
    expect(thought(1)).to_be_focused()
    visit.keyboard.press("#")
    expect(visit.get_by_text(f"{count - 1} items", exact=True)).to_be_visible()
    expect(last).to_be_visible()
