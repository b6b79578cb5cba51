"""The shell: in and out of an account, from area to area, by pointer and by keyboard, in every theme and size."""

import re
import time
import uuid

import drawings
import pytest
from harness import CHROMIUM, DESKTOP, PASSWORD, PHONE, TABLET, Pages, Person, offline, ready, shows
from playwright.sync_api import Page, expect

WIDTHS = [PHONE, TABLET, DESKTOP]
AREAS = ["Inbox", "Notes", "Boards", "Search"]

# What can be pressed and is smaller than 44 CSS pixels either way; a radio button is as large as its label, and a link within a sentence is text.
SMALL_TARGETS = """() => Array.from(document.querySelectorAll('a, button, input, select, textarea, [role=menuitem], [role=option]'))
  .filter((element) => element.checkVisibility({ visibilityProperty: true }) && getComputedStyle(element).clipPath === 'none')
  .map((element) => ({ element, box: (element.type === 'radio' && element.labels[0] || element).getBoundingClientRect() }))
  .filter(({ box }) => box.width > 0 && (box.width < 43.9 || box.height < 43.9))
  .map(({ element, box }) => `${element.outerHTML.slice(0, 120)}: ${Math.round(box.width)} x ${Math.round(box.height)}`)"""

# How far the page can be scrolled sideways, in CSS pixels.
SIDEWAYS = "() => Math.max(document.documentElement.scrollWidth - innerWidth, main_.scrollWidth - main_.clientWidth)".replace(
    "main_", "document.querySelector('main')"
)

# What is cramped: headings broken within a word, fields too small to write in, controls that lie on each other.
CRAMPED = r"""() => {
  const seen = (element) => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return undefined;
    if (element.closest(".visually-hidden, [aria-hidden=true], .skip")) return undefined;
    let { left, top, right, bottom } = element.getBoundingClientRect();
    for (let at = element.parentElement; at; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      if (overflowX === "visible" && overflowY === "visible") continue;
      const box = at.getBoundingClientRect();
      [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
      [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
    }
    return right - left > 1 && bottom - top > 1 ? { element, left, top, right, bottom } : undefined;
  };
  const all = (query) => Array.from(document.querySelectorAll(query), seen).filter(Boolean);
  const name = ({ element }) => `${element.localName} “${(element.ariaLabel ?? element.innerText ?? "").trim().slice(0, 30)}”`;
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const found = [];
  for (const heading of Array.from(document.querySelectorAll("h1, h2, h3"), (element) => ({ element }))) {
    if (heading.element.closest(".visually-hidden") || !heading.element.checkVisibility()) continue;
    const walker = document.createTreeWalker(heading.element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const { index, 0: word } of node.data.matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const rects = Array.from(range.getClientRects());
        const width = rects.reduce((sum, rect) => sum + rect.width, 0);
        if (width < innerWidth - 4 * rem && (rects.length > 1 || width > heading.element.clientWidth + 1)) found.push(`${name(heading)} breaks “${word}”`);
      }
    }
  }
  for (const field of all("input:not([type=checkbox], [type=radio], [type=file]), textarea")) {
    if (field.element.clientWidth < 8 * rem - 1) found.push(`${name(field)} is ${field.element.clientWidth} px wide`);
  }
  const controls = all("a, button, input, textarea, select, h1, h2").filter(({ element }) => !element.closest("[class*=fab]"));
  const floats = (element) => { for (let at = element; at; at = at.parentElement) if (["absolute", "fixed", "sticky"].includes(getComputedStyle(at).position)) return at; };
  controls.forEach((one, at) => {
    for (const other of controls.slice(at + 1)) {
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
      if (floats(one.element) !== floats(other.element)) continue;
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (across > 1 && down > 1) found.push(`${name(one)} lies on ${name(other)}`);
    }
  });
  const { scrollWidth } = document.querySelector("main");
  if (scrollWidth > document.querySelector("main").clientWidth) found.push(`main is ${scrollWidth} px wide`);
  return found;
}"""


def sign_up(page: Page, email: str, password: str = PASSWORD, name: str = "Ada") -> None:
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Start writing").click()


