"""The studio through time: timeline, progress, milestones and albums."""

import uuid
from datetime import date

import pytest
from playwright.sync_api import expect

from drawings import TODAY, Family, days_ago
from harness import DESKTOP, PHONE, TABLET, frames, ready, shows

MONTHS = [f"2026-{month:02}" for month in range(6, 12)]


@pytest.fixture
def family(person):
    """Two children with twelve works over two years."""
    family = Family(person, "Mia", "Jonas")
    family.works = [
        family.work(["Mia", "Jonas"][n % 2], n, caption=f"Sun {n}", date=days_ago(n * 60), category=["drawing", "craft"][n % 3 == 0])
        for n in range(12)
    ]
    return family


def tells_progress(visit, family, child="Mia", *, observations=6):
    """Has the views tell how a child is coming along, as analyses would have it."""
    known = family.person.views(f"/children/{family.children[child]}/progress")
    sparse = observations < 3
    skill = {
        **{"skill": "line_control", "month": MONTHS[-1], "method": "measures", "otherwise": 0, "observations": observations},
        "levelThousandths": None if sparse else 750,
        "changeThousandths": None if sparse else 150,
        "comparedWith": None if sparse else MONTHS[-2],
        "direction": None if sparse else "Improving",
        "badge": None if sparse else "Line control: Improving",
        "step": None if sparse else "Confident",
        "sentence": "Line control: Add more uploads for better insights!" if sparse else "Line control 75 %, up from 60 % last month",
    }
    cells = [{"levelThousandths": 500 + 50 * at, "observations": 1} for at in range(len(MONTHS))]
    kept = [cell if at >= len(cells) - observations else None for at, cell in enumerate(cells)]
    heat = {"child": family.children[child], "name": child, "months": MONTHS, "rows": [{"skill": "line_control", "cells": kept}]}
    visit.context.route("**/app/worker-*.js", lambda route: route.abort())
    visit.context.route("**/v1/**/progress", lambda route: route.fulfill(json=known | {"skills": [skill]}))
    visit.context.route("**/v1/**/heatmap*", lambda route: route.fulfill(json=heat))


@shows("J-450", "J-452", "J-457")
def test_works_stand_at_the_months_they_were_made_in(page, person, family, axe):
    visit = page(DESKTOP, person=person)
    visit.goto(person.home + "/studio/timeline")
    expect(visit.get_by_text("12 works", exact=True)).to_be_visible()
    sections = visit.locator(".timeline-month")
    expect(sections.first.get_by_role("heading", level=2)).to_have_text(date.today().strftime("%B %Y"))
    expect(sections.first.get_by_role("link", name="Sun 0, by Mia")).to_be_visible()
    expect(sections).to_have_count(12)
    # What was celebrated stands in its month: the first upload of each child.
    expect(sections.first).to_contain_text("irst")
    axe(visit)
    visit.get_by_role("radio", name="Years").check(force=True)
    expect(visit.get_by_role("region", name=str(date.today().year), exact=True)).to_be_visible()
    assert sections.count() <= 3
    visit.get_by_role("button", name="Filter").click()
    visit.get_by_role("combobox", name="Child").select_option(label="Jonas")
    expect(visit.get_by_text("6 works", exact=True)).to_be_visible()
    visit.get_by_role("combobox", name="Kind").select_option(label="Craft")
    expect(visit.get_by_text("2 works", exact=True)).to_be_visible()
    visit.get_by_role("combobox", name="Skill").select_option(label="Writing")
    expect(visit.get_by_text("No work matches")).to_be_visible()


