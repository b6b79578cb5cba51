"""What leaves the browser, and what comes into it: the service alone, and nothing that was not asked for."""

import re
import urllib.parse
import uuid

from playwright.sync_api import expect

from drawings import Family
from harness import DESKTOP, ready, shows
from test_notes import does

CAPTURED = "2026-11-22T08:00:00Z"
PLACES = ["inbox", "notes", "boards", "studio", "studio/gallery", "studio/timeline", "studio/stories", "search?q=sun", "settings"]


@shows("N-512", "O-502")
def test_a_browser_speaks_with_the_service_alone_and_of_nothing_but_what_one_does(page, person):
    family = Family(person)
    family.allows("analysis")
    work = family.work(caption="Sun over the sea")
    does(person, {"type": "capture.captureItem", "item": str(uuid.uuid4()), "content": "Shopping: milk, eggs, bread", "captured": CAPTURED})
    visit = page(DESKTOP, person=person)
    asked = []
    visit.context.on("request", lambda request: asked.append((request.method, urllib.parse.urlsplit(request.url))))
    for place in PLACES:
        visit.goto(f"{person.home}/{place}")
        ready(visit)
        expect(visit.get_by_role("main")).to_be_visible()
    here = urllib.parse.urlsplit(person.service.address).netloc
    assert {url.netloc for _, url in asked if url.scheme not in ("data", "blob")} == {here}
    # Looking changes nothing, so nothing is told: no statistics, no report, no beacon.
    assert [(method, url.path) for method, url in asked if method != "GET"] == []

    # What a provider is asked, the service asks: suggestions and an analysis are one request each, to the service.
    asked.clear()
    visit.goto(f"{person.home}/studio/works/{work}")
    visit.get_by_role("region", name="Tips").get_by_role("button", name="Analyze it").click()
    person.awaits(f"/artworks/{work}", lambda shown: [one["status"] for one in shown["analyses"]] == ["completed"])
    visit.goto(f"{person.home}/inbox")
    visit.get_by_role("button", name="Suggest", exact=True).click()
    expect(visit.get_by_role("article", name="Shopping")).to_be_visible()
    assert {url.netloc for _, url in asked if url.scheme not in ("data", "blob")} == {here}
    changed = [url.path.removeprefix(f"/v1/workspaces/{person.workspace}") for method, url in asked if method == "POST"]
    assert sorted(set(changed) - {"/commands"}) == [f"/artworks/{work}/analyses", "/runs"]

    # One cookie, of this host; a page for everybody says all of it in plain words.
    assert [cookie["domain"] for cookie in visit.context.cookies()] == ["127.0.0.1"]
    stranger = page(DESKTOP)
    stranger.goto("/privacy")
    expect(stranger.get_by_text("loads nothing from anywhere else: no fonts, no statistics, no advertising")).to_be_visible()


@shows("N-607", "N-608")
def test_letters_are_the_systems_and_pictures_are_of_one_set(page, person):
    visit = page(DESKTOP, person=person)
    fonts = set()
    for place in PLACES:
        visit.goto(f"{person.home}/{place}")
        ready(visit)
        expect(visit.get_by_role("navigation", name="Areas")).to_be_visible()
        fonts |= set(visit.evaluate("() => [...document.querySelectorAll('body, body *')].map((one) => getComputedStyle(one).fontFamily)"))
        # None comes with the app, so that a page is set in the letters of its system.
        assert visit.evaluate("() => [...document.fonts].length") == 0
        drawn = visit.evaluate(
            """() => [...document.querySelectorAll("button svg, a svg")].map((one) => [one.getAttribute("viewBox"), one.getAttribute("aria-hidden")])"""
        )
        assert drawn and {tuple(one) for one in drawn} == {("0 0 16 16", "true")}, drawn
        assert visit.locator("button img, a img[src$='.svg']").count() == 0
    assert all(re.match("(system-ui|ui-monospace|monospace)(,|$)", font) for font in fonts), fonts
