"""A family together: inviting, what each member sees and may do, the week, and what happened lately."""

import re
import uuid

import pytest
from playwright.sync_api import expect

from drawings import Family, days_ago
from harness import DESKTOP, PHONE, Person, ready, shows
from test_attaching import png
from test_drawing import does
from test_shell import SIDEWAYS, SMALL_TARGETS, areas, open_at, sign_up
from test_start import fresh
from test_studio_time import tells_progress


def invited(person, **reach) -> str:
    """The secret of an invitation to the workspace of `person`."""
    return person.ask("POST", f"/v1/workspaces/{person.workspace}/invitations", reach)["secret"]


def joined(service, person, name: str = "Kim", **reach) -> Person:
    """Somebody who is a member of the workspace of `person`, whose address is theirs too."""
    member = Person(service, name)
    member.ask("POST", "/v1/invitations/accept", {"secret": invited(person, **reach)})
    member.home = person.home
    return member


def link_in(visit) -> str:
    return visit.get_by_role("textbox", name="The link that invites").input_value()


@shows("J-203")
def test_a_device_forgets_what_is_not_shared_any_more_and_its_person_adds_pictures_of_the_rest(page, service, person):
    family = Family(person, "Mia", "Jonas")
    ro = joined(service, person, "Ro", role="editor")
    visit = page(DESKTOP, person=ro)
    visit.goto(person.home + "/studio")
    ready(visit)
    expect(visit.get_by_role("link", name=re.compile("Mia")).first).to_be_visible()
    [line] = [one for one in person.views("/members")["members"] if one["name"] == "Ro"]
    reach = {"role": "editor", "children": [family.children["Jonas"]]}
    person.ask("PATCH", f"/v1/workspaces/{person.workspace}/members/{line['user']}", reach)
    # As soon as it asks what is new, it begins anew with what the service shows this person.
    family.work("Jonas", 3)
    expect(visit.get_by_role("link", name=re.compile("Mia"))).to_have_count(0)
    expect(visit.get_by_role("link", name=re.compile("Jonas")).first).to_be_visible()
    visit.reload()
    expect(visit.get_by_role("link", name=re.compile("Jonas")).first).to_be_visible()
    expect(visit.get_by_role("link", name=re.compile("Mia"))).to_have_count(0)
    visit.goto(person.home + "/studio/gallery")
    with visit.expect_file_chooser() as chooser:
        visit.get_by_role("button", name="Add pictures").click()
    chooser.value.set_files({"name": "Kite.png", "mimeType": "image/png", "buffer": png()})
    visit.get_by_role("dialog", name="Add").get_by_role("button", name="Add work").click()
    added = person.awaits("/gallery", lambda works: len(works) == 2)
    assert {one["child"] for one in added} == {family.children["Jonas"]}


def test_who_may_only_look_at_notes_is_offered_nothing_that_would_be_refused(page, service, person, axe):
    folder, made, gone = (str(uuid.uuid4()) for _ in range(3))
    does(person, {"type": "notes.createFolder", "folder": folder, "name": "Recipes"})
    does(person, {"type": "notes.createNote", "note": made, "title": "Bread", "body": "Flour", "folder": folder})
    does(person, {"type": "notes.createNote", "note": gone, "title": "Rusk", "body": ""})
    does(person, {"type": "notes.trashNote", "note": gone})
    does(person, {"type": "notes.createNote", "note": str(uuid.uuid4()), "title": "Flour", "body": "Flours of rye"})
    vic = joined(service, person, "Vic", role="viewer")
    visit = page(DESKTOP, person=vic)
    visit.goto(f"{person.home}/notes/{made}?in=all")
    note = visit.get_by_role("article", name="Bread")
    expect(note).to_contain_text("Flour")
    axe(visit)
    for name in ("New note", "New folder", "Edit", "Write", "Read", "Add tag", "Attach files"):
        expect(visit.get_by_role("button", name=name, exact=True)).to_have_count(0)
    expect(visit.get_by_role("textbox", name=re.compile("Title|Text of the note"))).to_have_count(0)
    visit.keyboard.press("n")
    visit.keyboard.press("Control+Shift+E")
    expect(note).to_be_visible()
    visit.get_by_role("button", name="More for this note").click()
    assert visit.get_by_role("menuitem").all_inner_texts() == ["History", "Copy as Markdown"]
    visit.keyboard.press("Escape")
    visit.get_by_role("link", name="Recently deleted").click()
    expect(visit.get_by_text("Rusk")).to_be_visible()
    expect(visit.get_by_role("button", name="Restore Rusk")).to_have_count(0)
    # What others write is seen at once.
    does(person, {"type": "notes.pinNote", "note": made})
    visit.get_by_role("link", name="All notes").click()
    expect(visit.get_by_role("link", name=re.compile("^Pinned.*Bread"))).to_be_visible()
    # How a note goes on after its title is told in whole words.
    expect(visit.get_by_role("link", name=re.compile("^Flour"))).to_contain_text("Flours of rye")
    visit.goto(person.home + "/settings")
    expect(visit.get_by_role("heading", name="Workspace", exact=True)).to_be_visible()
    expect(visit.get_by_role("link", name="Download")).to_have_count(0)


