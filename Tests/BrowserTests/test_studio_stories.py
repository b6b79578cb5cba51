"""Stories: asked for around works that were selected, waited for, read, listened to, told anew. The service tells them alone: here the view does."""

import uuid

import pytest
from playwright.sync_api import expect

from drawings import Family
from harness import DESKTOP, PHONE, TABLET, frames, shows

# A voice that reads nothing aloud and says what it was given; a test ends each sentence.
FAKE_VOICE = """
window.spoken = [];
Object.defineProperty(window, "speechSynthesis", { value: {
    speak: (utterance) => window.spoken.push(utterance),
    cancel: () => undefined,
} });
"""
SENTENCES = ["Mia and the sun went up the hill. ", "“How far is the sea?” asked Mia."]


@pytest.fixture
def family(person):
    family = Family(person, "Mia", "Jonas")
    family.works = [family.work(["Mia", "Jonas"][n % 2], n, caption=f"Sun {n}") for n in range(6)]
    return family


def version(family, number=1, status="told", *, reason=None, passages=2):
    told = [
        {"text": "".join(SENTENCES) if at == 0 else f"Part {at + 1}.", "artworks": [family.works[at]] if at < 2 else []}
        for at in range(passages)
    ]
    about = {"theme": "Adventure", "names": ["Mia"], "length": "short", "note": "", "artworks": family.works[:2]}
    method = "building blocks 1" if status == "told" else None
    return {
        **{"version": number, "status": status, "reason": reason, "method": method, "passages": told if status == "told" else []},
        **about,
    }


def opened(page, person, family, *versions, width=DESKTOP, **options):
    """The screen of a story as the view tells it; what it sends is kept in `visit.sent`."""
    story = str(uuid.uuid4())
    request = {"artworks": family.works[:2], "theme": "Adventure", "names": ["Mia"]}
    family.does({"type": "studio.requestStory", "story": story, "request": request})
    known = family.person.views(f"/stories/{story}")
    told = [one["version"] for one in versions if one["status"] == "told"]
    view = known | {"title": "Up the hill", "shown": max(told, default=None), "versions": list(versions)}
    visit = page(width, person=person, **options)
    visit.add_init_script(FAKE_VOICE)
    visit.context.route("**/app/worker-*.js", lambda route: route.abort())
    visit.context.route(f"**/v1/**/stories/{story}", lambda route: route.fulfill(json=view))
    visit.goto(f"{person.home}/studio/stories/{story}")
    visit.get_by_role("heading", name="Up the hill").wait_for()
    return visit, story


@shows("J-403", "J-410", "J-411", "J-413", "J-004")
def test_a_story_is_asked_for_around_works_that_were_selected(page, person, family, axe):
    visit = page(DESKTOP, person=person)
    visit.goto(person.home + "/studio/gallery")
    for title in ("Sun 0", "Sun 1", "Sun 2"):
        visit.get_by_role("checkbox", name=f"Select {title}").check()
    visit.get_by_role("button", name="Create story").click()
    sheet = visit.get_by_role("dialog", name="Create a story")
    expect(sheet.get_by_role("list", name="Works in this story").get_by_role("listitem")).to_have_count(3)
    # The names of the children whose works they are, until somebody says others.
    expect(sheet.get_by_role("textbox", name="Names")).to_have_value("Mia, Jonas")
    expect(sheet.get_by_role("button", name="Tell the story")).to_be_disabled()
    expect(sheet).to_contain_text("Stories are off for Mia and Jonas")
    sheet.get_by_role("button", name="Allow stories").click()
    expect(sheet.get_by_role("button", name="Tell the story")).to_be_enabled()
    sheet.get_by_role("radio", name="Fantasy").check(force=True)
    sheet.get_by_role("radio", name="Medium").check(force=True)
    sheet.get_by_role("textbox", name="Names").fill("Mia, Jonas, Bello")
    sheet.get_by_role("textbox", name="Anything else").fill("The dog is brave.")
    axe(visit)
    sheet.get_by_role("button", name="Tell the story").click()
    [line] = person.awaits("/stories", lambda all: len(all) == 1)
    [told] = person.views(f"/stories/{line['id']}")["versions"]
    found = [told[field] for field in ("theme", "names", "length", "note", "artworks")]
    assert found == ["Fantasy", ["Mia", "Jonas", "Bello"], "medium", "The dog is brave.", family.works[:3]]
    # The service tells it behind the request, and the page shows it by itself.
    expect(visit.get_by_role("article", name="The story")).to_contain_text("Bello")


