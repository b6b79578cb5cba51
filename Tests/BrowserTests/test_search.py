"""Search over everything: words, marks, filters, links to the place, by keys and by voice."""

import re
import urllib.parse
import uuid

import pytest
from harness import DESKTOP, PHONE, TABLET, offline, shows
from playwright.sync_api import Page, expect


@pytest.fixture
def filled(person) -> dict[str, str]:
    """Something of each kind about paint; the identifiers by kind."""
    ids = {kind: str(uuid.uuid4()) for kind in ["note", "old", "board", "column", "card", "item", "plan"]}
    body = "Ask Ada for the key.\n\n" + "It has stood empty all winter. " * 12 + "\n\nThe porch 🌞 needs paint."
    commands = [
        {"type": "notes.createNote", "note": ids["note"], "title": "Summer house", "body": body},
        {"type": "notes.createNote", "note": ids["old"], "title": "Paint", "body": "White paint and blue paint."},
        {"type": "boards.openBoard", "board": ids["board"], "title": "House", "columns": [{"id": ids["column"], "name": "To do"}]},
        {"type": "boards.addCard", "card": ids["card"], "column": ids["column"], "title": "Buy paint", "description": "Two pots"},
        {"type": "capture.captureItem", "item": ids["item"], "content": "Paint the fence", "captured": "2026-11-20T09:00:00Z"},
        {"type": "capture.createCollection", "collection": ids["plan"], "name": "Painting", "isStructured": True},
        {"type": "capture.starItem", "item": ids["item"]},
    ]
    answer = person.sends(*({"sequence": number, "command": command} for number, command in enumerate(commands, 1)))
    assert all(result["status"] == 200 for result in answer["results"]), answer
    return ids


def box(visit: Page):
    return visit.get_by_role("searchbox", name="Search everything")


def hits(visit: Page) -> list[str]:
    return visit.get_by_role("main").get_by_role("heading", level=3).all_inner_texts()


@pytest.fixture
def searching(page, person):
    """Opens the search: searching("paint", width=PHONE)."""

    def search(query: str = "", width: int = DESKTOP, **options) -> Page:
        visit = page(width, person=person, **options)
        visit.goto(person.home + "/search" + (f"?q={urllib.parse.quote(query)}" if query else ""))
        expect(box(visit)).to_be_focused()
        return visit

    return search


@shows("N-301.1")
@pytest.mark.parametrize("keys", ["/", "Control+f"])
def test_keys_lead_to_the_search_box_from_everywhere(page, person, keys):
    visit = page(person=person)
    for screen in ["inbox", "notes", "boards"]:
        visit.goto(f"{person.home}/{screen}")
        expect(visit.get_by_role("navigation", name="Areas")).to_be_visible()
        expect(visit.get_by_role("heading", level=1)).to_be_visible()
        visit.keyboard.press(keys)
        expect(box(visit)).to_be_focused()
    visit.keyboard.type("/")
    expect(box(visit)).to_have_value("/")


def test_the_search_is_one_tap_away(page, person):
    visit = page(PHONE, person=person)
    visit.goto(person.home + "/inbox")
    visit.get_by_role("navigation", name="Areas").get_by_role("link", name="Search").click()
    expect(box(visit)).to_be_focused()


@shows("N-301.3")
def test_results_come_by_kind_with_their_marks(searching, filled):
    visit = searching()
    box(visit).press_sequentially("paint")
    expect(visit.get_by_text("5 results")).to_be_visible()
    kinds = visit.get_by_role("main").get_by_role("heading", level=2).all_inner_texts()
    assert sorted(kinds) == ["Cards", "Items", "Notes", "Plans and lists"]
    notes = visit.get_by_role("region", name="Notes")
    # The title weighs most.
    expect(notes.get_by_role("heading", level=3)).to_have_text(["Paint", "Summer house"])
    marks = notes.locator("mark")
    expect(marks).to_have_text(["Paint", "paint", "paint", "paint"])
    expect(visit.get_by_role("region", name="Cards").locator("mark")).to_have_text(["paint"])
    # The address keeps the query.
    expect(visit).to_have_url(re.compile(r"q=paint"))
    visit.reload()
    expect(visit.get_by_text("5 results")).to_be_visible()


