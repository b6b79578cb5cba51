"""Two versions at once: texts that were written apart, and changes that came too late."""

import pytest
from playwright.sync_api import expect

from harness import DESKTOP, PHONE, offline, shows
from test_attaching import READY
from test_notes import does, note


def apart(person) -> str:
    """A note whose first word two devices replaced at once."""
    made = note(person, "Bread", "Flour and water.\n")
    parents = person.views(f"/notes/{made}")["parents"]
    for word in ("Rye", "Wheat"):
        runs = [{"position": 0, "deleteCount": 5, "insertion": word}]
        does(person, {"type": "notes.editNote", "note": made, "edit": {"parents": parents, "runs": runs}})
    return made


def comparing(page, person, made, width=DESKTOP, **options):
    visit = page(width, person=person, **options)
    visit.goto(f"{person.home}/notes/{made}")
    visit.get_by_role("button", name="Compare").click()
    return visit, visit.get_by_role("dialog", name="Written in two places")


@shows("N-402.3")
@pytest.mark.parametrize(
    ("choice", "kept"),
    [
        ("Keep version 1", "Rye and water.\n"),
        ("Keep version 2", "Wheat and water.\n"),
        ("Go back to this", "Flour and water.\n"),
        ("Keep this", "RyeWheat and water.\n"),
    ],
)
def test_of_two_versions_one_or_both_are_kept_by_one_command(page, person, axe, choice, kept):
    made = apart(person)
    visit, dialog = comparing(page, person, made)
    expect(dialog.get_by_label("Text of version 1")).to_have_text("Rye and water.\n")
    expect(dialog.get_by_label("Text of version 2")).to_have_text("Wheat and water.\n")
    expect(dialog.get_by_label("Text before")).to_have_text("Flour and water.\n")
    expect(dialog.get_by_role("textbox", name="Together")).to_have_value("RyeWheat and water.\n")
    if choice == "Keep this":
        axe(visit)
    dialog.get_by_role("button", name=choice).click()
    person.awaits(f"/notes/{made}", lambda one: one["body"] == kept and len(one["parents"]) == 1)
    assert person.views("/conflicts") == []
    expect(visit.get_by_role("button", name="Compare")).to_have_count(0)


def test_comparing_fits_a_telephone(page, person, axe):
    visit, dialog = comparing(page, person, apart(person), PHONE, color_scheme="dark")
    expect(dialog.get_by_role("button", name="Keep version 2")).to_be_visible()
    axe(visit)


@shows("N-402.3")
@pytest.mark.parametrize(
    ("choice", "kept"), [("Keep mine", "Rye bread"), ("Keep theirs", "Spelt bread"), ("Keep both", "Spelt bread / Rye bread")]
)
def test_a_change_that_came_too_late_shows_both_versions(page, person, axe, choice, kept):
    made = note(person, "Bread", "Flour.")
    visit = page(DESKTOP, person=person)
    visit.goto(f"{person.home}/notes/{made}")
    visit.wait_for_function(READY)
    title = visit.get_by_role("textbox", name="Title")
    expect(title).to_have_value("Bread")
    with offline(visit):
        title.fill("Rye bread")
        title.press("Enter")
        expect(visit.get_by_role("button", name="Sync:")).to_have_accessible_name("Sync: Offline, 1 waiting")
        does(person, {"type": "notes.retitleNote", "note": made, "title": "Spelt bread"})
    sync = visit.get_by_role("button", name="Sync:")
    expect(sync).to_have_accessible_name("Sync: 1 change refused")
    sync.click()
    dialog = visit.get_by_role("dialog", name="Sync")
    expect(dialog.get_by_role("definition")).to_have_text(["Rye bread", "Spelt bread"])
    axe(visit)
    dialog.get_by_role("button", name=choice).click()
    expect(dialog.get_by_role("list", name="Refused changes")).to_have_count(0)
    person.awaits(f"/notes/{made}", lambda one: one["title"] == kept)
    expect(title).to_have_value(kept)