@shows("J-203", "J-108")
@pytest.mark.parametrize("width", [PHONE, DESKTOP])
def test_somebody_is_invited_joins_and_leaves(page, service, person, axe, width):
    Family(person, "Mia").work(seed=1, caption="A sun")
    here = open_at(page, person, "/people", width)
    here.get_by_role("button", name="Invite").click()
    dialog = here.get_by_role("dialog", name="Invite somebody")
    expect(dialog.get_by_text("Boards and captures are the owners’ alone")).to_be_visible()
    axe(here)
    dialog.get_by_role("button", name="Make the link").click()
    link = link_in(here)
    assert "/#invitation=" in link
    axe(here)
    assert here.evaluate(SMALL_TARGETS) == []
    here.get_by_role("button", name="Done").click()
    expect(here.get_by_role("list", name="Invitations")).to_contain_text("Anybody with the link")
    expect(here.get_by_role("list", name="Invitations")).to_contain_text("May add and change · Sees notes and all children")

    there = page(width)
    there.goto(link)
    expect(there.get_by_role("heading", name="You are invited")).to_be_visible()
    expect(there.get_by_text("Robin shares their Daybook with you.")).to_be_visible()
    expect(there.get_by_text("Look at, add and change notes and the works of all children")).to_be_visible()
    expect(there).not_to_have_url(re.compile("invitation"))
    axe(there)
    there.get_by_role("link", name="Sign up").click()
    sign_up(there, fresh("kim"), name="Kim")
    there.get_by_role("button", name="Accept").click()
    expect(there.get_by_role("list", name="Recent works").get_by_role("link", name=re.compile("A sun"))).to_be_visible()
    # Boards and captures are their owners' alone.
    expect(areas(there).get_by_role("link")).to_have_text(["Notes", "Studio", "Search"])
    expect(there.get_by_role("region", name="Capture")).to_have_count(0)
    there.goto(person.home + "/inbox")
    expect(there.get_by_role("heading", name="Not shared with you")).to_be_visible()
    there.goto(person.home + "/people")
    expect(there.get_by_role("list", name="Members").get_by_role("listitem")).to_have_count(2)
    expect(there.get_by_role("button", name="Invite")).to_have_count(0)
    there.get_by_role("button", name="Leave this workspace").click()
    there.get_by_role("dialog", name="Leave this workspace?").get_by_role("button", name="Leave").click()
    expect(areas(there).get_by_role("link", name="Boards")).to_be_visible()
    here.reload()
    expect(here.get_by_role("list", name="Members").get_by_role("listitem")).to_have_count(1)


