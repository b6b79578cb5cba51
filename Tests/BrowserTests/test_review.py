"""Suggestions on how to organise the inbox: asked for by a person, edited, accepted or declined. What they suggest is told by the views here."""

import json
import uuid

import pytest
from playwright.sync_api import expect

from harness import DESKTOP, PHONE, TABLET, shows
from test_inbox import Inbox

CAPTURES = ["Book a room for the party", "Party: call the hall, and send cards", "Learn Italian", "Fix the bike", "Water"]


class Suggested:
    """A run as the view tells it, and what the page sends meanwhile."""

    def __init__(self, visit, person, items: list[str]):
        self.id, self.items, self.sent, self.asked = str(uuid.uuid4()), items, [], []
        self.run = {
            **{"id": self.id, "status": "pending", "askedBy": person.user, "asked": "2026-11-28T05:00:00Z"},
            **{"provider": "rules", "model": "1", "promptVersion": "1", "plan": "free", "priority": "normal"},
            **{"month": "2026-11", "counted": True, "items": items, "inputSHA256": "0" * 64, "payloadForgotten": False},
        }
        self.refusal = None
        visit.context.route("**/app/worker-*.js", lambda route: route.abort())
        visit.context.route("**/v1/**/runs/*", lambda route: route.fulfill(json=self.run))
        visit.context.route("**/v1/**/runs", self._ask)
        visit.context.route("**/v1/**/commands", self._commands)

    def _ask(self, route):
        if self.refusal:
            return route.fulfill(status=429, json=self.refusal)
        self.asked.append(json.loads(route.request.post_data))
        return route.fulfill(status=202, json=self.run)

    def _commands(self, route):
        body = json.loads(route.request.post_data or "{}")
        ours = ("capture.acceptSuggestion", "capture.declineSuggestion", "capture.answerQuestion", "capture.cancelRun")
        entries = [entry for entry in body.get("commands", []) if entry["command"]["type"] in ours]
        if not entries:
            return route.continue_()
        self.sent += [entry["command"] for entry in entries]
        results = [
            {"device": str(uuid.uuid4()), "sequence": entry["sequence"], "status": 200, "outcome": "nothingToDo"} for entry in entries
        ]
        return route.fulfill(json={"last": 1, "results": results})

    def suggests(self) -> None:
        room, party, italian = self.items[:3]
        self.run |= {
            "status": "completed",
            "questions": [{"question": "When is the party?", "answer": None}],
            "suggestions": [
                {
                    **{"id": str(uuid.uuid4()), "kind": "plan", "title": "Party", "decision": "open"},
                    **{"confidenceThousandths": 840, "confidence": "quite sure", "collection": None, "made": []},
                    "parts": [
                        {"text": CAPTURES[0], "item": room, "start": 0, "length": len(CAPTURES[0])},
                        {"text": "Call the hall", "item": party, "start": 7, "length": 13, "under": 0},
                        {"text": "Send cards", "item": party, "start": 26, "length": 10},
                    ],
                },
                {
                    **{"id": str(uuid.uuid4()), "kind": "task", "title": "Learn Italian", "decision": "open"},
                    **{"confidenceThousandths": 500, "confidence": "not sure", "collection": None, "made": []},
                    "parts": [{"text": CAPTURES[2], "item": italian, "start": 0, "length": 13}],
                },
            ],
        }


@pytest.fixture
def asked(page, person):
    """Opens the inbox of somebody with five captures."""

    def open_inbox(width=DESKTOP, **options):
        items = Inbox(person).capture(*CAPTURES)
        visit = page(width, person=person, **options)
        suggested = Suggested(visit, person, items)
        visit.goto(person.home + "/inbox")
        visit.get_by_role("button", name="Suggest an order").wait_for()
        return visit, suggested

    return open_inbox


