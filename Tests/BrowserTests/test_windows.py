"""Several windows: the small one, boards in windows of their own, and syncing by hand."""

import gzip
import json
import uuid

import pytest
from harness import APP, PHONE, databases, frames, keeps_app, kept, offline, ready, shows
from playwright.sync_api import Page, expect


class House:
    """Two boards of a person, made as another device of theirs makes them."""

    def __init__(self, person):
        self.person, self.ids, commands = person, {}, []
        for title, cards in (("House", ["Paint", "Sweep", "Tidy", "Wash"]), ("Garden", ["Rake"])):
            names = ["To do", "Doing", "Done"]
            columns = [{"id": self.id(f"{title}/{name}"), "name": name} for name in names]
            commands.append({"type": "boards.openBoard", "board": self.id(title), "title": title, "columns": columns})
            commands += [
                {"type": "boards.addCard", "card": self.id(card), "column": columns[0]["id"], "title": card} for card in cards
            ]
        person.sends(*({"sequence": at + 1, "command": command} for at, command in enumerate(commands)))

    def id(self, name: str) -> str:
        return self.ids.setdefault(name, str(uuid.uuid4()))

    def address(self, board: str) -> str:
        return f"{self.person.home}/boards/{self.id(board)}"

    def column(self, board: str, name: str) -> list[str]:
        view = self.person.views(f"/boards/{self.id(board)}")
        return next([card["title"] for card in column["cards"]] for column in view["columns"] if column["name"] == name)

    def awaits(self, board: str, name: str, cards: list[str]) -> None:
        def holds(view):
            return [[c["title"] for c in one["cards"]] for one in view["columns"] if one["name"] == name] == [cards]

        self.person.awaits(f"/boards/{self.id(board)}", holds)


@pytest.fixture
def house(person) -> House:
    return House(person)


def next_up(visit: Page):
    return visit.get_by_role("list", name="Next up").locator(".mini-title")


@shows("P-204", "P-317", "P-318")
def test_the_small_window_shows_what_is_next_and_works_offline(page, house, axe):
    main = page(person=house.person)
    main.goto(house.address("House"))
    ready(main)
    main.get_by_role("group", name="Toolbar").get_by_role("button", name="Menu of the board").click()
    with main.expect_response(lambda answer: answer.url.endswith("/preferences") and answer.ok):
        main.get_by_role("menuitem", name="Make it the primary board").click()
    with main.context.expect_page() as opened:
        main.keyboard.press("Control+Alt+p")
    mini = opened.value
    expect(next_up(mini)).to_have_text(["Paint", "Sweep", "Tidy"])
    ready(mini)
    axe(mini)
    with offline(mini):
        mini.get_by_role("checkbox", name="Move “Paint” to Done").click()
        expect(next_up(mini)).to_have_text(["Sweep", "Tidy", "Wash"])
        mini.get_by_label("Capture a thought").fill("Buy a brush")
        mini.keyboard.press("Enter")
        expect(mini.get_by_text("Saved. Organize later.")).to_be_visible()
    house.awaits("House", "Done", ["Paint"])
    house.person.awaits("/inbox", lambda inbox: [item["title"] for item in inbox["items"]] == ["Buy a brush"])
    mini.get_by_role("link", name="Sweep").click()
    expect(main.get_by_role("complementary").get_by_role("textbox", name="Title")).to_have_value("Sweep")


# The files of the app that were asked for until the small window took keys.
ASKED = """() => {
  const ready = performance.getEntriesByName("daybook capture ready")[0].startTime;
  return performance.getEntriesByType("resource").filter(({ name, startTime }) => name.includes("/app/") && startTime <= ready)
    .map(({ name }) => new URL(name).pathname);
}"""
# There is no core: what holds it never says a word.
NO_CORE = "window.Worker = class extends EventTarget { postMessage() {} terminate() {} };"


def warm(page, house) -> Page:
    """A window of the app, after the small one was opened and closed once."""
    house.person.ask("PATCH", "/v1/account/preferences", {"primaryBoard": house.id("House")})
    main = page(person=house.person)
    with main.expect_response("**/v1/account"):
        main.goto(house.person.home + "/boards")
    main.goto(house.person.home + "/inbox")
    ready(main)
    kept(main)
    first = main.context.new_page()
    first.goto("/mini")
    expect(next_up(first)).to_have_text(["Paint", "Sweep", "Tidy"])
    first.wait_for_function("() => performance.getEntriesByName('daybook picture kept').length > 0")
    first.close()
    return main