@shows("J-203")
@pytest.mark.parametrize("width", [320, PHONE, DESKTOP])
def test_a_member_of_some_children_sees_those_alone(page, service, person, axe, width):
    family = Family(person, "Mia", "Jonas")
    sun, moon = family.work("Mia", seed=1, caption="A sun"), family.work("Jonas", seed=2, caption="A moon")
    for name, works in [("Holidays", [sun, moon]), ("Surprises", [moon])]:
        album = str(uuid.uuid4())
        family.does({"type": "studio.createAlbum", "album": album, "name": name})
        family.does(*({"type": "studio.addToAlbum", "album": album, "artwork": work} for work in works))
    kim = joined(service, person, role="viewer", children=[family.children["Mia"]])
    there = page(width, person=kim)
    there.goto(person.home)
    expect(areas(there).get_by_role("link")).to_have_text(["Studio", "Search"])
    works = there.get_by_role("list", name="Works of Mia")
    expect(works.get_by_role("link", name=re.compile("A sun"))).to_be_visible()
    expect(there.get_by_text("Jonas")).to_have_count(0)
    axe(there)
    assert there.evaluate(SIDEWAYS) <= 0
    sections = there.get_by_role("navigation", name="Studio").get_by_role("link")
    expect(sections).to_have_text(["Home", "Gallery", "Timeline", "Stories", "Albums", "Tips", "Children"])
    for section in ["Gallery", "Timeline"]:
        there.get_by_role("navigation", name="Studio").get_by_role("link", name=section).click()
        expect(there.get_by_role("heading", name=section, level=1)).to_be_visible()
        expect(there.get_by_role("link", name=re.compile("A sun"))).to_be_visible()
        expect(there.get_by_text("A moon")).to_have_count(0)
        # Of Jonas nothing can be asked for by the address either.
        there.goto(f"{person.home}/studio/{section.lower()}?child={family.children['Jonas']}")
        expect(there.get_by_role("link", name=re.compile("A sun"))).to_be_visible()
    for section, told in [("Albums", "Holidays"), ("Children", "Mia")]:
        there.get_by_role("navigation", name="Studio").get_by_role("link", name=section).click()
        expect(there.get_by_role("main").get_by_text(told).first).to_be_visible()
        for hidden in ["Jonas", "Surprises"]:
            expect(there.get_by_text(hidden)).to_have_count(0)
        axe(there)
    # No replica is kept of what somebody sees a part of.
    there.goto(person.home + "/people")
    expect(there.get_by_role("list", name="Members")).to_contain_text("Sees Mia")
    expect(there.get_by_role("article", name="Mia")).to_contain_text("1 new work: A sun")
    assert there.evaluate("performance.getEntriesByName('daybook replica ready').length") == 0
    expect(there.get_by_role("button", name="Sync: Synced")).to_be_visible()
    # What the owner adds comes by itself.
    there.goto(person.home)
    expect(works.get_by_role("link")).to_have_count(1)
    family.work("Mia", seed=3, caption="A cloud")
    expect(works.get_by_role("link", name=re.compile("A cloud"))).to_be_visible()


@shows("J-203")
def test_an_owner_changes_what_a_member_sees_and_takes_members_out(page, service, person, axe):
    family = Family(person, "Mia", "Jonas")
    joined(service, person, role="viewer")
    here = open_at(page, person, "/people")
    kim = here.get_by_role("list", name="Members").get_by_role("listitem").filter(has_text="Kim")
    expect(kim).to_contain_text("May look · Sees notes and all children")
    here.get_by_role("button", name="More for Kim").click()
    here.get_by_role("menuitem", name="Change…").click()
    dialog = here.get_by_role("dialog", name="What Kim may do")
    dialog.get_by_role("radio", name="May add and change").check(force=True)
    dialog.get_by_role("radio", name="Some children").check(force=True)
    boxes = dialog.get_by_role("group", name="Which children").get_by_role("checkbox")
    for box in boxes.all():
        box.uncheck()
    expect(dialog.get_by_role("alert")).to_contain_text("Choose at least one child")
    dialog.get_by_role("checkbox", name="Jonas").check()
    axe(here)
    dialog.get_by_role("button", name="Save").click()
    expect(kim).to_contain_text("May add and change · Sees Jonas")
    [member] = [one for one in person.views("/members")["members"] if one["name"] == "Kim"]
    assert member["role"] == "editor" and member["children"] == [family.children["Jonas"]]
    here.get_by_role("button", name="More for Kim").click()
    here.get_by_role("menuitem", name="Remove…").click()
    here.get_by_role("dialog", name="Remove Kim?").get_by_role("button", name="Remove").click()
    expect(kim).to_have_count(0)
    assert len(person.views("/members")["members"]) == 1


def test_a_guest_who_is_invited_ends_the_visit_first(page, service, person):
    there = page()
    there.goto("/")
    there.get_by_role("button", name="Try without an account").click()
    expect(there.get_by_text("You are trying Daybook")).to_be_visible()
    there.goto(f"{service.address}/#invitation={invited(person, role='viewer')}")
    there.get_by_role("button", name="End the visit").click()
    there.get_by_role("link", name="Sign up").click()
    sign_up(there, fresh("kim"), name="Kim")
    there.get_by_role("button", name="Accept").click()
    expect(there.get_by_role("heading", name="Studio", level=1)).to_be_visible()
    assert len(person.views("/members")["members"]) == 2