def sign_in(page: Page, email: str, password: str = PASSWORD) -> None:
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()


def areas(page: Page):
    return page.get_by_role("navigation", name="Areas")


def open_at(page, person: Person, path: str = "/inbox", width: int = DESKTOP, **options) -> Page:
    """A page of somebody who is signed in, once the frame is there."""
    opened = page(width, person=person, **options)
    opened.goto(person.home + path)
    expect(areas(opened)).to_be_visible()
    return opened


def account_menu(page: Page, item: str) -> None:
    page.get_by_role("button", name="Account", exact=True).click()
    page.get_by_role("menuitem", name=item).click()


# An account


@shows("T-507")
@pytest.mark.parametrize("width", WIDTHS)
def test_a_first_visit_leads_to_a_note_within_a_minute(page, width):
    visit = page(width)
    began = time.monotonic()
    visit.goto("/")
    visit.get_by_role("link", name="Sign up").click()
    sign_up(visit, f"ada.{width}.{time.time_ns()}@example.org")
    expect(visit).to_have_title("Getting started · Daybook")
    visit.keyboard.press("Shift+N")
    expect(visit).to_have_url(re.compile("/notes/[0-9a-f-]{36}"))
    expect(visit.get_by_role("textbox", name="Text of the note")).to_be_focused()
    visit.keyboard.type("Buy seeds for the window")
    expect(visit.get_by_text("Buy seeds for the window").first).to_be_visible()
    assert time.monotonic() - began < 60


def test_an_account_is_signed_out_of_and_into(page, person):
    visit = page()
    visit.goto("/sign-in")
    sign_in(visit, person.email)
    expect(areas(visit)).to_be_visible()
    account_menu(visit, "Sign out")
    expect(visit.get_by_role("heading", name="Welcome back")).to_be_visible()
    # Whoever leaves is not led back, whoever follows an address is.
    expect(visit).to_have_url(re.compile("/sign-in$"))
    visit.goto(person.home + "/boards")
    expect(visit.get_by_role("heading", name="Welcome back")).to_be_visible()
    sign_in(visit, person.email)
    expect(areas(visit).get_by_role("link", name="Boards")).to_have_attribute("aria-current", "page")
    # Where a session is over, the same person goes on, and another one is at home.
    visit.context.clear_cookies()
    visit.reload()
    expect(visit).to_have_url(re.compile("/sign-in.next="))
    sign_in(visit, person.email)
    expect(areas(visit).get_by_role("link", name="Boards")).to_have_attribute("aria-current", "page")
    visit.context.clear_cookies()
    visit.reload()
    expect(visit).to_have_url(re.compile("/sign-in.next="))
    other = Person(person.service, "Ada")
    sign_in(visit, other.email)
    expect(areas(visit)).to_be_visible()
    expect(visit).to_have_url(re.compile(f"/w/{other.workspace}/"))


@shows("N-401.5", "N-401.3")
def test_signing_in_tells_nobody_who_has_an_account(page, person):
    words = []
    for email in [person.email, "nobody@example.org"]:
        visit = page()
        visit.goto("/sign-in")
        sign_in(visit, email, "not the password")
        said = visit.get_by_role("status").filter(has_text="password")
        expect(said).to_be_visible()
        words.append(said.inner_text())
        expect(visit.get_by_label("Password")).to_be_focused()
    assert words[0] == words[1]
    assert "do not belong together" in words[0]


@shows("N-401.5")
def test_signing_up_with_an_address_that_has_an_account_only_asks(page, person):
    visit, answers = page(), []
    visit.goto("/sign-up")
    visit.on("response", lambda answer: answers.append((answer.url.rpartition("/")[2], answer.status)))
    sign_up(visit, person.email, "another calm sentence")
    expect(visit.get_by_role("status").filter(has_text="Account exists, sign in?")).to_be_visible()
    # The service says to signing up what it says to everybody; only signing in, which is limited, fails as any does.
    assert ("sign-up", 202) in answers and ("sign-in", 401) in answers, answers


