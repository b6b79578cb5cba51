"""The studio's gallery, and one work of it: found, selected, changed, put away and brought back."""

import re
import uuid

import pytest
from playwright.sync_api import expect

from drawings import Family, days_ago
from harness import DESKTOP, PHONE, TABLET, frames, ready, shows


def gallery(page, person, width=DESKTOP, query="", **options):
    visit = page(width, person=person, **options)
    visit.goto(f"{person.home}/studio/gallery{query}")
    visit.get_by_role("list", name="Works").get_by_role("link").first.wait_for()
    return visit, visit.get_by_role("list", name="Works").get_by_role("link")


@pytest.fixture
def family(person):
    """Two children with eight works, the newest first: Sun 0 of Mia, Sun 1 of Jonas, …"""
    family = Family(person, "Mia", "Jonas")
    family.works = [
        family.work(
            ["Mia", "Jonas"][seed % 2],
            seed,
            caption=f"Sun {seed}",
            date=days_ago(seed * 20),
            category="painting" if seed == 3 else "drawing",
            tags=["sea"] if seed in (1, 2) else [],
        )
        for seed in range(8)
    ]
    return family


@shows("J-406")
def test_ten_thousand_works_are_a_screen_of_elements(page, person, watch):
    family = Family(person)
    family.does(
        *(
            family.uploaded(str(uuid.uuid4()), "Mia", number % 4, caption=f"Work {number}", date=days_ago(number % 3000))
            for number in range(10_000)
        )
    )
    visit, works = gallery(page, person)
    expect(visit.get_by_text("10,000 works", exact=True)).to_be_visible(timeout=60_000)
    expect(works.first).to_be_visible()
    assert works.count() < 80
    item = visit.get_by_role("list", name="Works").get_by_role("listitem").first
    expect(item).to_have_attribute("aria-setsize", "10000")
    works.first.focus()
    works.first.press("End")
    expect(visit.locator(":focus")).to_have_attribute("data-index", "9999")
    expect(visit.locator(":focus")).to_be_in_viewport()
    assert works.count() < 80
    # A work opens at its top, and back one is where one was.
    title = visit.locator(":focus").get_attribute("aria-label").split(",")[0]
    visit.locator(":focus").press("Enter")
    expect(visit.get_by_role("heading", name=title, level=1)).to_be_in_viewport()
    visit.go_back()
    expect(visit.get_by_role("link", name=f"{title}, by Mia")).to_be_in_viewport()
    visit.get_by_role("link", name=f"{title}, by Mia").focus()
    visit.locator(":focus").press("PageUp")
    expect(visit.locator(":focus")).to_be_in_viewport()
    visit.get_by_role("searchbox", name="Find in the gallery").fill("Work 777")
    expect(visit.get_by_text("19 works", exact=True)).to_be_visible()


@shows("J-406", "J-407", "J-452")
def test_works_are_found_by_child_kind_tag_time_and_words(page, person, family, axe):
    visit, works = gallery(page, person)
    expect(works).to_have_count(8)
    visit.get_by_role("button", name="Filter").click()
    visit.get_by_role("combobox", name="Child").select_option(label="Jonas")
    expect(works).to_have_count(4)
    visit.get_by_role("combobox", name="Kind").select_option(label="Painting")
    expect(works).to_have_count(1)
    expect(works).to_have_accessible_name(f"Sun 3, by Jonas, {visit.evaluate(SAY, days_ago(60))}")
    axe(visit)
    # The address keeps it.
    visit.reload()
    expect(works).to_have_count(1)
    visit.get_by_role("button", name="Clear").click()
    expect(works).to_have_count(8)
    visit.get_by_role("combobox", name="Tag").select_option(label="sea")
    expect(works).to_have_count(2)
    visit.get_by_role("button", name="Clear").click()
    visit.get_by_label("From").fill(days_ago(50))
    visit.get_by_label("Through").fill(days_ago(10))
    expect(works).to_have_count(2)
    visit.get_by_role("button", name="Clear").click()
    visit.get_by_role("searchbox", name="Find in the gallery").fill("jonas sea")
    expect(works).to_have_count(1)
    visit.get_by_role("searchbox", name="Find in the gallery").fill("nothing like it")
    expect(visit.get_by_text("No work matches")).to_be_visible()


SAY = "day => new Date(day + 'T12:00:00').toLocaleDateString(undefined, { dateStyle: 'long' })"