@shows("J-405")
def test_a_story_that_is_waited_for_is_cancelled_and_brought_back(page, person, family, axe):
    family.allows("stories")
    visit, _ = opened(page, person, family, version(family, status="pending"))
    expect(visit.get_by_text("Weaving magic…")).to_be_visible()
    axe(visit)
    with visit.expect_response("**/commands"):
        visit.get_by_role("button", name="Cancel").click()
    expect(visit.get_by_text("No stories yet")).to_be_visible()
    visit.get_by_role("button", name="Undo", exact=True).click()
    expect(visit.get_by_role("list", name="Stories").get_by_role("listitem")).to_have_count(1)


@shows("J-414", "J-418", "J-404", "J-420")
def test_a_story_is_read_on_the_whole_screen_and_aloud(page, person, family, axe):
    family.allows("stories")
    visit, _ = opened(page, person, family, version(family))
    article = visit.get_by_role("article", name="The story")
    expect(article.get_by_role("img", name="Sun 0, by Mia")).to_be_visible()
    expect(article.get_by_role("img", name="Sun 1, by Jonas")).to_be_visible()
    axe(visit)
    visit.get_by_role("button", name="Read", exact=True).click()
    reader = visit.get_by_role("dialog", name="Up the hill")
    box = reader.bounding_box()
    assert (box["width"], box["height"]) == (1280, 800)
    expect(reader.get_by_role("button", name="Read aloud")).to_be_focused()
    axe(visit)
    visit.keyboard.press("Enter")
    mark = reader.locator("mark")
    expect(mark).to_have_text(SENTENCES[0].strip())
    assert visit.evaluate("window.spoken.at(-1).text") == SENTENCES[0]
    visit.evaluate("window.spoken.at(-1).onend()")
    expect(mark).to_have_text(SENTENCES[1])
    axe(visit)
    reader.get_by_role("button", name="Pause").click()
    reader.get_by_role("button", name="Go on reading").click()
    assert visit.evaluate("window.spoken.at(-1).text") == SENTENCES[1]
    reader.get_by_role("radio", name="Slow").check(force=True)
    visit.wait_for_function("window.spoken.at(-1).rate < 0.9")
    assert visit.evaluate("window.spoken.at(-1).text") == SENTENCES[1]
    reader.get_by_role("button", name="Stop reading").click()
    expect(mark).to_have_count(0)
    reader.get_by_role("button", name="Close").click()
    expect(reader).to_have_count(0)


@shows("J-421")
def test_a_long_story_has_pages_and_sharing_falls_back_to_a_link(page, person, family):
    family.allows("stories")
    visit, story = opened(
        page, person, family, version(family, passages=14), permissions=["clipboard-read", "clipboard-write"]
    )
    visit.get_by_role("button", name="Read", exact=True).click()
    reader = visit.get_by_role("dialog", name="Up the hill")
    expect(reader.get_by_role("status")).to_have_text("Page 1 of 3")
    reader.get_by_role("button", name="Next page").click()
    visit.keyboard.press("ArrowRight")
    expect(reader.get_by_role("status")).to_have_text("Page 3 of 3")
    expect(reader.get_by_text("Part 14.")).to_be_visible()
    reader.get_by_role("button", name="Close").click()
    visit.evaluate("() => { navigator.share = async () => { throw new DOMException('no', 'NotAllowedError'); }; }")
    visit.get_by_role("button", name="Share").click()
    expect(visit.get_by_text("Link for members copied")).to_be_visible()
    assert visit.evaluate("navigator.clipboard.readText()") == f"{person.home}/studio/stories/{story}"
    # For people without an account there is a link that ends.
    visit.get_by_role("button", name="More for this story").click()
    visit.get_by_role("menuitem", name="Links for others…").click()
    visit.get_by_role("dialog", name="Share").get_by_role("button", name="Make a link").click()
    [link] = person.awaits("/shares", lambda links: links)
    assert link["kind"] == "story" and link["thing"] == story


