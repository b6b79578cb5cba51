"""Without a network, and back: what was done is kept on the device, shown as waiting, and comes to the service and to other devices."""

import json
import re
from contextlib import suppress

from drawings import Family
from harness import DESKTOP, Person, databases, keeps_app, kept, offline, ready, shows
from playwright.sync_api import Error, Page, expect

pytestmark = keeps_app


def opened(page, person: Person, path: str = "/inbox", width: int = DESKTOP) -> Page:
    visit = page(width, person=person)
    visit.goto(person.home + path)
    ready(visit)
    kept(visit)
    return visit


def capture(visit: Page, text: str) -> None:
    field = visit.get_by_role("textbox", name="Capture a thought")
    field.fill(text)
    field.press("Enter")
    expect(visit.get_by_role("link", name=text)).to_be_visible()


def sync(visit: Page):
    return visit.get_by_role("button", name="Sync:")


def titles(inbox: dict) -> list[str]:
    return [item["title"] for item in inbox["items"]]


@shows("N-403.1", "N-403.3", "N-402.4", "N-402.5", "N-403.4", "N-042", "O-110")
def test_a_thought_waits_without_a_network_and_is_sent_when_it_is_back(page, person):
    visit = opened(page, person)
    expect(sync(visit)).to_have_accessible_name("Sync: Synced")
    other = opened(page, person)
    with offline(visit):
        capture(visit, "Call Ada")
        expect(sync(visit)).to_have_accessible_name("Sync: Offline, 1 waiting")
        visit.reload()
        expect(visit.get_by_role("link", name="Call Ada")).to_be_visible()
        expect(sync(visit)).to_have_accessible_name("Sync: Offline, 1 waiting")
        capture(visit, "Buy milk")
        expect(sync(visit)).to_have_accessible_name("Sync: Offline, 2 waiting")
        assert titles(person.views("/inbox")) == []
    expect(sync(visit)).to_have_accessible_name("Sync: Synced")
    person.awaits("/inbox", lambda inbox: titles(inbox) == ["Buy milk", "Call Ada"])
    expect(other.get_by_role("link", name="Call Ada")).to_be_visible()


@shows("N-403.2")
def test_a_note_is_written_without_a_network(page, person):
    visit = opened(page, person, "/notes")
    with offline(visit):
        visit.get_by_role("button", name="New note").first.click()
        text = visit.get_by_role("textbox", name="Text")
        text.click()
        visit.keyboard.type("Written on a train")
        expect(visit.get_by_role("link", name="Written on a train")).to_be_visible()
        expect(sync(visit)).to_have_accessible_name(re.compile("Sync: Offline, "))
    person.awaits("/notes", lambda notes: [note["snippet"] for note in notes["notes"]] == ["Written on a train"])


def test_two_tabs_show_the_same_without_a_network(page, person):
    first = opened(page, person)
    second = first.context.new_page()
    second.goto(person.home + "/inbox")
    ready(second)
    with offline(first):
        capture(first, "From the first")
        expect(second.get_by_role("link", name="From the first")).to_be_visible()
        capture(second, "From the second")
        expect(first.get_by_role("link", name="From the second")).to_be_visible()
        # The one that leads goes: the other leads from then on.
        first.close()
    person.awaits("/inbox", lambda inbox: titles(inbox) == ["From the second", "From the first"])


@shows("N-508")
def test_of_pictures_the_ones_not_seen_for_longest_go_and_what_waits_stays(page, person):
    work = Family(person).work(seed=1)
    digest = person.views(f"/artworks/{work}")["images"][0]["file"]["digest"]
    visit = opened(page, person)
    visit.reload()
    ready(visit)
    # What one did and the service does not know yet lies on this device alone.
    visit.context.route("**/commands", lambda route: route.abort())
    capture(visit, "Waits here")
    expect(sync(visit)).to_have_accessible_name(re.compile("1 waiting"))
    kept = visit.evaluate(FILL, f"/v1/workspaces/{person.workspace}/blobs/{digest}/thumbnail?size=160")
    assert kept["count"] == 500 and kept["last"].endswith(f"/{digest}/thumbnail?size=160")
    assert "/blobs/0/thumbnail" in kept["all"], "it was looked at again"
    assert "/blobs/1/thumbnail" not in kept["all"] and "/blobs/2/thumbnail" in kept["all"]
    visit.context.unroute("**/commands")
    visit.reload()
    expect(visit.get_by_role("link", name="Waits here")).to_be_visible()
    person.awaits("/inbox", lambda inbox: titles(inbox) == ["Waits here"])


