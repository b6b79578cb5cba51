"""The studio's first steps: children, what was agreed to, and pictures on their way from a device to the family's works."""

import re

import pytest
from playwright.sync_api import expect

from drawings import TODAY, Family, drop, file
from harness import DESKTOP, PHONE, TABLET, frames, keeps_app, kept, offline, ready, shows


def choose(visit, *files, button="Add pictures"):
    with visit.expect_file_chooser() as chooser:
        visit.get_by_role("button", name=button).click()
    chooser.value.set_files(list(files))
    return visit.get_by_role("dialog", name="Add")


def one_work(person) -> dict:
    [work] = person.awaits("/gallery", lambda works: len(works) == 1)
    return person.views(f"/artworks/{work['id']}")


@shows("J-201", "J-601", "J-612", "J-615", "J-616")
def test_children_are_added_changed_and_brought_back(page, person, axe):
    visit = page(DESKTOP, person=person)
    visit.goto(person.home)
    visit.get_by_role("navigation", name="Areas").get_by_role("link", name="Studio").click()
    for section in ("Home", "Gallery", "Timeline", "Stories", "Albums", "Tips", "Children"):
        expect(visit.get_by_role("navigation", name="Studio").get_by_role("link", name=section)).to_be_visible()
    visit.get_by_role("button", name="Add your first child").click()
    dialog = visit.get_by_role("dialog", name="Add a child")
    dialog.get_by_role("textbox", name="Name").fill("Mia")
    ages = dialog.get_by_role("combobox", name="Age")
    assert ages.locator("option").all_text_contents()[1:] == [f"{age} years" for age in range(3, 11)]
    # Without an age nothing is made, and the dialog says what is missing.
    dialog.get_by_role("button", name="Add child").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Say how old the child is")
    ages.select_option(label="4 years")
    dialog.get_by_role("radio", name="🦊").check(force=True)
    axe(visit)
    dialog.get_by_role("button", name="Add child").click()
    family = visit.get_by_role("list", name="Children")
    expect(family.get_by_role("link", name="Mia")).to_contain_text("0 works")
    family.get_by_role("button", name="Add a child").click()
    dialog.get_by_role("textbox", name="Name").fill("Jonas")
    dialog.get_by_role("combobox", name="Month", exact=True).select_option(label="May")
    dialog.get_by_role("combobox", name="Year").select_option(str(int(TODAY[:4]) - 7))
    dialog.get_by_role("button", name="Add child").click()
    expect(family.get_by_role("listitem")).to_have_count(3)

    family.get_by_role("link", name="Mia").click()
    expect(visit.get_by_role("heading", name="Mia", level=1)).to_be_visible()
    visit.get_by_role("button", name="Change").click()
    change = visit.get_by_role("dialog", name="Change Mia")
    change.get_by_role("textbox", name="Name").fill("Mia Luisa")
    change.get_by_role("radio", name="🐻").check(force=True)
    change.get_by_role("button", name="Save").click()
    expect(visit.get_by_role("heading", name="Mia Luisa", level=1)).to_be_visible()
    visit.get_by_role("button", name="More for Mia Luisa").click()
    visit.get_by_role("menuitem", name="Move to the trash").click()
    expect(visit.get_by_role("list", name="Children").get_by_role("listitem")).to_have_count(1)
    visit.get_by_role("button", name="Undo", exact=True).click()
    expect(visit.get_by_role("link", name="Mia Luisa")).to_be_visible()
    axe(visit)
    children = person.awaits("/children", lambda all: {one["name"] for one in all} == {"Mia Luisa", "Jonas"})
    assert {one["name"]: (one["avatar"], one["bornIsEstimated"]) for one in children} == {
        "Mia Luisa": ("🐻", True),
        "Jonas": (None, False),
    }


@shows("J-612", "J-614")
def test_a_photo_stands_for_a_child(page, person):
    visit = page(DESKTOP, person=person)
    visit.goto(person.home + "/studio")
    visit.get_by_role("button", name="Add your first child").click()
    dialog = visit.get_by_role("dialog", name="Add a child")
    dialog.get_by_role("textbox", name="Name").fill("Mia")
    dialog.get_by_role("combobox", name="Age").select_option(label="4 years")
    with visit.expect_file_chooser() as chooser:
        dialog.get_by_role("button", name="Use a photo").click()
    chooser.value.set_files(file("Mia.png"))
    expect(dialog.get_by_text("“Mia.png” is used.")).to_be_visible()
    dialog.get_by_role("button", name="Add child").click()
    photo = visit.get_by_role("link", name="Mia").locator("img")
    expect(photo).to_have_js_property("complete", True)
    person.awaits("/children", lambda all: all and all[0]["avatar"]["name"] == "Mia.png")