@keeps_app
@shows("P-605")
def test_the_small_window_takes_a_thought_before_there_is_a_core_or_a_service(page, house, axe):
    main = warm(page, house)
    mini = main.context.new_page()
    mini.add_init_script(NO_CORE)
    with offline(mini):
        mini.goto("/mini")
        # The field has the focus, and the cards are those that were shown last.
        mini.keyboard.type("Buy a brush")
        mini.keyboard.press("Enter")
        expect(mini.get_by_text("Saved. Organize later.")).to_be_visible()
        expect(next_up(mini)).to_have_text(["Paint", "Sweep", "Tidy"])
        expect(mini.get_by_role("textbox", name="Capture a thought")).to_have_value("")
        assert mini.evaluate("performance.getEntriesByName('daybook replica ready').length") == 0
        # A style and a script, and nothing else of the app.
        asked = mini.evaluate(ASKED)
        assert sorted(name.rsplit(".", 1)[1] for name in asked) == ["css", "js"], asked
        size = sum(len(gzip.compress((APP / name.lstrip("/")).read_bytes())) for name in asked)
        assert size <= 16_384, size
        axe(mini)
        kept = json.dumps(databases(mini))
        assert "small-window" in kept and "Buy a brush" not in kept and "Sweep" not in kept
        too_long = "x" * 65_537
        mini.get_by_role("textbox", name="Capture a thought").fill(too_long)
        mini.keyboard.press("Enter")
        expect(mini.get_by_text("Saved. Organize later.")).to_be_visible()
        # Nobody waits for it: the window closes at once, and another one takes what it kept.
        mini.close()
        expect(main.get_by_role("link", name="Buy a brush")).to_be_visible()
        # What no rule lets in is given back, with the reason.
        capture = main.get_by_role("region", name="Capture")
        expect(capture.get_by_role("textbox")).to_have_value(too_long)
        expect(capture.get_by_role("alert")).to_contain_text("65536")
    house.person.awaits("/inbox", lambda inbox: [item["title"] for item in inbox["items"]] == ["Buy a brush"])
    assert "Sweep" in json.dumps(house.person.views(f"/boards/{house.id('House')}"))


@keeps_app
@shows("P-605")
def test_what_is_being_written_stays_when_the_app_takes_the_place_of_the_small_window(page, house):
    main = warm(page, house)
    mini = main.context.new_page()
    held, may_go = [], []
    mini.add_init_script(NO_CORE)
    mini.route("**/v1/workspaces/*/boards*", lambda route: route.continue_() if may_go else held.append(route))
    mini.goto("/mini")
    field = mini.get_by_role("textbox", name="Capture a thought")
    mini.keyboard.type("Half a tught")
    for _ in range(4):
        mini.keyboard.press("ArrowLeft")
    expect(next_up(mini)).to_have_text(["Paint", "Sweep", "Tidy"])
    before = [mini.locator(".mini-title").nth(at).bounding_box() for at in range(3)] + [field.bounding_box()]
    may_go.append(True)
    for route in held:
        route.continue_()
    expect(mini.locator("#early")).to_have_count(0)
    mini.keyboard.type("ho")
    expect(field).to_have_value("Half a thought")
    # Nothing has moved.
    assert [mini.locator(".mini-title").nth(at).bounding_box() for at in range(3)] + [field.bounding_box()] == before
    mini.keyboard.press("Enter")
    house.person.awaits("/inbox", lambda inbox: [item["title"] for item in inbox["items"]] == ["Half a thought"])
    mini.get_by_role("checkbox", name="Move “Paint” to Done").click()
    house.awaits("House", "Done", ["Paint"])