@shows("J-455")
def test_the_timeline_goes_on_as_one_scrolls(page, person):
    family = Family(person)
    family.does(*(family.uploaded(str(uuid.uuid4()), "Mia", n % 4, date=days_ago(n)) for n in range(300)))
    visit = page(PHONE, person=person)
    visit.goto(person.home + "/studio/timeline")
    ready(visit)
    works = visit.locator(".timeline-work")
    expect(works.first).to_be_visible()
    assert works.count() < 300
    for _ in range(12):
        visit.evaluate("document.querySelector('.studio-scroller').scrollTo(0, 1e6)")
        frames(visit)
        if works.count() == 300:
            break
        visit.wait_for_timeout(100)
    expect(works).to_have_count(300)


@shows("J-455")
def test_trends_and_badges_stand_where_they_were_seen(page, person, family, axe):
    known = person.views("/timeline?limit=60")
    [first, *_] = known["months"]
    first["trends"] = ["Mia: Line control 75 %, up from 60 % last month"]
    first["artworks"][0]["badges"] = ["Line control: Improving"]
    visit = page(DESKTOP, person=person)
    visit.context.route("**/app/worker-*.js", lambda route: route.abort())
    visit.context.route("**/v1/**/timeline*", lambda route: route.fulfill(json=known))
    visit.goto(person.home + "/studio/timeline")
    month = visit.locator(".timeline-month").first
    expect(month).to_contain_text("Mia: Line control 75 %, up from 60 % last month")
    expect(month.get_by_role("listitem").first).to_contain_text("Line control: Improving")
    axe(visit)


@shows("J-458")
def test_the_density_follows_keys_wheel_fingers_and_buttons(page, person, family):
    visit = page(DESKTOP, person=person)
    visit.goto(person.home + "/studio/timeline")
    tile = visit.locator(".timeline-work .work-tile-picture").first
    line = visit.locator(".timeline-line")
    edge = lambda: line.evaluate("line => line.style.getPropertyValue('--edge')")
    expect(tile).to_be_visible()
    assert edge() == "7.5rem"
    visit.keyboard.press("+")
    expect(line).to_have_attribute("style", "--edge: 11rem;")
    visit.keyboard.press("-")
    visit.keyboard.press("-")
    expect(line).to_have_attribute("style", "--edge: 5rem;")
    tile.hover()
    visit.keyboard.down("Control")
    visit.mouse.wheel(0, 80)
    visit.keyboard.up("Control")
    expect(line).to_have_attribute("style", "--edge: 3.5rem;")
    expect(visit.get_by_role("button", name="Smaller pictures")).to_be_disabled()
    visit.evaluate(
        """() => {
            const stage = document.querySelector(".timeline");
            const finger = (type, pointerId, clientX) =>
                stage.dispatchEvent(new PointerEvent(type, { pointerId, clientX, clientY: 300, pointerType: "touch", bubbles: true }));
            finger("pointerdown", 1, 200);
            finger("pointerdown", 2, 300);
            finger("pointermove", 2, 360);
            finger("pointerup", 1, 200);
            finger("pointerup", 2, 360);
        }"""
    )
    expect(line).to_have_attribute("style", "--edge: 5rem;")
    visit.get_by_role("button", name="Larger pictures").click()
    # It is kept on this device.
    visit.reload()
    expect(line).to_have_attribute("style", "--edge: 7.5rem;")


@shows("J-211", "J-453", "J-460")
@pytest.mark.parametrize(("width", "look"), [(DESKTOP, "light"), (PHONE, "dark")])
def test_progress_is_seen_as_bars_a_line_and_a_heatmap(page, person, family, axe, width, look):
    visit = page(width, person=person, color_scheme=look)
    tells_progress(visit, family)
    visit.goto(f"{person.home}/studio/children/{family.children['Mia']}")
    progress = visit.get_by_role("region", name="Progress")
    bars = progress.get_by_role("list", name="Skills now")
    expect(bars).to_contain_text("Line control 75 %, up from 60 % last month")
    expect(bars).to_contain_text("Improving")
    axe(visit)
    progress.get_by_role("radio", name="Over time").check(force=True)
    expect(progress.get_by_role("img", name="Line control: 50 % in June 2026, 75 % in November 2026")).to_be_visible()
    progress.get_by_text("As a table").click()
    rows = progress.get_by_role("table").get_by_role("row")
    expect(rows).to_have_count(7)
    expect(rows.last).to_have_text("November 202675 %")
    axe(visit)
    progress.get_by_role("radio", name="By month").check(force=True)
    expect(progress.get_by_role("rowheader", name="Line control")).to_be_visible()
    expect(progress.get_by_role("cell").last).to_have_text("75 %")
    axe(visit)