@shows("N-301.5")
def test_results_lead_to_the_thing_and_the_place(searching, filled, person):
    visit = searching("paint")
    passage = visit.get_by_role("region", name="Notes").get_by_role("link", name="porch")
    address = urllib.parse.urlsplit(passage.get_attribute("href"))
    assert address.path == urllib.parse.urlsplit(f"{person.home}/notes/{filled['note']}").path
    # Counted in Unicode scalars of the text, as everywhere.
    start, end = (int(place) for place in re.fullmatch(r"match=(\d+)-(\d+)", address.query).groups())
    assert person.views("/notes/" + filled["note"])["body"][start:end] == "paint"
    passage.click()
    expect(visit).to_have_url(re.compile(f"/notes/{filled['note']}"))
    visit.go_back()
    visit.get_by_role("button", name="Buy paint").click()
    expect(visit).to_have_url(re.compile(f"/boards/{filled['board']}/cards/{filled['card']}"))
    visit.go_back()
    visit.get_by_role("region", name="Items").get_by_role("link", name="Paint the fence").first.click()
    expect(visit.get_by_role("textbox", name="What it says")).to_have_value("Paint the fence")
    visit.goto(person.home + "/search?q=paint")
    visit.get_by_role("link", name="Painting").click()
    expect(visit.get_by_role("heading", name="Painting")).to_be_visible()


def test_arrow_keys_go_through_the_results(searching, filled):
    visit = searching("paint")
    expect(visit.get_by_text("5 results")).to_be_visible()
    visit.keyboard.press("ArrowDown")
    first = visit.get_by_role("main").get_by_role("heading", level=3).first
    expect(first.locator("a, button")).to_be_focused()
    visit.keyboard.press("ArrowUp")
    expect(box(visit)).to_be_focused()


def test_filters_are_part_of_the_query(searching, filled):
    visit = searching("paint")
    visit.get_by_role("button", name="Kind: Everything").click()
    visit.get_by_role("menuitemradio", name="Items").click()
    expect(box(visit)).to_have_value("paint type:item")
    expect(visit.get_by_text("1 result")).to_be_visible()
    visit.get_by_role("button", name="State: Any state").click()
    visit.get_by_role("menuitemradio", name="Done").click()
    expect(box(visit)).to_have_value("paint type:item is:done")
    expect(visit.get_by_text("Nothing was found")).to_be_visible()
    visit.get_by_role("button", name="State: Done").click()
    visit.get_by_role("menuitemradio", name="Starred").click()
    expect(visit.get_by_text("1 result")).to_be_visible()
    visit.get_by_role("button", name="Clear").click()
    expect(visit.get_by_text("Find anything")).to_be_visible()


def test_an_unknown_operator_is_an_error_that_lists_the_known_ones(searching, filled):
    visit = searching("due:friday")
    refusal = visit.get_by_text("There is no operator due:")
    expect(refusal).to_be_visible()
    for operator in ["tag:", "in:", "type:", "is:", "has:", "before:", "after:"]:
        expect(refusal).to_contain_text(operator)
    visit.get_by_role("button", name="Operators").click()
    visit.get_by_role("dialog", name="What you can search for").get_by_role("button", name="is:done").click()
    expect(box(visit)).to_have_value("due:friday is:done")


def test_without_a_network_it_says_what_is_needed(searching, filled):
    visit = searching()
    with offline(visit):
        box(visit).fill("paint")
        expect(visit.get_by_text("Searching needs the service")).to_be_visible()


@shows("B-07")
def test_every_operator_of_the_help_is_understood(searching, filled):
    visit = searching("paint")
    visit.get_by_role("button", name="Operators").click()
    terms = visit.get_by_role("dialog").locator("code").all_inner_texts()
    assert {term.split(":")[0] for term in terms if ":" in term} == {"tag", "in", "type", "is", "has", "before", "after"}
    visit.keyboard.press("Escape")
    for term in terms:
        with visit.expect_response(lambda answer: "/search?" in answer.url) as answer:
            box(visit).fill(term.split(",")[0])
        assert answer.value.status == 200, term


# By voice: the browser's recognition, played by the test.