@shows("J-310", "B-72")
def test_a_family_is_asked_once_and_changes_its_mind(page, person, axe):
    family = Family(person, "Mia", "Jonas")
    visit = page(DESKTOP, person=person)
    visit.goto(person.home + "/studio")
    question = visit.get_by_role("region", name="May Daybook look at the pictures?")
    expect(question).to_contain_text("Nothing is looked at unless you say yes, nothing is used for training")
    assert person.views("/consents") == []
    axe(visit)
    question.get_by_role("button", name="Yes, for all children").click()
    expect(question).to_have_count(0)
    given = person.awaits("/consents", lambda all: len(all) == 2)
    assert {(one["purpose"], one["child"], one["answer"]) for one in given} == {
        ("analysis", None, "given"),
        ("stories", None, "given"),
    }
    assert all(one["notice"] for one in given)

    visit.goto(f"{person.home}/studio/children/{family.children['Mia']}")
    tips = visit.get_by_role("switch", name="Tips from pictures")
    expect(tips).to_be_checked()
    tips.click()
    expect(tips).not_to_be_checked()
    person.awaits("/consents", lambda all: ("analysis", "withdrawn") in {(one["purpose"], one["answer"]) for one in all})
    visit.goto(f"{person.home}/studio/children/{family.children['Jonas']}")
    expect(tips).to_be_checked()
    visit.goto(person.home + "/studio/children")
    visit.get_by_role("switch", name="Stories").click()
    # It is off once it is kept.
    expect(visit.get_by_role("switch", name="Stories")).not_to_be_checked()
    visit.goto(f"{person.home}/studio/children/{family.children['Jonas']}")
    expect(visit.get_by_role("switch", name="Stories")).to_be_disabled()
    axe(visit)


@shows("J-018", "J-101", "J-105", "J-701", "J-702", "J-706", "J-708", "J-710", "J-711")
def test_a_picture_is_added_with_what_is_known_of_it(page, person, axe):
    family = Family(person, "Mia", "Jonas")
    family.allows("analysis")
    visit = page(DESKTOP, person=person)
    visit.goto(person.home + "/studio")
    expect(visit.get_by_text("Start by capturing your child’s latest masterpiece!")).to_be_visible()
    dialog = choose(visit, file("Sun.png"))
    dialog.get_by_role("radio", name="Jonas").check(force=True)
    dialog.get_by_role("textbox", name="Title").fill("The sun over the hills")
    dialog.get_by_role("combobox", name="Kind").select_option(label="Painting")
    dialog.get_by_label("Day, if not the picture’s").fill("2025-05-04")
    dialog.get_by_role("textbox", name="Tags").fill("sun, summer")
    dialog.get_by_role("textbox", name="Notes").fill("“It is looking at us.”")
    dialog.get_by_role("button", name="Turn Sun.png").click()
    dialog.get_by_role("button", name="Crop Sun.png").click()
    editor = visit.get_by_role("dialog", name="Turn and crop")
    corner = editor.get_by_role("button", name="Top left corner")
    for _ in range(4):
        corner.press("Shift+ArrowRight")
    axe(visit)
    editor.get_by_role("button", name="Save").click()
    dialog.get_by_role("button", name="Add work").click()
    expect(visit.get_by_text("Uploaded! Analyzing…")).to_be_visible()
    expect(visit.get_by_role("list", name="Recent works").get_by_role("link")).to_have_accessible_name(
        "The sun over the hills, by Jonas, 4 May 2025"
    )
    work = one_work(person)
    line, [image] = work["artwork"], work["images"]
    assert (line["title"], line["category"], line["date"]) == ("The sun over the hills", "painting", "2025-05-04")
    assert line["tags"] == ["summer", "sun"] and work["notes"] == "“It is looking at us.”"
    # The file stays as it came; turned, it stands upright, and a fifth of its width is cut.
    assert (image["originalWidth"], image["originalHeight"]) == (320, 240)
    assert (image["quarterTurns"], image["crop"]) == (1, [2000, 0, 8000, 10000])
    axe(visit)