@shows("J-416")
@pytest.mark.parametrize(
    ("status", "says", "button"),
    [
        ("failed", "This story could not be told: the machine is busy.", "Try again?"),
        ("blocked", "This story was held back", "Change and tell anew"),
    ],
)
def test_what_was_not_told_says_why_and_what_to_do(page, person, family, axe, status, says, button):
    family.allows("stories")
    visit, _ = opened(page, person, family, version(family, status=status, reason="the machine is busy"))
    expect(visit.get_by_text(says)).to_be_visible()
    expect(visit.get_by_role("article")).to_have_count(0)
    axe(visit)
    visit.get_by_role("button", name=button).click()
    expect(visit.get_by_role("dialog", name="Tell it anew").get_by_role("textbox", name="Names")).to_have_value("Mia")


@shows("J-419")
def test_a_story_is_told_anew_and_the_earlier_version_stays(page, person, family):
    family.allows("stories")
    second = version(family, 2) | {"theme": "A journey to the moon"}
    visit, story = opened(page, person, family, version(family), second)
    expect(visit.get_by_text("A journey to the moon · with Mia")).to_be_visible()
    visit.get_by_role("button", name="Versions").click()
    visit.get_by_role("menuitemradio", name="Version 1: Adventure, told").click()
    expect(visit.get_by_text("Adventure · with Mia")).to_be_visible()
    visit.get_by_role("button", name="Edit and tell anew").click()
    sheet = visit.get_by_role("dialog", name="Tell it anew")
    sheet.get_by_role("textbox", name="Or a theme of your own").fill("The deep sea")
    with visit.expect_request(lambda one: one.method == "POST" and one.url.endswith("/commands")) as sent:
        sheet.get_by_role("button", name="Tell the story").click()
    asked = sent.value.post_data
    assert "studio.regenerateStory" in asked
    assert '"version":3' in asked and "The deep sea" in asked and story in asked


def test_a_story_is_renamed_put_away_and_restored(page, person, family):
    family.allows("stories")
    story = str(uuid.uuid4())
    request = {"artworks": family.works[:2], "theme": "Adventure", "names": ["Mia"]}
    family.does({"type": "studio.requestStory", "story": story, "request": request})
    visit = page(DESKTOP, person=person)
    visit.goto(f"{person.home}/studio/stories/{story}")
    visit.get_by_role("button", name="More for this story").click()
    visit.get_by_role("menuitem", name="Rename").click()
    dialog = visit.get_by_role("dialog", name="Rename the story")
    dialog.get_by_role("textbox", name="Title").fill("Over the hills")
    dialog.get_by_role("button", name="Save").click()
    expect(visit.get_by_role("heading", name="Over the hills", level=1)).to_be_visible()
    visit.get_by_role("button", name="More for this story").click()
    visit.get_by_role("menuitem", name="Move to the trash").click()
    expect(visit.get_by_text("No stories yet")).to_be_visible()
    visit.goto(f"{person.home}/studio/stories/{story}")
    visit.get_by_role("button", name="Restore it").click()
    expect(visit.get_by_text("This story is in the trash.")).to_have_count(0)


@pytest.mark.parametrize(("width", "look"), [(PHONE, "dark"), (TABLET, "light"), (320, "light")])
def test_stories_are_touched_and_fit(page, person, family, axe, width, look):
    family.allows("stories")
    visit, story = opened(page, person, family, version(family), width=width, color_scheme=look)
    for name in ("", "Read", "Edit and tell anew"):
        if name:
            visit.get_by_role("button", name=name, exact=True).click()
        frames(visit)
        assert visit.evaluate("document.querySelector('.studio-scroller').scrollWidth") <= width
        for part in visit.locator("dialog[open]" if name else "#main").get_by_role("button").all():
            box = part.bounding_box()
            assert box["height"] >= 44 and box["width"] >= 44, part
        axe(visit)
        if name:
            visit.get_by_role("button", name="Close").click()