@shows("N-401.5")
def test_what_is_wrong_is_said_at_its_field(page):
    visit = page()
    visit.goto("/sign-up")
    sign_up(visit, "ada", "short")
    expect(visit.get_by_label("E-mail")).to_be_focused()
    expect(visit.get_by_label("E-mail")).to_have_accessible_description(re.compile("Enter an e-mail address"))
    expect(visit.get_by_label("Password")).to_have_accessible_description(re.compile("8\\+ characters"))
    sign_up(visit, f"ada.{time.time_ns()}@example.org", "password1")
    expect(visit.get_by_label("Password")).to_be_focused()
    expect(visit.get_by_label("Password")).to_have_accessible_description(re.compile("everybody tries first"))


def test_a_session_elsewhere_is_ended(page, person):
    here = open_at(page, person, "/settings")
    elsewhere = open_at(page, person, "/inbox")
    here.reload()
    sessions = here.get_by_role("list", name="Sessions")
    expect(sessions.get_by_role("listitem").filter(has_text="This session")).to_have_count(1)
    here.get_by_role("button", name="Sign out everywhere else").click()
    expect(here.get_by_text("You are signed out everywhere else.")).to_be_visible()
    expect(sessions.get_by_role("listitem")).to_have_count(1)
    elsewhere.goto("/")
    expect(elsewhere.get_by_role("heading", name="Welcome back")).to_be_visible()


def test_a_device_is_removed(page, person):
    here = open_at(page, person, "/settings")
    devices = here.get_by_role("list", name="Devices")
    expect(devices.get_by_text("This device")).to_be_visible()
    devices.get_by_role("button", name="Remove Test").click()
    expect(here.get_by_text("Test is removed, and signed out.")).to_be_visible()
    expect(devices.get_by_role("listitem")).to_have_count(1)


def test_a_password_is_changed(page, person):
    here = open_at(page, person, "/settings")
    here.get_by_label("Present password").fill("not this one")
    here.get_by_label("New password").fill("a newer calm sentence")
    here.get_by_role("button", name="Change password").click()
    expect(here.get_by_text("That is not your present password.")).to_be_visible()
    here.get_by_label("Present password").fill(person.password)
    here.get_by_role("button", name="Change password").click()
    expect(here.get_by_text("Your password is changed.")).to_be_visible()
    visit = page()
    visit.goto("/sign-in")
    sign_in(visit, person.email, "a newer calm sentence")
    expect(areas(visit)).to_be_visible()


def test_a_workspace_is_made_renamed_and_changed_to(page, person):
    here = open_at(page, person)
    here.get_by_role("button", name="Workspace: Personal").click()
    here.get_by_role("menuitem", name="New workspace").click()
    here.get_by_label("Name").fill("Garden")
    here.get_by_role("button", name="Make workspace").click()
    expect(here.get_by_role("button", name="Workspace: Garden")).to_be_visible()
    account_menu(here, "Settings")
    here.get_by_label("Name", exact=True).fill("Allotment")
    here.get_by_role("button", name="Rename").click()
    expect(here.get_by_text("The workspace is renamed.")).to_be_visible()
    here.get_by_role("button", name="Workspace: Allotment").click()
    here.get_by_role("menuitemradio", name="Personal").click()
    expect(here).to_have_url(re.compile(f"/w/{person.workspace}/inbox"))


def test_a_workspace_is_exported(page, person):
    here = open_at(page, person, "/settings")
    with here.expect_download() as download:
        here.get_by_role("link", name="Download").click()
    assert download.value.suggested_filename.endswith(".zip")


def test_an_account_is_erased_with_its_password_only(page, person):
    here = open_at(page, person, "/settings")
    here.get_by_role("button", name="Erase account").click()
    erase = here.get_by_role("button", name="Erase for good")
    expect(erase).to_be_disabled()
    here.get_by_label("Your e-mail address").fill(person.email)
    here.get_by_label("Your password").fill("not the password")
    erase.click()
    expect(here.get_by_role("dialog").get_by_role("alert")).to_be_visible()
    here.get_by_label("Your password").fill(person.password)
    erase.click()
    expect(here.get_by_role("heading", name="Welcome back")).to_be_visible()
    sign_in(here, person.email)
    expect(here.get_by_role("status").filter(has_text="do not belong together")).to_be_visible()