@shows("J-408", "J-409", "J-410")
def test_works_are_selected_by_keys_and_pointer_and_counted(page, person, family, axe):
    visit, works = gallery(page, person)
    bar = visit.get_by_role("region", name="Selection")
    story = bar.get_by_role("button", name="Create story")
    works.nth(0).focus()
    works.nth(0).press(" ")
    expect(bar.get_by_role("status")).to_have_text("1 selected")
    expect(story).to_have_attribute("aria-disabled", "true")
    expect(story).to_have_attribute("title", "Select at least 2 works for a story")
    story.click(force=True)
    expect(visit.get_by_text("Select at least 2 works for a story.").last).to_be_visible()
    works.nth(0).press("ArrowRight")
    visit.locator(":focus").press(" ")
    expect(bar.get_by_role("status")).to_have_text("2 selected")
    expect(story).not_to_have_attribute("aria-disabled", "true")
    expect(bar.locator("img")).to_have_count(2)
    works.nth(6).click(modifiers=["Shift"])
    expect(bar.get_by_role("status")).to_have_text("7 selected")
    expect(story).to_have_attribute("title", "A story has at most 5 works")
    works.nth(6).click()
    works.nth(5).click(modifiers=["ControlOrMeta"])
    expect(bar.get_by_role("status")).to_have_text("5 selected")
    expect(story).not_to_have_attribute("aria-disabled", "true")
    axe(visit)
    visit.keyboard.press("Escape")
    expect(bar).to_have_count(0)
    visit.get_by_role("checkbox", name="Select Sun 4").check()
    bar.get_by_role("button", name="Move to the trash").click()
    expect(works).to_have_count(7)
    visit.get_by_role("button", name="Undo", exact=True).click()
    expect(works).to_have_count(8)
    person.awaits("/gallery", lambda all: len(all) == 8)


@shows("J-408")
def test_a_long_press_selects_and_a_tap_then_adds(page, person, family):
    visit, works = gallery(page, person, PHONE)
    press = {"pointerType": "touch", "isPrimary": True, "bubbles": True, "clientX": 60, "clientY": 400}
    works.nth(0).dispatch_event("pointerdown", press)
    expect(visit.get_by_role("region", name="Selection").get_by_role("status")).to_have_text("1 selected")
    works.nth(0).dispatch_event("pointerup", press)
    works.nth(0).dispatch_event("click")
    works.nth(1).tap()
    expect(visit.get_by_role("region", name="Selection").get_by_role("status")).to_have_text("2 selected")
    visit.get_by_role("button", name="Select nothing").click()
    works.nth(1).tap()
    expect(visit.get_by_role("heading", name="Sun 1")).to_be_visible()


@shows("J-112", "J-201", "J-459", "B-65", "B-11")
def test_a_work_is_changed_where_it_stands(page, person, family, axe):
    work = family.works[0]
    visit = page(DESKTOP, person=person)
    visit.goto(f"{person.home}/studio/works/{work}")
    about = visit.get_by_role("region", name="About this work")
    about.get_by_role("textbox", name="Title").fill("The morning sun")
    about.get_by_role("textbox", name="Title").press("Enter")
    expect(visit.get_by_role("heading", name="The morning sun", level=1)).to_be_visible()
    expect(about.get_by_label("Child, 5 years then")).to_be_visible()
    about.get_by_label("Made with").fill("Crayon")
    about.get_by_label("Made with").blur()
    about.get_by_role("combobox", name="Kind").select_option(label="Craft")
    about.get_by_label("Day").fill("2026-01-02")
    about.get_by_label("Day").blur()
    about.get_by_role("combobox", name="Child").select_option(label="Jonas")
    about.get_by_role("textbox", name="New tag").fill("sun, beach")
    about.get_by_role("button", name="Tag", exact=True).click()
    expect(about.get_by_role("list", name="Tags")).to_contain_text("beach")
    about.get_by_role("button", name="Remove tag sun").click()
    visit.get_by_role("button", name="Favourite").click()
    line = person.awaits(f"/artworks/{work}", lambda work: work["artwork"]["favourite"])["artwork"]
    found = [line[field] for field in ("title", "medium", "category", "date", "childName", "tags")]
    assert found == ["The morning sun", "Crayon", "craft", "2026-01-02", "Jonas", ["beach"]]
    axe(visit)
    visit.get_by_role("button", name="Undo", exact=True).click()
    expect(visit.get_by_role("button", name="Favourite")).to_have_attribute("aria-pressed", "false")
    visit.get_by_role("button", name="More for this work").click()
    visit.get_by_role("menuitem", name="History").click()
    expect(visit.get_by_role("complementary").get_by_text("Crayon").first).to_be_visible()