@shows("J-462")
def test_sparse_data_says_so(page, person, family):
    visit = page(DESKTOP, person=person)
    visit.goto(f"{person.home}/studio/children/{family.children['Jonas']}")
    expect(visit.get_by_role("region", name="Progress")).to_contain_text("Add more uploads for better insights!")
    other = page(DESKTOP, person=person)
    tells_progress(other, family, observations=2)
    other.goto(f"{person.home}/studio/children/{family.children['Mia']}")
    progress = other.get_by_role("region", name="Progress")
    progress.get_by_role("radio", name="Over time").check(force=True)
    expect(progress).to_contain_text("Add more uploads for better insights!")
    expect(progress.locator(".trend")).to_have_count(0)


@shows("J-005")
def test_milestones_are_celebrated_changed_and_hidden(page, person, family, axe):
    visit = page(DESKTOP, person=person)
    visit.goto(person.home + "/studio/timeline")
    visit.get_by_role("button", name="Milestones").click()
    lines = visit.get_by_role("list", name="Milestones").get_by_role("listitem")
    # The first upload of each of the two was celebrated by itself.
    expect(lines).to_have_count(2)
    visit.get_by_role("button", name="Celebrate").click()
    dialog = visit.get_by_role("dialog", name="Celebrate")
    dialog.get_by_role("textbox", name="What is celebrated").fill("Wrote a whole name")
    dialog.get_by_role("radio", name="Mia").check(force=True)
    axe(visit)
    dialog.get_by_role("button", name="Celebrate").click()
    expect(lines).to_have_count(3)
    visit.get_by_role("button", name="More for Wrote a whole name").click()
    visit.get_by_role("menuitem", name="Change").click()
    change = visit.get_by_role("dialog", name="Change the milestone")
    change.get_by_role("textbox", name="What is celebrated").fill("Wrote “Mia”")
    change.get_by_label("Day").fill("2026-02-03")
    change.get_by_role("button", name="Save").click()
    expect(lines.filter(has_text="Wrote “Mia”")).to_contain_text("3 February 2026")
    visit.get_by_role("button", name="More for Wrote “Mia”").click()
    visit.get_by_role("menuitem", name="Hide").click()
    expect(lines).to_have_count(2)
    visit.get_by_role("switch", name="Show hidden ones too").click()
    expect(lines.filter(has_text="Wrote “Mia”")).to_contain_text("hidden")
    axe(visit)