@shows("J-104", "J-101")
def test_several_pictures_become_one_work_or_one_each(page, person):
    Family(person)
    visit = page(DESKTOP, person=person)
    visit.goto(person.home + "/studio")
    dialog = choose(visit, file("Front.png", 1), file("Back.png", 2), file("Wrong.png", 3))
    dialog.get_by_role("button", name="Leave out Wrong.png").click()
    dialog.get_by_role("radio", name="One work with 2 pictures").check(force=True)
    dialog.get_by_role("button", name="Add work", exact=True).click()
    work = one_work(person)
    assert [image["file"]["name"] for image in work["images"]] == ["Front.png", "Back.png"]
    visit.get_by_role("heading", name="Recent works").wait_for()
    drop(visit, ".studio-scroller", file("Left.png", 4), file("Right.png", 5))
    dialog.get_by_role("button", name="Add 2 works").click()
    expect(visit.get_by_role("list", name="Recent works").get_by_role("listitem")).to_have_count(3)
    person.awaits("/gallery", lambda works: len(works) == 3)


@keeps_app
@shows("J-106", "J-713", "J-810")
def test_a_work_waits_for_the_network_and_outlives_its_tab(page, person):
    Family(person)
    visit = page(PHONE, person=person)
    visit.goto(person.home + "/studio")
    ready(visit)
    kept(visit)
    dialog = visit.get_by_role("dialog", name="Add")
    with offline(visit):
        choose(visit, file("Sun.png"))
        dialog.get_by_role("button", name="Add work").click()
        waiting = visit.get_by_role("region", name="1 work on the way")
        expect(waiting).to_contain_text("Kept on this device")
        expect(waiting.get_by_role("list")).to_contain_text("Sun.png")
        context = visit.context
        visit.close()
    assert person.views("/gallery") == []
    # Wherever the app is opened again, it goes on.
    again = context.new_page()
    again.goto(person.home + "/inbox")
    assert len(one_work(person)["images"]) == 1
    again.goto(person.home + "/studio")
    expect(again.get_by_role("list", name="Recent works").get_by_role("listitem")).to_have_count(1)
    expect(again.get_by_text("on the way")).to_have_count(0)


@shows("J-106", "J-713", "J-712")
def test_an_upload_goes_on_from_the_last_byte(page, person, service, watch):
    watch.excuse("Failed to load resource")
    Family(person)
    visit = page(DESKTOP, person=person)
    sent, is_cut = [], [True]

    def piece(route):
        if route.request.method != "PATCH":
            return route.continue_()
        offset = int(route.request.headers["upload-offset"])
        if is_cut[0] and offset > 0:
            return route.abort()
        sent.append(offset)
        return route.continue_()

    visit.context.route("**/uploads/*", piece)
    visit.goto(person.home + "/studio")
    ready(visit)
    # More than one piece of 4 MiB.
    large = file("Large.png", 7)
    large["buffer"] += b"\0" * (5 << 20)
    dialog = choose(visit, large)
    progress = visit.get_by_role("progressbar", name="Uploading Large.png")

    def cut():
        return visit.expect_event("requestfailed", lambda request: request.method == "PATCH")

    with cut():
        dialog.get_by_role("button", name="Add work").click()
        expect(progress).to_have_attribute("value", re.compile("^(79|80)$"))
    # A piece on its way while the page is closed may arrive all the same: it is closed in the two seconds before the third try.
    with cut():
        pass
    context = visit.context
    visit.close()
    is_cut[0] = False
    again = context.new_page()
    again.goto(person.home + "/studio")
    expect(again.get_by_role("list", name="Recent works").get_by_role("listitem")).to_have_count(1)
    assert one_work(person)["images"][0]["file"]["bytes"] == len(large["buffer"])
    assert sent == [0, 4 << 20]


