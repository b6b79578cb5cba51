"""Tips of a work, and where its analysis stands. What an analysis found is told by the service alone: here the views tell it."""

import json
import uuid

import pytest
from playwright.sync_api import expect

from drawings import Family
from harness import DESKTOP, PHONE, shows

TIPS = [
    ("line_control", "Draw the waves along a ribbon on the table.", "https://www.example.org/waves"),
    ("colouring", "Colour the hill from its edge to its middle.", None),
    ("creativity", "Ask who lives behind the hill.", None),
]


class Told:
    """What the views tell of one work beyond what the service knows, and the commands that the page sends meanwhile."""

    def __init__(self, visit, person, work: str):
        self._person, self._path = person, f"/artworks/{work}"
        self.analyses: list[dict] = []
        self.skills: list[dict] = []
        self.tips: list[dict] = []
        self.asked: list[dict] = []
        self.sent: list[dict] = []
        # Without its replica the page asks the service for every view.
        visit.context.route("**/app/worker-*.js", lambda route: route.abort())
        visit.context.route(f"**/v1/**/artworks/{work}", self._work)
        visit.context.route("**/v1/**/tips*", self._tips)
        visit.context.route("**/analyses", self._ask)
        visit.context.route("**/commands", self._commands)

    def _work(self, route):
        known = self._person.views(self._path)
        route.fulfill(json=known | {"analyses": self.analyses, "skills": self.skills}, headers=self._headers())

    def _tips(self, route):
        route.fulfill(json=self.tips, headers=self._headers())

    def _headers(self) -> dict:
        return {"Daybook-Sequence": str(self._person.views("/changes?after=0")["last"])}

    def _ask(self, route):
        self.asked.append(json.loads(route.request.post_data))
        self.analyses = [analysis("pending")]
        route.fulfill(status=202, json=self.analyses[0])

    def _commands(self, route):
        body = json.loads(route.request.post_data or "{}")
        commands = [entry["command"] for entry in body.get("commands", [])]
        if not any("Tip" in command["type"] for command in commands):
            return route.continue_()
        self.sent += commands
        results = [
            {"device": str(uuid.uuid4()), "sequence": entry["sequence"], "status": 200, "outcome": "done", "first": 1, "last": 1}
            for entry in body["commands"]
        ]
        return route.fulfill(json={"last": 1, "results": results})

    def tells(self, work: str) -> None:
        """An analysis that is done, with its tips."""
        done = analysis("completed")
        self.analyses = [done | {"suggestedTags": [{"tag": "sea", "confidence": 870}]}]
        self.skills = [
            {"skill": "colouring", "valueThousandths": 750, "method": "measures", "changeThousandths": 150, "comparedWith": "2026-10"}
        ]
        self.tips = [
            {
                **{"id": str(uuid.uuid4()), "text": text, "skill": skill, "stage": "first", "resource": resource},
                **{"listVersion": 1, "analysis": done["id"], "artwork": work, "artworkTitle": "Sun", "childName": "Mia"},
                **{"saved": False, "new": True, "rating": "none"},
            }
            for skill, text, resource in TIPS
        ]


def analysis(status: str, reason: str | None = None) -> dict:
    about = {"attempt": 1, "method": "measures 1", "reason": reason, "tips": 3, "suggestedTags": []}
    return {"id": str(uuid.uuid4()), "status": status, **about}


@pytest.fixture
def work(person):
    family = Family(person)
    family.allows("analysis")
    return family.work(caption="Sun")


def opened(page, person, work, width=DESKTOP, **options):
    visit = page(width, person=person, **options)
    told = Told(visit, person, work)
    return visit, told, visit.get_by_role("region", name="Tips")


@shows("J-305")
def test_nothing_is_looked_at_where_nobody_agreed(page, person):
    family = Family(person)
    work = family.work(caption="Sun")
    visit, told, tips = opened(page, person, work)
    visit.goto(f"{person.home}/studio/works/{work}")
    expect(tips).to_contain_text("Tips are off for Mia.")
    expect(tips.get_by_role("link", name="What Daybook may do")).to_be_visible()
    assert told.asked == []


