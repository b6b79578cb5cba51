"""What is asked for is answered by the service itself: suggestions, an analysis and a story, with nothing told by the test."""

import time

from playwright.sync_api import expect

from drawings import Family
from harness import DESKTOP, PHONE, shows
from test_inbox import Inbox


@shows("O-301", "O-302", "O-304", "O-305", "O-320", "O-325", "O-408")
def test_the_inbox_is_organised_by_rules_with_a_question_on_the_way(page, person, axe):
    Inbox(person).capture("Shopping: milk, eggs, bread", "Call mum and book a dentist", "The fridge is empty")
    visit = page(DESKTOP, person=person)
    visit.goto(person.home + "/inbox")
    visit.get_by_role("button", name="Suggest", exact=True).click()
    expect(visit.get_by_role("heading", name="Suggestions", level=1)).to_be_visible()
    shopping = visit.get_by_role("article", name="Shopping")
    expect(shopping).to_contain_text("A list")
    expect(visit.get_by_text("nothing was sent anywhere")).to_be_visible()
    axe(visit)
    shopping.get_by_role("checkbox", name="Take “bread”").uncheck(force=True)
    shopping.get_by_role("button", name="Accept").click()
    expect(shopping).to_contain_text("Accepted")
    [plan] = person.awaits("/collections", lambda all: len(all["collections"]) == 1)["collections"]
    assert plan["name"] == "Shopping" and plan["count"] == 2
    question = visit.get_by_role("group", name="One task or two")
    question.get_by_role("button", name="Two").click()
    visit.get_by_role("button", name="Suggest again with my answers").click()
    for task in ["Call mum", "Book a dentist"]:
        visit.get_by_role("article", name=task).get_by_role("button", name="Accept").click()
        expect(visit.get_by_role("article", name=task)).to_contain_text("Accepted")
    inbox = person.awaits("/inbox", lambda inbox: True)
    assert "Call mum and book a dentist" in [item["title"] for item in inbox["items"]], "what was captured stays"


@shows("J-301", "J-303", "J-307", "J-802", "J-811")
def test_a_work_is_measured_and_its_tips_come_by_themselves(page, person):
    family = Family(person)
    family.allows("analysis")
    work = family.work(caption="Sun over the sea")
    visit = page(PHONE, person=person)
    visit.goto(f"{person.home}/studio/works/{work}")
    tips = visit.get_by_role("region", name="Tips")
    tips.get_by_role("button", name="Analyze it").click()
    [analysis] = person.awaits(
        f"/artworks/{work}", lambda shown: [one["status"] for one in shown["analyses"]] == ["completed"]
    )["analyses"]
    assert "measures" in analysis["method"] and 3 <= analysis["tips"] <= 5
    first = person.views("/tips")[0]["text"]
    expect(tips.get_by_text(first)).to_be_visible()


@shows("J-401", "J-404", "J-405", "J-803")
def test_a_story_is_told_with_every_work_and_every_name(page, person):
    family = Family(person)
    family.allows("stories")
    works = [family.work(seed=seed, caption=caption) for seed, caption in enumerate(["Red rocket", "My cat", "The sea"])]
    visit = page(DESKTOP, person=person)
    visit.goto(f"{person.home}/studio/gallery")
    story = "00000000-0000-7000-8000-0000000000aa"
    request = {"artworks": works, "theme": "Space", "names": ["Mia", "Ben"], "length": "short", "note": ""}
    asked = time.monotonic()
    family.does({"type": "studio.requestStory", "story": story, "request": request})
    visit.goto(f"{person.home}/studio/stories/{story}")
    article = visit.get_by_role("article", name="The story")
    expect(article).to_be_visible()
    assert time.monotonic() - asked < 30
    for words in ["Mia", "Ben", "“Red rocket”", "“My cat”", "“The sea”"]:
        expect(article).to_contain_text(words)