@shows("J-206", "B-62")
def test_albums_are_filled_ordered_renamed_and_put_away(page, person, family, axe):
    visit = page(DESKTOP, person=person)
    visit.goto(person.home + "/studio/albums")
    expect(visit.get_by_text("No albums yet")).to_be_visible()
    visit.get_by_role("button", name="New album").click()
    dialog = visit.get_by_role("dialog", name="New album")
    dialog.get_by_role("textbox", name="Name").fill("Summer")
    dialog.get_by_role("button", name="Make album").click()
    expect(visit.get_by_text("Nothing in it yet")).to_be_visible()
    visit.get_by_role("link", name="Go to the gallery").click()
    for title in ("Sun 0", "Sun 1", "Sun 2"):
        visit.get_by_role("checkbox", name=f"Select {title}", exact=True).check()
    visit.get_by_role("button", name="Add to album").click()
    visit.get_by_role("menuitem", name="Summer").click()
    visit.get_by_role("navigation", name="Studio").get_by_role("link", name="Albums").click()
    visit.get_by_role("link", name="Summer").click()
    works = visit.get_by_role("list", name="Works in this album").get_by_role("link")
    expect(works).to_have_count(3)
    visit.get_by_role("button", name="More for Sun 0").click()
    visit.get_by_role("menuitem", name="Move back").click()
    expect(works.nth(1)).to_have_accessible_name(visit.evaluate(NAME, TODAY))
    visit.get_by_role("button", name="More for Sun 0").click()
    visit.get_by_role("menuitem", name="Move back").click()
    expect(works.nth(2)).to_have_accessible_name(visit.evaluate(NAME, TODAY))
    visit.get_by_role("button", name="More for Sun 1", exact=True).click()
    visit.get_by_role("menuitem", name="Take out of the album").click()
    expect(works).to_have_count(2)
    axe(visit)
    visit.get_by_role("button", name="More for this album").click()
    visit.get_by_role("menuitem", name="Rename").click()
    rename = visit.get_by_role("dialog", name="Rename the album")
    rename.get_by_role("textbox", name="Name").fill("Summer by the sea")
    rename.get_by_role("button", name="Save").click()
    expect(visit.get_by_role("heading", name="Summer by the sea", level=1)).to_be_visible()
    visit.get_by_role("button", name="More for this album").click()
    visit.get_by_role("menuitem", name="Move to the trash").click()
    expect(visit.get_by_text("No albums yet")).to_be_visible()
    visit.get_by_role("button", name="Undo", exact=True).click()
    expect(visit.get_by_role("link", name="Summer by the sea")).to_contain_text("2 works")
    axe(visit)


NAME = "day => 'Sun 0, by Mia, ' + new Date(day + 'T12:00:00').toLocaleDateString(undefined, { dateStyle: 'long' })"


@shows("J-206")
def test_an_album_may_fill_itself(page, person, family):
    visit = page(DESKTOP, person=person)
    visit.goto(person.home + "/studio/albums")
    visit.get_by_role("button", name="New album").click()
    dialog = visit.get_by_role("dialog", name="New album")
    dialog.get_by_role("textbox", name="Name").fill("Crafts of Mia")
    dialog.get_by_role("switch", name="Fills itself").click()
    dialog.get_by_role("button", name="Filter").click()
    dialog.get_by_role("combobox", name="Child").select_option(label="Mia")
    dialog.get_by_role("combobox", name="Kind").select_option(label="Craft")
    dialog.get_by_role("button", name="Make album").click()
    expect(visit.get_by_text("2 works · fills itself: Mia, Craft")).to_be_visible()
    family.work("Mia", 20, caption="Paper boat", category="craft")
    expect(visit.get_by_role("link", name="Paper boat, by Mia")).to_be_visible()


@pytest.mark.parametrize(("width", "look"), [(PHONE, "dark"), (TABLET, "light"), (320, "light")])
def test_time_is_touched_and_fits(page, person, family, axe, width, look):
    album = str(uuid.uuid4())
    family.does(
        {"type": "studio.createAlbum", "album": album, "name": "Summer"},
        {"type": "studio.addToAlbum", "album": album, "artwork": family.works[0]},
    )
    visit = page(width, person=person, color_scheme=look)
    for place in ("timeline", "milestones", "albums", f"albums/{album}"):
        visit.goto(f"{person.home}/studio/{place}")
        visit.get_by_role("heading", level=1).wait_for()
        visit.locator("#main .work-tile, #main .milestone, #main .album-tile").first.wait_for()
        frames(visit)
        assert visit.evaluate("document.querySelector('.studio-scroller').scrollWidth") <= width
        for part in visit.locator("#main").get_by_role("button").all():
            box = part.bounding_box()
            assert box["height"] >= 44 and box["width"] >= 44, part
        axe(visit)