# Five hundred pictures are kept; the oldest one is looked at again, and then one more is fetched.
FILL = """async (address) => {
  const cache = await caches.open("daybook-pictures");
  for (let n = 0; n < 500; n += 1) await cache.put(`/v1/workspaces/w/blobs/${n}/thumbnail`, new Response("picture"));
  const order = async () => (await cache.keys()).map(({ url }) => url.replace(location.origin, ""));
  const until = async (holds) => { while (!holds(await order())) await new Promise(requestAnimationFrame); };
  await fetch("/v1/workspaces/w/blobs/0/thumbnail");
  await until((all) => all.at(-1).includes("/blobs/0/"));
  await fetch(address);
  await until((all) => all.at(-1).endsWith(address) && all.length <= 500);
  const all = await order();
  return { count: all.length, last: all.at(-1), all: all.map((url) => url.replace("/v1/workspaces/w", "")) };
}"""


@shows("O-111")
def test_what_is_said_to_be_saved_outlives_a_browser_that_is_killed_at_once(page, person):
    visit = opened(page, person)
    with offline(visit):
        for number in range(10):
            field = visit.get_by_role("textbox", name="Capture a thought")
            field.fill(f"Thought {number}")
            # One key after the text, and nothing else is asked.
            field.press("Enter")
            visit.wait_for_function("() => document.body.innerText.includes('Saved. Organize later.')")
            # The process that shows the page ends in the middle of whatever it does.
            with visit.expect_event("crash"), suppress(Error):
                visit.goto("chrome://crash")
            killed, visit = visit, visit.context.new_page()
            killed.close()
            visit.goto(person.home + "/inbox")
            expect(visit.get_by_role("link", name=f"Thought {number}")).to_be_visible()
    person.awaits("/inbox", lambda inbox: titles(inbox) == [f"Thought {number}" for number in reversed(range(10))])


def test_a_service_that_dies_loses_nothing(page, person, service):
    visit = opened(page, person)
    service.kill()
    try:
        capture(visit, "While it was down")
        expect(sync(visit)).to_have_accessible_name("Sync: Offline, 1 waiting")
    finally:
        service.start()
    person.awaits("/inbox", lambda inbox: titles(inbox) == ["While it was down"])
    expect(sync(visit)).to_have_accessible_name("Sync: Synced")


def test_a_thought_that_waits_is_undone_and_done_again_without_a_network(page, person):
    visit = opened(page, person)
    with offline(visit):
        capture(visit, "Changed my mind")
        visit.locator("h1").first.click()
        visit.keyboard.press("Control+z")
        expect(visit.get_by_role("link", name="Changed my mind")).to_have_count(0)
        visit.keyboard.press("Control+Shift+z")
        expect(visit.get_by_role("link", name="Changed my mind")).to_be_visible()
    person.awaits("/inbox", lambda inbox: titles(inbox) == ["Changed my mind"])


@shows("N-401.2")
def test_what_is_kept_cannot_be_read_and_signing_out_destroys_it(page, person):
    visit = opened(page, person)
    capture(visit, "A secret thought")
    person.awaits("/inbox", lambda inbox: titles(inbox) == ["A secret thought"])
    kept = databases(visit)
    assert any(name.startswith("daybook-") for name in kept)
    assert "A secret" not in json.dumps(kept) and person.password not in json.dumps(kept)
    visit.get_by_role("button", name="Account", exact=True).click()
    visit.get_by_role("menuitem", name="Sign out").click()
    expect(visit.get_by_role("button", name="Sign in")).to_be_visible()
    assert visit.evaluate(GONE) == ["daybook-keys"]


# The names of the databases, once those of a workspace are gone.
GONE = """async () => {
  for (;;) {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    if (names.length < 2) return names;
    await new Promise((next) => setTimeout(next, 20));
  }
}"""
