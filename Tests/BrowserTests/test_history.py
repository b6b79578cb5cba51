"""The history of a thing: what changed, how it was, and bringing it back."""

import uuid

import pytest
from harness import DESKTOP, PHONE, shows
from playwright.sync_api import Page, expect


@pytest.fixture
def item(person) -> str:
    """An item that was reworded and starred by another device."""
    item = str(uuid.uuid4())
    content = lambda text: {"type": "capture.rewordItem", "item": item, "content": text}
    moments = ["2026-11-20T09:00:00Z"]
    give = lambda number, command, **more: person.sends({"sequence": number, "command": command, **more})
    give(1, {"type": "capture.captureItem", "item": item, "content": "Buy paint\nand brushes", "captured": moments[0]})
    give(2, content("Buy paint\nand three brushes"), base=2)
    give(3, {"type": "capture.starItem", "item": item})
    assert person.views("/items/" + item)["starred"]
    return item


def show_history(visit: Page, person, item: str) -> None:
    visit.goto(f"{person.home}/inbox/items/{item}")
    visit.get_by_role("button", name="History").click()
    expect(visit.get_by_role("list", name="Changes, the newest first")).to_be_visible()


@shows("B-82")
def test_each_change_is_told_with_time_device_and_what_changed(page, person, item):
    visit = page(person=person)
    show_history(visit, person, item)
    changes = visit.get_by_role("list", name="Changes, the newest first")
    expect(changes.get_by_role("button")).to_have_count(3)
    expect(changes.get_by_role("button").first).to_contain_text("Starred")
    expect(changes.get_by_role("button").first).to_contain_text("Test · Robin")
    expect(changes.get_by_role("button").last).to_contain_text("Captured")
    diff = visit.get_by_role("list", name="What changed in the text").first
    expect(diff.get_by_role("listitem")).to_have_text(["Buy paint", "Removed: and brushes", "Added: and three brushes"])


@shows("C-04", "C-06")
def test_the_slider_shows_how_it_was_and_restoring_keeps_what_came_between(page, person, item):
    visit = page(person=person)
    show_history(visit, person, item)
    slider = visit.get_by_role("slider", name="Moment")
    expect(visit.get_by_text("Now", exact=True)).to_be_visible()
    slider.press("Home")
    past = visit.get_by_role("region", name="As of")
    expect(past.get_by_text("and brushes")).to_be_visible()
    expect(past.get_by_text("Starred")).to_have_count(0)
    # It can be read, and nothing of it changed.
    expect(past.get_by_role("textbox")).to_have_count(0)
    slider.press("ArrowRight")
    expect(past.get_by_text("and three brushes")).to_be_visible()
    past.get_by_role("button", name="Back to now").click()
    expect(past).to_have_count(0)
    slider.press("Home")
    past.get_by_role("button", name="Restore this").click()
    expect(past).to_have_count(0)
    wanted = ("Buy paint\nand brushes", False)
    person.awaits("/items/" + item, lambda now: (now["content"], now["starred"]) == wanted)
    kinds = [entry["kind"] for entry in person.views(f"/things/{item}/history")]
    assert kinds[:3] == ["item captured", "item reworded", "item starred"] and len(kinds) > 3


def test_a_change_is_chosen_by_itself_too(page, person, item):
    visit = page(PHONE, person=person)
    show_history(visit, person, item)
    visit.get_by_role("button", name="Captured").click()
    expect(visit.get_by_role("region", name="As of").get_by_text("and brushes")).to_be_visible()
    expect(visit.get_by_role("slider", name="Moment")).to_have_value("0")


@pytest.mark.parametrize("width", [PHONE, DESKTOP])
def test_axe_finds_nothing_in_a_history(page, person, item, axe, width):
    visit = page(width, person=person)
    show_history(visit, person, item)
    axe(visit)
    visit.get_by_role("slider", name="Moment").press("Home")
    expect(visit.get_by_role("region", name="As of").get_by_text("and brushes")).to_be_visible()
    axe(visit)