@shows("J-311")
def test_an_analysis_is_asked_for_waited_for_and_retried(page, person, work, axe):
    visit, told, tips = opened(page, person, work)
    visit.goto(f"{person.home}/studio/works/{work}")
    with visit.expect_response("**/analyses"):
        tips.get_by_role("button", name="Analyze it").click()
    expect(tips.get_by_role("status")).to_contain_text("Analyzing…")
    assert len(told.asked) == 1
    told.analyses = [analysis("failed", "the picture is too dark")]
    visit.reload()
    expect(tips.get_by_role("status")).to_contain_text("did not succeed: the picture is too dark. The work itself is safe.")
    axe(visit)
    with visit.expect_response("**/analyses"):
        tips.get_by_role("button", name="Retry analysis?").click()
    expect(tips.get_by_role("status")).to_contain_text("Analyzing…")
    assert len(told.asked) == 2


@shows("J-308", "J-309", "J-459", "J-207", "J-714", "J-003", "J-503")
@pytest.mark.parametrize("width", [PHONE, DESKTOP])
def test_tips_are_cards_that_are_turned_saved_and_rated(page, person, work, axe, width):
    visit, told, tips = opened(page, person, work, width)
    told.tells(work)
    visit.goto(f"{person.home}/studio/works/{work}")
    cards = tips.get_by_role("group", name="Tips")
    expect(cards.get_by_role("article", name="Tip 1 of 3")).to_contain_text(TIPS[0][1])
    expect(cards.get_by_role("link", name="www.example.org")).to_have_attribute("rel", "noreferrer noopener")
    expect(tips.get_by_role("list", name="Skills in this work")).to_contain_text("75 %, up from 60 % in October 2026")
    axe(visit)
    cards.get_by_role("button", name="Next tip").click()
    expect(cards.get_by_role("article", name="Tip 2 of 3")).to_contain_text(TIPS[1][1])
    visit.keyboard.press("ArrowRight")
    expect(cards.get_by_role("article", name="Tip 3 of 3")).to_contain_text(TIPS[2][1])
    expect(cards.get_by_role("button", name="Next tip")).to_be_disabled()
    card = cards.get_by_role("article")
    box = card.bounding_box()
    card.dispatch_event("pointerdown", {"clientX": box["x"] + 40, "clientY": box["y"] + 20, "bubbles": True})
    card.dispatch_event("pointerup", {"clientX": box["x"] + 160, "clientY": box["y"] + 24, "bubbles": True})
    expect(cards.get_by_role("article", name="Tip 2 of 3")).to_be_visible()
    cards.get_by_role("button", name="Save tip").click()
    cards.get_by_role("button", name="Helpful", exact=True).click()
    expect(visit.get_by_text("Tip saved")).to_be_visible()
    tip = told.tips[1]["id"]
    assert {"type": "studio.saveTip", "analysis": told.tips[0]["analysis"], "tip": tip} in told.sent
    assert any(one["type"] == "studio.rateTip" and one["rating"] == "up" for one in told.sent)
    # A suggested tag is on the work once somebody puts it there.
    assert person.views(f"/artworks/{work}")["artwork"]["tags"] == []
    # Playwright lets the request through only while it is waited for: this one, and not an earlier one that is on its way.
    with visit.expect_response(lambda answer: "sea" in (answer.request.post_data or "")):
        visit.get_by_role("list", name="Suggested tags").get_by_role("button", name="sea").click()
    person.awaits(f"/artworks/{work}", lambda work: work["artwork"]["tags"] == ["sea"])


@shows("J-309")
def test_tips_of_all_works_are_found_by_shelf_child_and_skill(page, person, work, axe):
    visit, told, _ = opened(page, person, work)
    told.tells(work)
    asked = []
    visit.on("request", lambda request: asked.append(request.url) if "/tips" in request.url else None)
    visit.goto(f"{person.home}/studio/tips")
    expect(visit.get_by_role("list", name="Tips").get_by_role("listitem")).to_have_count(3)
    expect(visit.get_by_role("article", name="Colouring")).to_contain_text("For Mia, from Sun")
    axe(visit)
    visit.get_by_role("radio", name="Saved").check(force=True)
    visit.get_by_role("combobox", name="Skill").select_option(label="Colouring")
    expect(visit.get_by_role("list", name="Tips").get_by_role("listitem")).to_have_count(3)
    assert any("saved=true" in url and "skill=colouring" in url for url in asked)
    told.tips = []
    visit.reload()
    expect(visit.get_by_text("No tips yet")).to_be_visible()