@shows("O-511")
def test_privacy_is_plain_and_open_to_everybody(page, axe):
    visit = page()
    visit.goto("/sign-up")
    visit.get_by_role("link", name="Privacy").click()
    expect(visit.get_by_role("heading", name="Privacy", level=1)).to_be_visible()
    expect(visit.get_by_text("Version 1, 26 November 2026.")).to_be_visible()
    for heading in ["What is kept on the service", "What is kept in this browser", "How you take it away"]:
        expect(visit.get_by_role("heading", name=heading)).to_be_visible()
    axe(visit)


# From area to area


@shows("O-908", "J-601")
@pytest.mark.parametrize("width", WIDTHS)
def test_areas_are_one_tap_away(page, person, width):
    here = open_at(page, person, "/settings", width)
    for area in AREAS:
        (link := areas(here).get_by_role("link", name=area)).click()
        expect(link).to_have_attribute("aria-current", re.compile("page|true"))
        expect(here).to_have_title(re.compile("Daybook$"))
    bar = areas(here).bounding_box()
    assert bar["y"] > 700 if width == PHONE else bar["x"] == 0 and bar["width"] < (100 if width == TABLET else 300)


@shows("O-901")
@pytest.mark.parametrize("width", WIDTHS)
def test_capture_is_on_every_screen(page, person, width):
    here = open_at(page, person, "/inbox", width)
    for path in ["/inbox", "/notes", "/boards", "/search", "/settings"]:
        here.goto(person.home + path)
        capture = here.get_by_role("region", name="Capture")
        expect(capture.get_by_role("button" if width == PHONE else "textbox").first).to_be_visible()


def test_keys_lead_everywhere_and_back_leads_back(page, person):
    here = open_at(page, person)
    for key, path in [("n", "notes"), ("b", "boards"), (",", "settings"), ("i", "inbox")]:
        here.keyboard.press("g")
        here.keyboard.press(key)
        expect(here).to_have_url(re.compile(f"/{path}$"))
    here.go_back()
    expect(here).to_have_url(re.compile("/settings$"))
    expect(here.get_by_role("heading", name="Settings", level=1)).to_be_visible()


def test_arriving_is_said_aloud(page, person):
    here = open_at(page, person)
    areas(here).get_by_role("link", name="Boards").click()
    expect(here.locator("#announcements")).to_contain_text("Boards")


def test_the_first_tab_leads_past_the_navigation(page, person):
    here = open_at(page, person)
    here.keyboard.press("Tab")
    skip = here.get_by_role("link", name="Skip to content")
    expect(skip).to_be_focused()
    here.keyboard.press("Enter")
    expect(here.get_by_role("main")).to_be_focused()


@shows("B-14")
def test_the_palette_finds_things_and_does_things(page, person):
    folder, note, board = (f"01900000-0000-7000-8000-00000000b0a{digit}" for digit in "123")
    made = [
        {"type": "boards.openBoard", "board": board, "title": "Kitchen garden", "columns": []},
        {"type": "notes.createFolder", "folder": folder, "name": "Greenhouse"},
        {"type": "notes.createNote", "note": note, "title": "Seeds for spring", "folder": folder},
    ]
    person.sends(*({"sequence": number, "command": command} for number, command in enumerate(made, 1)))
    here = open_at(page, person)
    here.keyboard.press("Control+k")
    field = here.get_by_role("combobox", name="Go to or do")
    expect(field).to_be_focused()
    field.fill("kitgar")
    expect(here.get_by_role("option", name="Kitchen garden")).to_have_attribute("aria-selected", "true")
    here.keyboard.press("Enter")
    expect(here).to_have_url(re.compile(f"/boards/{board}"))
    for typed, name, path in [("greenh", "Greenhouse", f"notes/folder/{folder}"), ("sfs", "Seeds for spring", f"notes/{note}")]:
        here.keyboard.press("Control+k")
        field.fill(typed)
        expect(here.get_by_role("option", name=name)).to_have_attribute("aria-selected", "true")
        here.keyboard.press("Enter")
        expect(here).to_have_url(re.compile(f"/{path}"))
    here.keyboard.press("Control+k")
    field.fill("theme dark")
    here.keyboard.press("Enter")
    expect(here.locator("html")).to_have_attribute("data-theme", "dark")