@shows("J-708", "B-60")
def test_a_turned_picture_is_turned_everywhere_and_its_file_stays(page, person, family, axe):
    work = family.works[2]
    visit = page(DESKTOP, person=person)
    visit.goto(f"{person.home}/studio/works/{work}")
    ready(visit)
    visit.get_by_role("button", name="Turn and crop").click()
    editor = visit.get_by_role("dialog", name="Turn and crop")
    editor.get_by_role("button", name="Turn right").click()
    corner = editor.get_by_role("button", name="Bottom right corner")
    box = corner.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    visit.mouse.move(x, y)
    visit.mouse.down()
    visit.mouse.move(x - 60, y - 60, steps=4)
    visit.mouse.up()
    editor.get_by_role("button", name="Mirror").click()
    editor.get_by_role("button", name="Save").click()
    [image] = person.awaits(f"/artworks/{work}", lambda work: work["images"][0]["mirrored"])["images"]
    assert (image["originalWidth"], image["originalHeight"]) == (320, 240)
    left, top, width, height = image["crop"]
    assert left > 500 and top == 0 and left + width == 10_000 and height < 9_500
    assert image["height"] > image["width"] * 0.9
    shown = visit.get_by_role("button", name="see it whole").locator("svg.edited-picture")
    expect(shown).to_be_visible()
    visit.goto(person.home + "/studio/gallery")
    tile = visit.get_by_role("link", name="Sun 2, by Mia")
    expect(tile.locator("svg.edited-picture")).to_be_visible()
    # Where it is opened again, the editor has the very same recipe.
    tile.click()
    visit.get_by_role("button", name="Turn and crop").click()
    editor.get_by_role("button", name="As it came").click()
    editor.get_by_role("button", name="Save").click()
    [image] = person.awaits(f"/artworks/{work}", lambda work: not work["images"][0]["mirrored"])["images"]
    assert (image["quarterTurns"], image["crop"]) == (0, [0, 0, 10_000, 10_000])


@shows("J-104", "J-112", "J-464")
def test_pictures_of_a_work_are_seen_whole_taken_out_and_shared(page, person, axe):
    family = Family(person)
    work = family.work(seed=1, caption="Two sides")
    digest, size = family.keeps(2)
    facts = {"name": "Back.png", "mediaType": "image/png", "sizeBytes": size, "digest": digest}
    image = {"id": str(uuid.uuid4()), "file": facts, "widthPixels": 320, "heightPixels": 240, "orientation": 1}
    family.does({"type": "studio.addImage", "artwork": work, "image": image})
    visit = page(DESKTOP, person=person)
    visit.goto(f"{person.home}/studio/works/{work}")
    visit.get_by_role("button", name="Picture 2").click()
    visit.get_by_role("button", name="Two sides, picture 2 of 2: see it whole").click()
    whole = visit.get_by_role("dialog", name="Two sides")
    expect(whole.get_by_role("img", name="Two sides, picture 2 of 2")).to_be_visible()
    axe(visit)
    whole.get_by_role("button", name="Close").click()
    with visit.expect_download() as download:
        visit.get_by_role("link", name="Original").click()
    assert download.value.suggested_filename == "Back.png"
    visit.get_by_role("button", name="Remove picture").click()
    expect(visit.get_by_role("list", name="Pictures")).to_have_count(0)
    visit.get_by_role("button", name="Undo", exact=True).click()
    expect(visit.get_by_role("list", name="Pictures").get_by_role("listitem")).to_have_count(2)
    visit.get_by_role("button", name="Share").click()
    dialog = visit.get_by_role("dialog", name="Share")
    dialog.get_by_role("button", name="Make a link").click()
    address = dialog.get_by_role("textbox", name="Your new link, shown this once")
    for name, scheme in (("Send by e-mail", "mailto:"), ("Send as a text message", "sms:")):
        link = dialog.get_by_role("link", name=name)
        expect(link).to_have_attribute("href", re.compile(f"^{scheme}.*shared"))
    axe(visit)
    stranger = page(PHONE)
    stranger.goto(address.input_value())
    expect(stranger.get_by_text("Two sides").first).to_be_visible()


@shows("J-112")
def test_a_work_goes_to_the_trash_and_comes_back(page, person, family):
    work = family.works[1]
    visit = page(PHONE, person=person)
    visit.goto(f"{person.home}/studio/works/{work}")
    visit.get_by_role("button", name="More for this work").click()
    visit.get_by_role("menuitem", name="Move to the trash").click()
    expect(visit.get_by_role("list", name="Works").get_by_role("link")).to_have_count(7)
    visit.goto(f"{person.home}/studio/works/{work}")
    visit.get_by_role("button", name="Restore it").click()
    expect(visit.get_by_role("button", name="Turn and crop")).to_be_visible()
    person.awaits(f"/artworks/{work}", lambda work: work["state"] == "live")


@pytest.mark.parametrize(("width", "look"), [(PHONE, "dark"), (TABLET, "dark"), (320, "light")])
def test_gallery_and_work_are_touched_and_fit(page, person, family, axe, width, look):
    visit, works = gallery(page, person, width, color_scheme=look)
    works.first.focus()
    works.first.press(" ")
    visit.get_by_role("region", name="Selection").wait_for()
    fits(visit, width)
    axe(visit)
    visit.goto(f"{person.home}/studio/works/{family.works[1]}")
    visit.get_by_role("heading", level=1).wait_for()
    fits(visit, width)
    axe(visit)


def fits(visit, width):
    frames(visit)
    assert visit.evaluate("document.querySelector('.studio-scroller').scrollWidth") <= width
    for part in visit.locator("#main").get_by_role("button").all():
        box = part.bounding_box()
        assert box["height"] >= 44 and box["width"] >= 44, part
