"""What was seen to be wrong when the screens were looked at (Sources/Web/Screens.md) does not come back."""

import re
import uuid

import pytest
from playwright.sync_api import expect

from drawings import Family, days_ago
from harness import DESKTOP, PHONE, TABLET, ready
from test_notes import folder
from test_shell import SIDEWAYS
from test_studio_camera import SEEN, camera

WIDTHS = [PHONE, TABLET, DESKTOP]
# Whether all of the words of an element are seen.
IS_WHOLE = "one => one.scrollWidth <= one.clientWidth"


@pytest.mark.parametrize("width", [PHONE, TABLET])
def test_the_shutter_is_all_on_the_screen(page, person, width):
    Family(person)
    visit, dialog = camera(page, person, width)
    visit.wait_for_function(SEEN)
    shutter, sheet = dialog.get_by_role("button", name="Take a photo").bounding_box(), dialog.bounding_box()
    assert shutter["y"] + shutter["height"] < sheet["y"] + sheet["height"]


@pytest.mark.parametrize("width", WIDTHS)
def test_children_and_stories_show_their_works_and_works_are_whole(page, person, axe, width):
    family = Family(person, "Mia")
    family.allows("stories")
    works = [family.work(seed=1, caption="The sun"), family.work(seed=2)]
    request = {"artworks": works, "theme": "Adventure", "names": ["Mia"]}
    family.does({"type": "studio.requestStory", "story": str(uuid.uuid4()), "request": request})
    visit = page(width, person=person)
    visit.goto(f"{person.home}/studio/children/{family.children['Mia']}")
    latest = visit.get_by_role("list", name="Latest works of Mia")
    expect(latest.get_by_role("link")).to_have_count(2)
    # One without a title is named by its kind.
    expect(latest.get_by_role("link", name="Drawing, by Mia")).to_be_visible()
    assert latest.locator("img").first.evaluate("one => getComputedStyle(one).objectFit") == "contain"
    assert visit.evaluate(SIDEWAYS) <= 0
    axe(visit)
    ready(visit)
    visit.goto(person.home + "/studio/stories")
    expect(visit.get_by_role("list", name="Stories").locator(".story-cover img")).to_be_visible()
    assert visit.evaluate(SIDEWAYS) <= 0
    axe(visit)


def test_a_cover_that_was_looked_for_too_early_comes_once_this_device_answers(page, person):
    family = Family(person, "Mia")
    family.allows("stories")
    request = {"artworks": [family.work(seed=1), family.work(seed=2)], "theme": "Adventure", "names": ["Mia"]}
    family.does({"type": "studio.requestStory", "story": str(uuid.uuid4()), "request": request})
    visit, held, core = page(person=person), [], re.compile(r"/WebCore[^/]*\.wasm")
    visit.context.route(core, lambda route: held.append(route))
    with visit.context.expect_event("request", lambda request: core.search(request.url)):
        visit.goto(person.home + "/studio/stories")
    stories = visit.get_by_role("list", name="Stories")
    expect(stories.get_by_role("link")).to_be_visible()
    expect(stories.locator(".story-cover img")).to_have_count(0)
    [route] = held
    route.continue_()
    expect(stories.locator(".story-cover img")).to_be_visible()


def test_what_was_made_a_year_ago_is_shown_again(page, person):
    family = Family(person, "Mia")
    family.work(seed=1, caption="The sun", date=days_ago(366))
    family.work(seed=2, caption="The moon", date=days_ago(300))
    visit = page(PHONE, person=person)
    visit.goto(person.home + "/studio")
    expect(visit.get_by_role("list", name="Works of a year ago").get_by_role("link")).to_have_accessible_name(re.compile("The sun"))
    expect(visit.get_by_role("list", name="Recent works").get_by_role("link")).to_have_count(2)
    visit.get_by_role("link", name="See all").click()
    expect(visit.get_by_role("heading", name="Gallery", level=1)).to_be_visible()


@pytest.mark.parametrize("width", [PHONE, DESKTOP])
def test_works_are_gone_through_in_the_order_of_their_list(page, person, axe, width):
    family = Family(person, "Mia")
    for seed in range(3):
        family.work(seed=seed, caption=f"Sun {seed}", date=days_ago(seed))
    visit = page(width, person=person)
    visit.goto(person.home + "/studio/gallery")
    visit.get_by_role("link", name="Sun 0").click()
    expect(visit.get_by_role("button", name="Previous work")).to_be_disabled()
    visit.get_by_role("button", name="Next work").click()
    expect(visit.get_by_role("heading", name="Sun 1", level=1)).to_be_visible()
    assert visit.evaluate(SIDEWAYS) <= 0
    for button in visit.get_by_role("main").get_by_role("button").all():
        box = button.bounding_box()
        assert box["height"] >= 44 and box["width"] >= 44, button
    axe(visit)
    visit.keyboard.press("j")
    expect(visit.get_by_role("heading", name="Sun 2", level=1)).to_be_visible()
    visit.keyboard.press("k")
    expect(visit.get_by_role("heading", name="Sun 1", level=1)).to_be_visible()
    visit.go_back()
    expect(visit.get_by_role("heading", name="Gallery", level=1)).to_be_visible()


@pytest.mark.parametrize("width", WIDTHS)
def test_names_are_read_whole_and_the_first_pages_fill_the_window(page, person, width):
    folder(person, "Recipes")
    visit = page(width, person=person)
    visit.goto(person.home + "/notes")
    heading = visit.get_by_role("navigation", name="Folders").get_by_role("heading", name="Notes", level=1)
    expect(heading).to_be_visible()
    assert heading.evaluate(IS_WHOLE)
    stranger = page(width)
    for path in ("/", "/sign-up"):
        stranger.goto(path)
        expect(stranger.get_by_role("heading", level=1)).to_be_visible()
        box = stranger.get_by_role("main").bounding_box()
        assert box["height"] >= stranger.viewport_size["height"]