SPEECH = """
globalThis.SpeechRecognition = globalThis.webkitSpeechRecognition = class extends EventTarget {
  start() {
    globalThis.recogniser = this;
  }
  stop() { this.dispatchEvent(new Event("end")); }
  hear(text, isFinal) {
    const result = Object.assign([{ transcript: text }], { isFinal });
    this.dispatchEvent(Object.assign(new Event("result"), { results: [result] }));
    if (isFinal) this.dispatchEvent(new Event("end"));
  }
  fail(error) {
    this.dispatchEvent(Object.assign(new Event("error"), { error }));
    this.dispatchEvent(new Event("end"));
  }
};
"""


@pytest.fixture
def speaking(page, person):
    visit = page(person=person)
    visit.add_init_script(SPEECH)
    visit.goto(person.home + "/search")
    return visit


@shows("N-032", "N-302.1", "N-302.3", "N-302.4")
def test_what_was_heard_is_shown_and_changed_before_it_is_searched(speaking, filled):
    asked = []
    speaking.on("request", lambda request: asked.append(request.url) if "/search?" in request.url else None)
    speaking.get_by_role("button", name="Search by voice").click()
    expect(speaking.get_by_role("button", name="Stop listening")).to_be_visible()
    assert speaking.evaluate("recogniser.lang") == "en-GB"
    speaking.evaluate("recogniser.hear('pain', false)")
    expect(box(speaking)).to_have_value("pain")
    speaking.evaluate("recogniser.hear('pained', true)")
    expect(box(speaking)).to_have_value("pained")
    expect(speaking.get_by_text("This was heard.")).to_be_visible()
    box(speaking).fill("paint fence")
    # Longer than it takes to search what is written by hand.
    speaking.evaluate("new Promise(done => setTimeout(done, 600))")
    assert not [url for url in asked if "/v1/" in url], asked
    box(speaking).press("Enter")
    expect(speaking.get_by_text("1 result")).to_be_visible()
    assert [urllib.parse.parse_qs(urllib.parse.urlsplit(url).query)["q"] for url in asked if "/v1/" in url] == [["paint fence"]]


@shows("N-004")
def test_speech_is_recognised_in_the_language_of_the_browser(page, person, filled):
    visit = page(person=person, locale="de-AT")
    visit.add_init_script(SPEECH)
    visit.goto(person.home + "/search")
    visit.get_by_role("button", name="Search by voice").click()
    assert visit.evaluate("recogniser.lang") == "de-AT"


@shows("N-032")
def test_without_recognition_and_without_a_microphone_it_is_said_plainly(page, person, filled):
    visit = page(person=person)
    visit.add_init_script("delete globalThis.SpeechRecognition; delete globalThis.webkitSpeechRecognition;")
    visit.goto(person.home + "/search")
    visit.get_by_role("button", name="Search by voice").click()
    expect(visit.get_by_text("No microphone was found. You can write instead.")).to_be_visible()
    box(visit).fill("paint")
    expect(visit.get_by_text("5 results")).to_be_visible()


@shows("N-032")
def test_a_language_that_is_not_recognised_is_named(speaking, filled):
    speaking.get_by_role("button", name="Search by voice").click()
    speaking.evaluate("recogniser.fail('language-not-supported')")
    expect(speaking.get_by_text("This browser does not recognize British English by voice.")).to_be_visible()
    box(speaking).fill("paint")
    expect(speaking.get_by_text("5 results")).to_be_visible()


@shows("N-302.5")
def test_without_the_microphone_searching_by_hand_goes_on(speaking, filled):
    speaking.get_by_role("button", name="Search by voice").click()
    speaking.evaluate("recogniser.fail('not-allowed')")
    expect(speaking.get_by_text("The microphone is not allowed here.")).to_be_visible()
    expect(speaking.get_by_role("button", name="Search by voice")).to_be_visible()
    box(speaking).fill("paint")
    expect(speaking.get_by_text("5 results")).to_be_visible()


@pytest.mark.parametrize("width", [PHONE, TABLET, DESKTOP])
def test_axe_finds_nothing_in_a_search(searching, filled, axe, width):
    visit = searching("paint", width)
    expect(visit.get_by_text("5 results")).to_be_visible()
    axe(visit)
    visit.get_by_role("button", name="Operators").click()
    expect(visit.get_by_role("dialog")).to_be_visible()
    axe(visit)