@shows("P-316", "P-320")
def test_a_card_is_dragged_from_one_window_to_another_as_one_move(page, house):
    first = page(person=house.person)
    first.goto(house.address("House"))
    ready(first)
    first.get_by_role("link", name="Paint").focus()
    with first.context.expect_page() as opened:
        first.keyboard.press("w")
    opened.value.close()
    second = first.context.new_page()
    second.goto(house.address("Garden") + "?window")
    ready(second)
    handle = first.locator(f'[data-send="{house.id("Paint")}"]')
    expect(handle).to_have_count(1)
    # Two windows cannot be dragged between by one mouse here: what the browser carries is carried by hand.
    carried = handle.evaluate(
        """(handle) => { const data = new DataTransfer();
        handle.dispatchEvent(new DragEvent("dragstart", { dataTransfer: data, bubbles: true }));
        return Array.from(data.types, (type) => [type, data.getData(type)]); }"""
    )
    assert house.id("Paint") in dict(carried)["application/x-daybook-card"]
    sent = []
    first.context.on("request", lambda request: sent.append(request.post_data) if request.url.endswith("/commands") else None)
    second.get_by_role("region", name="To do", exact=True).evaluate(
        """(column, carried) => { const data = new DataTransfer();
        for (const [type, text] of carried) data.setData(type, text);
        const { left, top, width } = column.getBoundingClientRect();
        const options = { dataTransfer: data, bubbles: true, cancelable: true, clientX: left + width / 2, clientY: top };
        for (const type of ["dragover", "drop"]) column.dispatchEvent(new DragEvent(type, options)); }""",
        carried,
    )
    house.awaits("Garden", "To do", ["Paint", "Rake"])
    expect(first.get_by_role("link", name="Paint")).to_have_count(0)
    expect(second.get_by_role("link", name="Paint")).to_be_visible()
    assert len(sent) == 1 and sent[0].count("boards.moveCard") == 1, sent
    # Undone from the window that it came from.
    first.locator("#main").focus()
    first.keyboard.press("Control+z")
    expect(first.get_by_role("link", name="Paint")).to_be_visible()
    expect(second.get_by_role("link", name="Paint")).to_have_count(0)


@shows("P-309", "P-313")
def test_a_button_and_a_key_sync_now(page, person):
    visit = page(person=person)
    visit.goto(person.home + "/inbox")
    ready(visit)
    expect(visit.get_by_role("button", name="Sync: Synced")).to_be_visible()
    with visit.context.expect_event("request", lambda request: "/records?" in request.url):
        visit.get_by_role("button", name="Sync now").click()
    expect(visit.locator("#announcements")).to_have_text("Synced")
    visit.evaluate("window.isSamePage = true")
    with visit.context.expect_event("request", lambda request: "/records?" in request.url):
        visit.keyboard.press("Control+r")
    assert visit.evaluate("window.isSamePage")
    # With Shift the key stays the browser's.
    assert visit.evaluate(
        "() => dispatchEvent(new KeyboardEvent('keydown', { key: 'R', ctrlKey: true, shiftKey: true, cancelable: true }))"
    )


@shows("P-303", "J-703")
@pytest.mark.parametrize("place", ["inbox", "boards", "notes", "studio"])
def test_pulling_a_list_down_syncs(page, person, place):
    visit = page(PHONE, person=person)
    visit.goto(f"{person.home}/{place}")
    ready(visit)
    expect(visit.get_by_role("button", name="Sync: Synced")).to_be_visible()
    # What the app asks for by itself is asked as well; a sync that was pulled for turns the mark.
    visit.evaluate(
        """() => { const mark = document.querySelector(".pull"); window.isPulledFor = false;
        new MutationObserver(() => { window.isPulledFor ||= mark.classList.contains("is-syncing"); })
            .observe(mark, { attributes: true, attributeFilter: ["class"] }); }"""
    )
    touch = visit.context.new_cdp_session(visit)
    for to, is_enough in ((260, False), (420, True)):
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": 200, "y": 220}]})
        for y in range(230, to, 10):
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": 200, "y": y}]})
        if is_enough:
            with visit.context.expect_event("request", lambda request: "/records?" in request.url):
                touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        else:
            touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        frames(visit)
        assert visit.evaluate("window.isPulledFor") is is_enough


@shows("P-315")
def test_the_key_for_finding_is_ours_once_and_the_browsers_after(page, person):
    visit = page(person=person)
    visit.goto(person.home + "/inbox")
    press = "() => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true, cancelable: true }))"
    expect(visit.get_by_role("heading", name="Inbox", level=1)).to_be_visible()
    assert visit.evaluate(press) is False
    expect(visit.locator("#search-box")).to_be_focused()
    assert visit.evaluate(press) is True


@shows("P-319")
@pytest.mark.parametrize(("key", "is_installed"), [("[", False), ("Control+0", True)])
def test_the_sidebar_collapses_by_a_key_and_stays_so(page, person, key, is_installed):
    visit = page(person=person)
    if is_installed:
        visit.add_init_script(
            "const own = matchMedia.bind(window); window.matchMedia = (query) => query.includes('standalone') ? { matches: true } : own(query);"
        )
    visit.goto(person.home + "/inbox")
    button = visit.get_by_role("button", name="Collapse the sidebar")
    expect(button).to_be_visible()
    visit.keyboard.press(key)
    expect(visit.get_by_role("button", name="Show the sidebar")).to_be_visible()
    visit.reload()
    expect(visit.get_by_role("button", name="Show the sidebar")).to_be_visible()
    visit.keyboard.press(key)
    expect(button).to_be_visible()