@shows("B-14")
def test_the_palette_gives_the_focus_back(page, person):
    here = open_at(page, person)
    link = areas(here).get_by_role("link", name="Notes")
    link.focus()
    here.keyboard.press("Control+k")
    expect(here.get_by_role("combobox", name="Go to or do")).to_be_focused()
    here.keyboard.press("Escape")
    expect(link).to_be_focused()


def test_help_lists_the_keys(page, person):
    here = open_at(page, person)
    here.keyboard.press("?")
    keys = here.get_by_role("dialog", name="Keyboard shortcuts")
    for line in ["Undo", "Redo", "Go to or do", "New note", "Go to boards"]:
        expect(keys.get_by_text(line, exact=True)).to_be_visible()
    here.keyboard.press("Escape")
    expect(keys).to_be_hidden()


def test_a_menu_is_moved_in_by_keys(page, person):
    here = open_at(page, person)
    button = here.get_by_role("button", name="Account", exact=True)
    button.focus()
    here.keyboard.press("Enter")
    expect(here.get_by_role("menuitem", name="Settings")).to_be_focused()
    here.keyboard.press("ArrowDown")
    expect(here.get_by_role("menuitem", name="People")).to_be_focused()
    here.keyboard.press("End")
    expect(here.get_by_role("menuitem", name="Sign out")).to_be_focused()
    here.keyboard.press("p")
    expect(here.get_by_role("menuitem", name="People")).to_be_focused()
    here.keyboard.press("p")
    expect(here.get_by_role("menuitem", name="Privacy")).to_be_focused()
    here.keyboard.press("Escape")
    expect(button).to_be_focused()


@shows("N-402.4", "N-403.3")
def test_the_sync_is_shown_and_being_offline_too(page, person):
    here = open_at(page, person)
    expect(here.get_by_role("button", name="Sync: Synced")).to_be_visible()
    ready(here)
    with offline(here):
        expect(here.get_by_text("You are offline. Everything is saved on this device")).to_be_visible()
        expect(here.get_by_role("button", name="Sync: Offline")).to_be_visible()
    expect(here.get_by_role("button", name="Sync: Synced")).to_be_visible()


def test_on_a_telephone_nothing_below_moves_while_the_sync_tells_how_it_stands(page, person):
    visit = open_at(page, person, width=PHONE)
    ready(visit)
    below = "() => [...document.querySelectorAll('.capture-button, .frame-nav a')].map((each) => each.getBoundingClientRect().x)"
    places = visit.evaluate(below)
    sync = visit.get_by_role("button", name="Sync:")
    narrow = sync.bounding_box()["width"]
    with offline(visit):
        expect(sync).to_contain_text("Offline")
        # It says more than before, and whoever taps just then finds what was there.
        assert sync.bounding_box()["width"] > narrow
        assert visit.evaluate(below) == places


@shows("O-903", "B-15")
@pytest.mark.parametrize("width", [PHONE, DESKTOP])
def test_what_is_done_is_undone_and_redone(page, person, width):
    here = open_at(page, person, "/boards", width)
    here.keyboard.press("Control+k")
    here.get_by_role("combobox").fill("new board")
    here.keyboard.press("Enter")
    here.get_by_label("Name").fill("Orchard")
    here.get_by_role("button", name="Make board").click()
    banner = here.get_by_role("status", name="What was just done")
    expect(banner).to_contain_text("Board Orchard made")
    banner.get_by_role("button", name="Undo").click()
    expect(banner.get_by_role("button", name="Redo")).to_be_visible()
    assert person.views("/boards") == []
    banner.get_by_role("button", name="Redo").click()
    expect(banner.get_by_role("button", name="Undo")).to_be_visible()
    assert [board["title"] for board in person.views("/boards")] == ["Orchard"]
    # By keys, and long after: the service knows what was done, also in another session.
    here.reload()
    expect(areas(here)).to_be_visible()
    here.keyboard.press("Control+z")
    expect(banner.get_by_role("button", name="Redo")).to_be_visible()
    assert person.views("/boards") == []
    here.keyboard.press("Control+Shift+z")
    expect(banner.get_by_role("button", name="Undo")).to_be_visible()
    assert [board["title"] for board in person.views("/boards")] == ["Orchard"]