@shows("O-004", "O-1102", "O-301", "O-304", "O-305", "O-320", "O-321", "O-322", "O-323", "O-325")
def test_suggestions_are_edited_and_nothing_is_done_before_somebody_says_so(asked, person, axe):
    visit, suggested = asked()
    assert suggested.asked == []
    visit.get_by_role("button", name="Suggest an order").click()
    expect(visit.get_by_role("status").filter(has_text="Looking at 5 items…")).to_be_visible()
    assert len(suggested.asked) == 1
    axe(visit)
    suggested.suggests()
    visit.reload()
    party = visit.get_by_role("article", name="Party")
    expect(party).to_contain_text("Quite sure, 84 %")
    expect(party).to_contain_text("From your words: “call the hall”")
    axe(visit)
    party.get_by_role("textbox", name="Title").fill("The party")
    party.get_by_role("textbox", name="Item 2").fill("Call the town hall")
    party.get_by_role("checkbox", name="Take “Send cards”").uncheck(force=True)
    party.get_by_role("combobox", name="Goes to").select_option(label="A new list")
    party.get_by_role("combobox", name="Goes to").select_option(label="A new plan")
    assert suggested.sent == []
    with visit.expect_response(lambda one: one.request.method == "POST" and one.url.endswith("/commands")):
        party.get_by_role("button", name="Accept").click()
    [accepted] = suggested.sent
    destination, parts = accepted["shape"]["destination"], accepted["shape"]["parts"]
    assert (destination["type"], destination["title"]) == ("newPlan", "The party")
    # Word for word it is the capture itself; other words become an item of their own, below it.
    assert [part["text"] for part in parts] == [CAPTURES[0], "Call the town hall"]
    assert parts[0]["item"] == suggested.items[0] and parts[1]["item"] not in suggested.items
    assert parts[1]["under"] == suggested.items[0]
    with visit.expect_response(lambda one: one.request.method == "POST" and one.url.endswith("/commands")):
        visit.get_by_role("article", name="Learn Italian").get_by_role("button", name="Decline").click()
    assert suggested.sent[-1]["type"] == "capture.declineSuggestion"
    visit.get_by_role("textbox", name="When is the party?").fill("In May")
    with visit.expect_response(lambda one: one.request.method == "POST" and one.url.endswith("/commands")):
        visit.get_by_role("button", name="Answer").click()
    assert suggested.sent[-1]["answer"] == "In May"
    # The captures themselves are as they were.
    assert {item["title"] for item in person.views("/inbox")["items"]} == set(CAPTURES)


@shows("O-324")
def test_a_request_is_cancelled_without_a_trace(asked, person):
    visit, suggested = asked()
    visit.get_by_role("button", name="Suggest an order").click()
    visit.get_by_role("button", name="Cancel").click()
    expect(visit.get_by_role("heading", name="Inbox")).to_be_visible()
    assert [one["type"] for one in suggested.sent] == ["capture.cancelRun"]
    assert {item["title"] for item in person.views("/inbox")["items"]} == set(CAPTURES)


@shows("O-408")
def test_where_there_are_no_suggestions_it_says_so_and_the_hand_remains(asked, axe):
    visit, suggested = asked()
    suggested.refusal = {
        **{"type": "urn:daybook:problem:ai_quota", "title": "quota", "status": 429, "name": "ai_quota"},
        "detail": "this month's 30 requests are used; there are new ones on 1 December",
    }
    visit.get_by_role("button", name="Suggest an order").click()
    expect(visit.get_by_text("there are new ones on 1 December. You can always organize by hand.").last).to_be_visible()
    suggested.refusal = None
    suggested.run |= {"status": "failed", "reason": "unreachable", "counted": False}
    visit.get_by_role("button", name="Suggest an order").click()
    expect(visit.get_by_text("There are no suggestions this time. Nobody could be reached")).to_be_visible()
    expect(visit.get_by_text("it does not count for this month")).to_be_visible()
    axe(visit)
    visit.get_by_role("button", name="Organize by hand").click()
    expect(visit.get_by_role("heading", name="Inbox")).to_be_visible()


@pytest.mark.parametrize(("width", "look"), [(PHONE, "dark"), (TABLET, "light"), (320, "light")])
def test_suggestions_are_touched_and_fit(asked, axe, width, look):
    visit, suggested = asked(width, color_scheme=look)
    suggested.suggests()
    visit.get_by_role("button", name="Suggest an order").click()
    visit.get_by_role("article", name="Party").wait_for()
    assert visit.evaluate("document.documentElement.scrollWidth") <= width
    for part in visit.locator("#main").get_by_role("button").all():
        box = part.bounding_box()
        assert box["height"] >= 44 and box["width"] >= 44, part
    axe(visit)