@shows("B-61", "J-713")
def test_a_picture_that_is_here_already_is_added_again_only_on_purpose(page, person, axe):
    family = Family(person)
    family.work(seed=3, caption="Hills")
    visit = page(DESKTOP, person=person)
    visit.goto(person.home + "/studio")
    expect(visit.get_by_role("list", name="Recent works").get_by_role("listitem")).to_have_count(1)
    choose(visit, file("Again.png", 3)).get_by_role("button", name="Add work").click()
    line = visit.get_by_role("list", name="Works on the way").get_by_role("listitem")
    expect(line.get_by_role("alert")).to_contain_text("here already")
    axe(visit)
    line.get_by_role("button", name="Add it anyway").click()
    expect(visit.get_by_role("list", name="Recent works").get_by_role("listitem")).to_have_count(2)
    choose(visit, file("Once more.png", 3)).get_by_role("button", name="Add work").click()
    line.get_by_role("button", name="Discard").click()
    expect(line).to_have_count(0)
    assert len(person.awaits("/gallery", lambda works: len(works) == 2)) == 2


def test_signing_out_waits_for_works_that_only_this_device_has(page, person):
    Family(person)
    visit = page(DESKTOP, person=person)
    visit.goto(person.home + "/studio")
    ready(visit)
    broken = {"name": "Broken.png", "mimeType": "image/png", "buffer": b"no picture"}
    choose(visit, broken).get_by_role("button", name="Add work").click()
    line = visit.get_by_role("list", name="Works on the way").get_by_role("listitem")
    expect(line.get_by_role("alert")).to_contain_text("“Broken.png” is not a picture")
    visit.get_by_role("button", name="Account").click()
    visit.get_by_role("menuitem", name="Sign out").click()
    expect(visit.get_by_text("1 work waits to be uploaded from this device.")).to_be_visible()
    line.get_by_role("button", name="Discard").click()
    expect(line).to_have_count(0)
    visit.get_by_role("button", name="Account").click()
    visit.get_by_role("menuitem", name="Sign out").click()
    expect(visit.get_by_role("heading", name="Welcome back")).to_be_visible()


@pytest.mark.parametrize(("width", "look"), [(PHONE, "dark"), (TABLET, "light"), (320, "light")])
def test_the_first_screens_are_touched_and_fit(page, person, axe, width, look):
    family = Family(person, "Mia", "Maximilian-Alexander")
    family.work(seed=1)
    visit = page(width, person=person, color_scheme=look)
    for place in ("/studio", "/studio/children", f"/studio/children/{family.children['Mia']}"):
        visit.goto(person.home + place)
        visit.get_by_role("heading", level=1).wait_for()
        frames(visit)
        assert visit.evaluate("document.documentElement.scrollWidth") <= width
        for part in visit.locator("#main").get_by_role("button").all() + visit.locator("#main").get_by_role("link").all():
            box = part.bounding_box()
            assert box["height"] >= 44 and box["width"] >= 44, part
        axe(visit)
    visit.goto(person.home + "/studio")
    choose(visit, file("Sun.png", 20), file("Moon.png", 21))
    axe(visit)


@shows("J-208")
def test_a_reminder_is_calm_put_off_and_turned_off(page, person, axe):
    Family(person).work(seed=1)
    visit = page(DESKTOP, person=person)
    reminded = {
        **{"on": True, "snoozedUntil": None, "lastSent": "2026-11-20", "lastUpload": "2026-11-10"},
        "words": "It has been a week since the last picture.",
    }
    visit.context.route("**/app/worker-*.js", lambda route: route.abort())
    visit.context.route("**/v1/**/reminders", lambda route: route.fulfill(json=reminded))
    visit.goto(person.home + "/studio")
    word = visit.get_by_role("status").filter(has_text=reminded["words"])
    expect(word).to_be_visible()
    axe(visit)
    sent = lambda one: one.method == "POST" and one.url.endswith("/commands")
    with visit.expect_request(sent) as put_off:
        visit.get_by_role("button", name="Later").click()
        visit.get_by_role("menuitem", name="In a week").click()
    assert "studio.snoozeReminders" in put_off.value.post_data
    reminded["lastUpload"] = "2026-11-21"
    visit.reload()
    expect(visit.get_by_role("list", name="Recent works")).to_be_visible()
    expect(word).to_have_count(0)

    own = page(DESKTOP, person=person)
    own.goto(person.home + "/studio/children")
    own.get_by_role("switch", name="A word after a week").click()
    expect(own.get_by_role("switch", name="A word after a week")).not_to_be_checked()
    person.awaits("/reminders", lambda reminders: not reminders["on"])
    axe(own)