@shows("O-903")
def test_the_undo_banner_stays_ten_seconds_and_then_goes(page, person):
    here = page(person=person)
    here.clock.install()
    here.goto(person.home + "/boards")
    expect(areas(here)).to_be_visible()
    here.keyboard.press("Control+k")
    here.get_by_role("combobox").fill("new board")
    here.keyboard.press("Enter")
    here.get_by_label("Name").fill("Orchard")
    here.get_by_role("button", name="Make board").click()
    undo = here.get_by_role("status", name="What was just done").get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    here.clock.fast_forward(9_000)
    expect(undo).to_be_visible()
    here.clock.fast_forward(5_000)
    expect(undo).to_be_hidden()


# How it looks


@pytest.mark.parametrize("theme", ["Light", "Dark", "High contrast"])
def test_a_theme_is_chosen_and_stays(page, person, theme):
    here = open_at(page, person, "/settings")
    here.get_by_role("radio", name=theme).check(force=True)
    attribute, value = ("data-contrast", "more") if theme == "High contrast" else ("data-theme", theme.lower())
    expect(here.locator("html")).to_have_attribute(attribute, value)
    here.reload()
    expect(here.locator("html")).to_have_attribute(attribute, value)
    visit = page()
    visit.goto("/sign-in")
    sign_in(visit, person.email)
    expect(visit.locator("html")).to_have_attribute(attribute, value)


@shows("N-516", "O-906")
@pytest.mark.parametrize("width", WIDTHS)
def test_axe_finds_nothing_in_the_shell(page, person, axe, width):
    visit = page(width)
    for path, heading in [("/sign-up", "Make yourself at home"), ("/sign-in", "Welcome back")]:
        visit.goto(path)
        expect(visit.get_by_role("heading", name=heading)).to_be_visible()
        axe(visit)
    here = open_at(page, person, "/settings", width)
    expect(here.get_by_role("list", name="Devices")).to_be_visible()
    axe(here)
    for key, dialog in [("Control+k", "Go to or do"), ("?", "Keyboard shortcuts")]:
        here.keyboard.press(key)
        expect(here.get_by_role("dialog", name=dialog)).to_be_visible()
        axe(here)
        here.keyboard.press("Escape")
    here.get_by_role("button", name="Account", exact=True).click()
    expect(here.get_by_role("menu")).to_be_visible()
    axe(here)


@shows("O-923")
@pytest.mark.parametrize("width", [320, *WIDTHS])
def test_targets_are_large_and_nothing_runs_over_the_edge(page, person, width):
    visit = page(width)
    for path in ["/sign-up", "/sign-in", "/privacy"]:
        visit.goto(path)
        expect(visit.get_by_role("heading", level=1)).to_be_visible()
        assert visit.evaluate(SIDEWAYS) <= 0, path
        assert visit.evaluate(SMALL_TARGETS) == [], path
    here = open_at(page, person, "/settings", width)
    expect(here.get_by_role("list", name="Devices")).to_be_visible()
    assert here.evaluate(SIDEWAYS) <= 0
    assert here.evaluate(SMALL_TARGETS) == []
    here.keyboard.press("Control+k")
    expect(here.get_by_role("combobox")).to_be_visible()
    assert here.evaluate(SMALL_TARGETS) == []