@shows("J-203")
def test_an_invitation_is_declined_taken_back_and_only_for_its_address(page, service, person):
    kim = Person(service, "Kim")
    there = page(person=kim)
    there.goto(f"{service.address}/#invitation={invited(person, role='viewer')}")
    there.get_by_role("button", name="Decline").click()
    expect(areas(there)).to_be_visible()
    assert {one["answer"] for one in person.views("/members")["invitations"]} == {"declined"}

    secret = invited(person, role="viewer", email="someone.else@example.org")
    there.goto(f"{service.address}/#invitation={secret}")
    there.get_by_role("button", name="Accept").click()
    expect(there.get_by_role("status").filter(has_text="for another account")).to_be_visible()
    there.get_by_role("button", name="Go on without it").click()
    expect(areas(there)).to_be_visible()

    there.goto(f"{service.address}/#invitation={'0' * 64}")
    expect(there.get_by_role("heading", name="This invitation is over")).to_be_visible()
    there.get_by_role("button", name="Go on without it").click()
    expect(areas(there)).to_be_visible()

    here = open_at(page, person, "/people")
    here.get_by_role("button", name="Take back the invitation of someone.else@example.org").click()
    expect(here.get_by_role("list", name="Invitations")).to_have_count(0)
    assert {one["answer"] for one in person.views("/members")["invitations"]} == {"declined", "revoked"}


@pytest.mark.parametrize("width", [PHONE, DESKTOP])
def test_the_week_is_seen_as_it_is_mailed_and_mailed_when_asked_for(page, person, axe, width):
    family = Family(person, "Mia")
    family.work("Mia", seed=1, caption="A sun")
    here = open_at(page, person, "/people", width)
    week = here.get_by_role("article", name="Mia")
    expect(week).to_contain_text("1 new work: A sun")
    expect(week.get_by_role("link", name="A sun")).to_have_attribute("href", re.compile("/studio/works/"))
    mailed = here.get_by_role("switch", name=re.compile("Mail me this once a week"))
    expect(mailed).not_to_be_checked()
    mailed.check()
    expect(here.get_by_text("The summary is mailed each week.")).to_be_visible()
    preferences = person.ask("GET", "/v1/account")["preferences"]
    assert preferences["weeklySummary"] is True and preferences["zone"]
    axe(here)
    assert here.evaluate(SIDEWAYS) <= 0
    assert here.evaluate(SMALL_TARGETS) == []
    here.get_by_role("button", name="The week before").click()
    expect(here.get_by_text("A quiet week. Nothing would be mailed.")).to_be_visible()
    expect(here.get_by_role("button", name="The week after")).to_be_enabled()


def test_what_happened_lately_is_told_with_who_did_it(page, service, person, axe):
    family = Family(person, "Mia")
    here = open_at(page, person, "/people")
    lately = here.get_by_role("list", name="Lately")
    expect(lately.get_by_role("listitem").first).to_contain_text("Robin added Mia")
    family.work("Mia", seed=1, caption="A sun")
    expect(lately).to_contain_text("Robin added a work of Mia")
    axe(here)
    lately.get_by_role("link", name=re.compile("added a work of Mia")).click()
    expect(here.get_by_role("heading", name="A sun")).to_be_visible()


@shows("J-804")
def test_grandparents_see_the_timeline_and_how_a_child_comes_along(page, service, person):
    """A parent shares one child; the works stand on a timeline, and what improved is said."""
    family = Family(person, "Mia")
    family.work("Mia", seed=1, caption="A sun", date=days_ago(90))
    family.work("Mia", seed=2, caption="A house")
    grandma = joined(service, person, "Grandma", role="viewer", children=[family.children["Mia"]])
    there = page(person=grandma)
    tells_progress(there, family)
    there.goto(person.home)
    there.get_by_role("navigation", name="Studio").get_by_role("link", name="Timeline").click()
    works = there.get_by_role("main").get_by_role("link", name=re.compile("A (sun|house)"))
    expect(works).to_have_count(2)
    expect(works.first).to_have_accessible_name(re.compile("A house"))
    there.get_by_role("navigation", name="Studio").get_by_role("link", name="Home").click()
    there.get_by_role("link", name=re.compile("^Mia")).click()
    progress = there.get_by_role("region", name="Progress")
    expect(progress.get_by_role("list", name="Skills now")).to_contain_text("up from 60 % last month")
    expect(progress.get_by_role("list", name="Skills now")).to_contain_text("Improving")


def test_a_member_reads_that_the_journal_is_the_owners(page, service, person):
    kim = joined(service, person, role="editor")
    there = page(person=kim)
    there.goto(person.home + "/people")
    expect(there.get_by_role("list", name="Members")).to_be_visible()
    expect(there.get_by_role("heading", name="Lately")).to_have_count(0)
    expect(there.get_by_role("heading", name="The week")).to_be_visible()