@shows("O-921")
@pytest.mark.parametrize("width", WIDTHS)
def test_text_grows_to_twice_its_size(browser, service, watch, person, width):
    """Text alone is twice as large, as somebody sets it in their browser: it needs a browser of its own."""
    flags = ["--blink-settings=defaultFontSize=32", "--no-sandbox", "--disable-dev-shm-usage"]
    large = browser.browser_type.launch(executable_path=CHROMIUM, args=flags)
    pages = Pages(large, service, watch)
    note, board, column, card, item = (str(uuid.uuid4()) for _ in range(5))
    family = drawings.Family(person, "Mia")
    family.does(
        {"type": "notes.createNote", "note": note, "title": "Sourdough bread", "body": "Flour"},
        {"type": "boards.openBoard", "board": board, "title": "House renovation", "columns": [{"id": column, "name": "To do"}]},
        {"type": "boards.addCard", "card": card, "column": column, "title": "Paint the fence"},
        {"type": "capture.captureItem", "item": item, "content": "Buy seeds for the garden", "captured": "2026-11-20T09:00:00Z"},
    )
    try:
        here = open_at(pages, person, "/settings", width)
        heading = here.get_by_role("heading", name="Settings", level=1)
        assert heading.evaluate("element => getComputedStyle(element).fontSize") == "56px"
        for path in ["/settings", "/inbox", "/notes", "/boards", "/search"]:
            here.goto(person.home + path)
            for area in AREAS:
                expect(areas(here).get_by_role("link", name=area)).to_be_visible()
            assert here.evaluate(SIDEWAYS) <= 0, path
        if width == PHONE:
            shown = {
                "/inbox": here.get_by_text("Buy seeds for the garden").first,
                f"/inbox/items/{item}": here.get_by_text("Follow-up").first,
                "/notes/all": here.get_by_role("link", name=re.compile("Sourdough bread")),
                f"/notes/{note}": here.get_by_role("textbox", name="Title"),
                f"/boards/{board}": here.get_by_role("heading", name="House renovation"),
                f"/boards/{board}/cards/{card}": here.get_by_role("dialog", name="Card").get_by_label("Due date"),
                "/studio": here.get_by_role("link", name=re.compile("Mia")).first,
                "/studio/gallery": here.get_by_role("heading", level=1),
                f"/studio/children/{family.children['Mia']}": here.get_by_role("heading", name="Mia", level=1),
                "/search?q=bread": here.get_by_text("1 result"),
                "/settings": here.get_by_role("list", name="Devices"),
            }
            for path, what in shown.items():
                here.goto(person.home + path)
                expect(what).to_be_visible()
                assert here.evaluate(CRAMPED) == [], path
            # The same where a page alone is set larger.
            plain = open_at(Pages(browser, service, watch), person, "/studio", width)
            expect(plain.get_by_role("heading", name="Studio", level=1)).to_be_visible()
            # No browser sets that, so what stands in words for a moment is not looked at.
            expect(plain.get_by_role("button", name="Sync:")).to_have_accessible_name("Sync: Synced")
            plain.evaluate("document.documentElement.style.fontSize = '200%'")
            assert plain.evaluate(CRAMPED) == []
            plain.context.close()
        assert not watch.found, watch.found
    finally:
        large.close()


@shows("O-924")
def test_the_focus_is_seen_by_its_stroke(page, person):
    here = open_at(page, person)
    here.keyboard.press("Tab")
    here.keyboard.press("Tab")
    style = here.evaluate("(({ outlineStyle, outlineWidth }) => [outlineStyle, outlineWidth])(getComputedStyle(document.activeElement))")
    assert style[0] == "solid" and float(style[1].removesuffix("px")) >= 2


@shows("O-922")
@pytest.mark.parametrize("motion, seconds", [("reduce", "0s"), ("no-preference", "0.3s")])
def test_motion_stops_for_those_who_ask(page, person, motion, seconds):
    here = open_at(page, person, reduced_motion=motion)
    link = areas(here).get_by_role("link", name="Notes")
    times = link.evaluate("element => getComputedStyle(element).transitionDuration").split(", ")
    assert set(times) == {seconds}


def test_forced_colours_show_what_is_chosen(page, person, axe):
    here = open_at(page, person, "/settings", forced_colors="active")
    expect(here.get_by_role("list", name="Devices")).to_be_visible()
    width = here.get_by_role("radio", name="As the system").evaluate(
        "element => getComputedStyle(element.nextElementSibling).outlineWidth"
    )
    assert width == "2px"


def test_who_forgot_their_password_is_told_who_can_help(page, service):
    here = page(PHONE)
    here.goto(f"{service.address}/sign-in")
    here.get_by_role("button", name="Forgot your password?").click()
    expect(here.get_by_text("The person who runs it can set a new password for you.")).to_be_visible()
