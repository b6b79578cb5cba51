"""Notes: folders, lists and the editor, as a person finds them."""

import re
import uuid

import pytest
from harness import DESKTOP, PHONE, TABLET, Person, offline, shows
from playwright.sync_api import Locator, Page, expect


def does(person: Person, *commands: dict) -> None:
    """Commands of another device of this person."""
    next_number = person.views("/commands")["next"]
    answer = person.sends(*({"sequence": next_number + at, "command": one} for at, one in enumerate(commands)))
    assert all(one.get("outcome") != "refused" for one in answer.get("answers", answer.get("results", []))), answer


def folder(person: Person, name: str, parent: str | None = None) -> str:
    made = str(uuid.uuid4())
    does(person, {"type": "notes.createFolder", "folder": made, "name": name} | ({"parent": parent} if parent else {}))
    return made


def note(person: Person, title: str, body: str = "", within: str | None = None) -> str:
    made = str(uuid.uuid4())
    command = {"type": "notes.createNote", "note": made, "title": title, "body": body}
    does(person, command | ({"folder": within} if within else {}))
    return made


def body_of(person: Person, note: str) -> str:
    return person.views(f"/notes/{note}")["body"]


def only_note(person: Person) -> dict:
    notes = person.views("/notes")["notes"]
    assert len(notes) == 1, notes
    return person.views(f"/notes/{notes[0]['id']}")


def text(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Text of the note")


def item(page: Page, name: str) -> Locator:
    return page.get_by_role("treeitem", name=re.compile(rf"^{re.escape(name)},"))


def saved(page: Page) -> None:
    expect(page.get_by_role("status", name="Saving state")).to_have_text("Saved")


def opened(page: Page, person: Person, path: str = "") -> Page:
    page.goto(f"/w/{person.workspace}/notes{path}")
    return page


# Folders


@shows("N-101.1", "N-101.2", "N-101.3", "N-002", "N-023", "N-025", "N-612", "N-613", "N-036")
def test_folders_stand_as_a_tree_with_names_and_counts(page, person, axe):
    family = folder(person, "Family")
    recipes = folder(person, "Recipes", family)
    folder(person, "House")
    note(person, "Bread", "Flour", recipes)
    screen = opened(page(person=person), person)
    tree = screen.get_by_role("tree", name="Folders")
    expect(tree.get_by_role("treeitem")).to_have_count(3)
    expect(item(screen, "Family")).to_have_accessible_name("Family, 1 note")
    expect(item(screen, "House")).to_have_accessible_name("House, No notes")
    expect(item(screen, "Recipes")).to_have_attribute("aria-level", "2")
    expect(item(screen, "Recipes")).to_have_attribute("title", "Recipes")
    axe(screen)


@shows("N-101.5", "N-103.1", "N-103.2", "N-103.4", "N-024", "N-614")
def test_without_folders_one_is_made_from_the_empty_state(page, person):
    screen = opened(page(person=person), person)
    expect(screen.get_by_role("heading", name="No folders yet")).to_be_visible()
    screen.get_by_role("button", name="Make a folder").click()
    dialog = screen.get_by_role("dialog", name="New folder")
    expect(dialog.get_by_label("Name")).to_be_focused()
    screen.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    screen.get_by_role("button", name="New folder", exact=True).click()
    screen.keyboard.type("Garden")
    screen.keyboard.press("Enter")
    expect(item(screen, "Garden")).to_be_visible()
    expect(screen.get_by_role("heading", name="Garden")).to_be_visible()
    screen.wait_for_url("**/notes/folder/**")
    person.awaits("/folders", lambda shown: [one["name"] for one in shown["folders"]] == ["Garden"])


@shows("N-103.3", "N-103.5")
def test_a_name_that_cannot_be_is_told_with_one_that_can(page, person):
    folder(person, "Café")
    screen = opened(page(person=person), person)
    screen.get_by_role("button", name="New folder", exact=True).click()
    name = screen.get_by_role("dialog").get_by_label("Name")
    screen.keyboard.press("Enter")
    expect(screen.get_by_role("alert")).to_have_text("Give the folder a name.")
    # Composed otherwise and in other case it is the same name.
    name.fill("CAFE\u0301")
    expect(screen.get_by_role("alert")).to_contain_text("There is a folder")
    name.fill("x" * 256)
    expect(screen.get_by_role("alert")).to_contain_text("at most 255 characters")
    name.fill("café")
    screen.get_by_role("button", name="Use “café 2”").click()
    expect(name).to_have_value("café 2")
    screen.get_by_role("button", name="Make folder").click()
    expect(item(screen, "café 2")).to_be_visible()


@shows("N-104.1", "N-104.3", "N-104.5", "N-026", "N-009")
def test_edit_mode_renames_moves_and_arranges(page, person):
    for name in ("Apples", "Pears", "Plums"):
        folder(person, name)
    screen = opened(page(person=person), person)
    expect(screen.get_by_role("button", name="Actions for Apples")).to_have_count(0)
    screen.get_by_role("button", name="Edit", exact=True).click()
    screen.get_by_role("button", name="Actions for Apples").click()
    screen.get_by_role("menuitem", name="Rename").click()
    screen.get_by_role("textbox", name="Name of Apples").fill("Quinces")
    screen.keyboard.press("Enter")
    expect(item(screen, "Quinces")).to_be_visible()
    screen.get_by_role("button", name="Actions for Plums").click()
    screen.get_by_role("menuitem", name="Move up").click()
    order = screen.get_by_role("tree").get_by_role("treeitem")
    expect(order.nth(0)).to_have_accessible_name(re.compile("Pears|Plums"))
    screen.get_by_role("button", name="Actions for Plums").click()
    screen.get_by_role("menuitem", name="Move to…").click()
    screen.get_by_role("dialog").get_by_role("button", name="Pears").click()
    expect(item(screen, "Plums")).to_have_attribute("aria-level", "2")
    screen.get_by_role("button", name="Done", exact=True).click()
    expect(screen.get_by_role("button", name="Actions for Plums")).to_have_count(0)


@shows("N-104.2")
def test_deleting_a_folder_says_what_goes_and_the_trash_brings_it_back(page, person):
    family = folder(person, "Family")
    note(person, "Bread", "", folder(person, "Recipes", family))
    screen = opened(page(person=person), person)
    screen.get_by_role("button", name="Edit", exact=True).click()
    screen.get_by_role("button", name="Actions for Family").click()
    screen.get_by_role("menuitem", name="Delete…").click()
    dialog = screen.get_by_role("dialog", name="Delete “Family”?")
    expect(dialog).to_contain_text("1 note and 1 folder")
    dialog.get_by_role("button", name="Delete folder").click()
    expect(item(screen, "Family")).to_have_count(0)
    expect(screen.get_by_text("“Family” deleted")).to_be_visible()
    screen.get_by_role("link", name="Recently deleted").click()
    screen.get_by_role("button", name="Restore Family").click()
    expect(item(screen, "Family")).to_have_accessible_name("Family, 1 note")


@shows("N-102.1", "N-102.2", "N-102.3", "N-102.5", "N-617", "N-625")
def test_on_a_phone_folder_list_and_note_follow_each_other_and_back(page, person):
    within = folder(person, "Letters")
    note(person, "To Ada", "Dear Ada", within)
    screen = opened(page(PHONE, person=person), person)
    item(screen, "Letters").click()
    expect(screen.get_by_role("heading", name="Letters")).to_be_visible()
    expect(screen.get_by_text("1 note", exact=True)).to_be_visible()
    expect(screen.get_by_role("tree")).to_have_count(0)
    screen.get_by_role("link", name=re.compile("To Ada")).click()
    expect(text(screen)).to_contain_text("Dear Ada")
    expect(screen.get_by_role("heading", name="Letters")).to_have_count(0)
    screen.get_by_role("button", name="Back to the notes").click()
    expect(screen.get_by_role("heading", name="Letters")).to_be_visible()
    screen.get_by_role("button", name="Back to folders").click()
    expect(screen.get_by_role("tree")).to_be_visible()
    screen.go_back()
    expect(screen.get_by_role("heading", name="Letters")).to_be_visible()


@shows("N-102.4")
def test_a_list_that_is_slow_shows_that_it_loads(page, person):
    within = folder(person, "Letters")
    screen = page(person=person)
    # With the core nothing is waited for; a browser where it does not come asks the service for each list.
    screen.context.route(re.compile(r"/WebCore[^/]*\.wasm"), lambda route: route.abort())
    opened(screen, person)
    expect(item(screen, "Letters")).to_be_visible()
    held, let_go = [], []
    # A list may be asked for once more while it is: what comes after the others were let go is not held.
    screen.route(re.compile(rf"/folders/{within}/notes"), lambda route: route.continue_() if let_go else held.append(route))
    item(screen, "Letters").click()
    expect(screen.get_by_role("status", name="Loading notes")).to_be_visible()
    let_go.append(True)
    for route in held:
        route.continue_()
    expect(screen.get_by_role("heading", name="Nothing in this folder yet")).to_be_visible()


# Lists


@shows("N-201.1", "N-201.2", "N-201.3", "N-027", "N-029", "N-615", "N-616")
def test_a_list_shows_title_time_beginning_folder_and_tasks(page, person, axe):
    note(person, "Bread", "Flour and water\n\n- [x] buy\n- [ ] bake", folder(person, "Recipes"))
    screen = opened(page(person=person), person, "/all")
    row = screen.get_by_role("listitem").filter(has=screen.get_by_role("link", name=re.compile("Bread")))
    expect(row.get_by_text("Bread", exact=True)).to_have_css("font-weight", "600")
    expect(row.get_by_role("time")).to_have_text(re.compile(r"\d\d:\d\d"))
    expect(row).to_contain_text("Flour and water")
    expect(row).to_contain_text("Recipes")
    expect(row).to_contain_text("1/2")
    axe(screen)


@shows("N-201.5")
def test_an_empty_folder_says_so(page, person):
    within = folder(person, "Letters")
    screen = opened(page(person=person), person, f"/folder/{within}")
    expect(screen.get_by_role("heading", name="Nothing in this folder yet")).to_be_visible()
    expect(screen.get_by_role("button", name="Write a note").first).to_be_visible()


@shows("N-030", "N-033")
def test_lists_are_sorted_and_filtered_with_what_is_pinned_first(page, person):
    note(person, "Cherries", "- [ ] pick")
    pinned = note(person, "Zucchini")
    note(person, "Apples")
    does(person, {"type": "notes.pinNote", "note": pinned})
    screen = opened(page(person=person), person, "/all")
    rows = screen.locator("a[data-note] strong")
    expect(rows).to_have_text(["Zucchini", "Apples", "Cherries"])
    screen.get_by_role("button", name="Sort, filter and more").click()
    screen.get_by_role("menuitemradio", name="Oldest first").or_(screen.get_by_role("menuitem", name="Oldest first")).click()
    expect(rows).to_have_text(["Zucchini", "Cherries", "Apples"])
    screen.get_by_role("button", name="Sort, filter and more").click()
    screen.get_by_role("menuitemradio", name="Only: open tasks").or_(screen.get_by_role("menuitem", name="Only: open tasks")).click()
    expect(rows).to_have_text(["Cherries"])
    screen.get_by_role("button", name=re.compile("^Open tasks")).click()
    expect(rows).to_have_count(3)


def test_no_list_leaves_out_what_is_further_back_than_a_page(page, person):
    tax = note(person, "Tax return", "- [ ] send")
    does(person, {"type": "notes.tagNote", "note": tax, "tags": ["tax"]})
    for begin in range(0, 520, 104):
        does(person, *({"type": "notes.createNote", "note": str(uuid.uuid4()), "title": f"Day {at}", "body": ""} for at in range(begin, begin + 104)))
    screen = opened(page(person=person), person, "/tag/tax")
    rows = screen.locator("a[data-note] strong")
    count = screen.locator(".notes-count")
    expect(rows).to_have_text(["Tax return"])
    expect(count).to_have_text("1 note")
    opened(screen, person, "/all")
    expect(count).to_have_text("521 notes")
    expect(screen.get_by_text("The 500 changed last are shown. Search finds the others.")).to_be_visible()

    def choose(what: str) -> None:
        screen.get_by_role("button", name="Sort, filter and more").click()
        screen.get_by_role("menuitemradio", name=what).click()

    choose("Only: open tasks")
    expect(rows).to_have_text(["Tax return"])
    choose("Only: open tasks")
    choose("Oldest first")
    expect(rows.first).to_have_text("Tax return")
    expect(screen.get_by_text("The first 500 of 521 are shown. Search finds the others.")).to_be_visible()
    screen.keyboard.press("Control+k")
    screen.keyboard.type("tax ret")
    screen.get_by_role("option", name="Tax return").click()
    expect(text(screen)).to_contain_text("send")
    text(screen).press("Control+End")
    screen.keyboard.type(" [[day 0")
    expect(screen.get_by_role("listbox", name="Notes to link to").get_by_role("option")).to_have_text(["Day 0"])


# The editor


@shows("N-202.1", "N-202.2", "N-202.5", "N-003", "N-028", "N-623")
@pytest.mark.parametrize("width", [PHONE, DESKTOP])
def test_a_new_note_takes_the_first_key_and_saves_by_itself(page, person, width):
    screen = opened(page(width, person=person), person, "/all")
    screen.get_by_role("button", name="New note").locator("visible=true").first.click()
    expect(text(screen)).to_be_focused()
    screen.keyboard.type("First words")
    saved(screen)
    kept = only_note(person)
    assert kept["body"] == "First words"
    assert kept["id"] in screen.url


@shows("N-203.2")
def test_title_and_text_are_written_in_one_go(page, person):
    screen = opened(page(person=person), person, "/all")
    screen.get_by_role("button", name="New note").locator("visible=true").first.click()
    screen.get_by_role("textbox", name="Title").fill("Bread")
    screen.keyboard.press("Enter")
    expect(text(screen)).to_be_focused()
    screen.keyboard.type("Flour")
    saved(screen)
    kept = only_note(person)
    assert (kept["title"], kept["body"]) == ("Bread", "Flour")


@shows("N-203.1", "N-203.4")
def test_leaving_right_after_typing_loses_nothing(page, person):
    kept = note(person, "Bread", "Flour")
    screen = opened(page(PHONE, person=person), person, "/all")
    screen.get_by_role("link", name=re.compile("Bread")).click()
    text(screen).press("Control+End")
    screen.keyboard.type(" and water")
    screen.get_by_role("button", name="Back to the notes").click()
    expect(screen.get_by_role("link", name=re.compile("Flour and water"))).to_be_visible()
    person.awaits(f"/notes/{kept}", lambda answer: answer["body"] == "Flour and water")


WRITTEN = "# Sourdough\n\nA **slow** bread 👩‍👩‍👧 with *much* water, see 𝔘 and e\u0301.\r\n\r\n- [ ] feed 👍\n- [x] buy\n\n> calm  \nend"


@shows("N-203.2")
def test_what_stands_in_the_editor_is_in_the_journal_byte_for_byte(page, person):
    kept = note(person, "Bread", WRITTEN)
    screen = opened(page(person=person), person, f"/{kept}")
    expect(text(screen)).to_contain_text("slow")
    text(screen).press("Control+End")
    screen.keyboard.type("!")
    text(screen).press("Control+Home")
    screen.keyboard.insert_text("🏳️‍🌈 ")
    screen.get_by_role("checkbox", name="feed 👍").click()
    saved(screen)
    assert body_of(person, kept) == "🏳️‍🌈 " + WRITTEN.replace("[ ]", "[x]") + "!"


@shows("N-622")
def test_words_and_characters_are_counted_as_the_service_counts(page, person):
    kept = note(person, "Bread", "Don't stop, 漢字 and e\u0301te\u0301 👍")
    screen = opened(page(person=person), person, f"/{kept}")
    counts = screen.locator("[aria-label='Length of the note']")
    facts = person.views(f"/notes/{kept}")
    expect(counts).to_contain_text(f"{facts['words']} words")
    expect(counts).to_contain_text(f"{facts['length']} characters")
    text(screen).press("Control+End")
    screen.keyboard.type(" more")
    expect(counts).to_contain_text(f"{facts['words'] + 1} words")
    expect(counts).to_contain_text(f"{facts['length'] + 5} characters")


@shows("N-621")
def test_the_toolbar_goes_while_one_types_and_comes_back(page, person):
    kept = note(person, "Bread", "Flour")
    screen = opened(page(person=person), person, f"/{kept}")
    toolbar = screen.get_by_role("toolbar", name="Formatting")
    text(screen).press("Control+End")
    expect(toolbar).to_be_visible()
    screen.keyboard.type(" and water and salt")
    expect(toolbar).to_be_hidden()
    text(screen).press("Alt+F10")
    expect(toolbar.get_by_role("button", name="Heading", exact=True)).to_be_focused()
    screen.keyboard.press("Escape")
    expect(text(screen)).to_be_focused()
    text(screen).press("Control+a")
    expect(toolbar).to_be_visible()
    toolbar.get_by_role("button", name="Bold").click()
    saved(screen)
    assert body_of(person, kept) == "**Flour and water and salt**"


@shows("N-620")
def test_focus_mode_shows_the_note_alone(page, person):
    kept = note(person, "Bread", "Flour", folder(person, "Recipes"))
    screen = opened(page(person=person), person, f"/{kept}")
    screen.get_by_role("button", name="Focus mode").click()
    expect(screen.get_by_role("tree")).to_have_count(0)
    box = screen.get_by_role("region", name="Bread").bounding_box()
    assert box and box["width"] == 1280 and box["height"] == 800, box
    # Escape closes what lies in front, and then leaves.
    screen.keyboard.press("Control+k")
    expect(screen.get_by_role("combobox", name="Go to or do")).to_be_focused()
    screen.keyboard.press("Escape")
    expect(screen.get_by_role("dialog")).to_have_count(0)
    expect(screen.get_by_role("tree")).to_have_count(0)
    screen.keyboard.press("Escape")
    expect(screen.get_by_role("tree")).to_be_visible()


def test_what_another_device_writes_comes_in_and_the_cursor_stays(page, person):
    kept = note(person, "Bread", "Flour\nwater")
    screen = opened(page(person=person), person, f"/{kept}")
    text(screen).press("Control+End")
    screen.keyboard.type(" salt")
    saved(screen)
    facts = person.views(f"/notes/{kept}")
    run = {"position": 0, "deleteCount": 0, "insertion": "👍 First\n"}
    does(person, {"type": "notes.editNote", "note": kept, "edit": {"parents": facts["parents"], "runs": [run]}})
    expect(text(screen)).to_contain_text("First")
    screen.keyboard.type(" time")
    saved(screen)
    assert body_of(person, kept) == "👍 First\nFlour\nwater salt time"
    # Undo takes back what was typed here, and leaves what came from elsewhere.
    text(screen).press("Control+z")
    expect(text(screen)).not_to_contain_text("time")
    expect(text(screen)).to_contain_text("First")


@shows("N-516")
def test_reading_has_real_headings_and_lists(page, person, axe):
    kept = note(person, "Bread", "# Sourdough\n\nSee [[Moving]], [[Plan A/B]], [[Step #2]] or [[Nothing]]\n\n- Flour\n- Water\n\n- [x] buy")
    does(person, {"type": "notes.retitleNote", "note": note(person, "Moving", "Boxes"), "title": "Move in"})
    note(person, "Plan A/B", "Two ways")
    note(person, "Step #2", "Bake")
    screen = opened(page(person=person), person, f"/{kept}")
    screen.get_by_role("button", name="Read", exact=True).click()
    article = screen.get_by_role("article", name="Bread")
    expect(article.get_by_role("heading", name="Sourdough")).to_be_visible()
    expect(article.get_by_role("listitem")).to_have_count(3)
    axe(screen)
    # Links lead to a note by what it was called before, and whatever stands in its title.
    expect(article.get_by_role("link")).to_have_text(["Moving", "Plan A/B", "Step #2"])
    expect(article.get_by_role("link", name="Step #2")).to_have_attribute("href", re.compile("/notes/"))
    article.get_by_role("link", name="Moving").click()
    expect(screen.get_by_role("textbox", name="Title").or_(screen.get_by_role("article", name="Move in")).first).to_be_visible()


def test_a_link_to_a_note_is_completed(page, person):
    note(person, "Garden plan", "Beds")
    kept = note(person, "Bread", "See ")
    screen = opened(page(person=person), person, f"/{kept}")
    text(screen).press("Control+End")
    screen.keyboard.type("[[gar")
    expect(screen.get_by_role("option", name="Garden plan")).to_be_visible()
    screen.keyboard.press("Enter")
    saved(screen)
    assert body_of(person, kept) == "See [[Garden plan]]"
    # In a link that is closed the keys do what they do anywhere, and the link can be followed.
    options = screen.get_by_role("listbox", name="Notes to link to")
    for _ in range(5):
        screen.keyboard.press("ArrowLeft")
    expect(screen.get_by_role("link", name="Open “Garden plan”")).to_be_visible()
    expect(options).to_have_count(0)
    screen.keyboard.press("Control+Home")
    screen.keyboard.type("First\n")
    screen.keyboard.press("Control+End")
    for _ in range(5):
        screen.keyboard.press("ArrowLeft")
    screen.keyboard.type("o")
    expect(options).to_have_count(0)
    screen.keyboard.press("Backspace")
    screen.keyboard.press("ArrowUp")
    screen.keyboard.type("!")
    saved(screen)
    assert body_of(person, kept) == "First!\nSee [[Garden plan]]"
    # Brackets that are there already are taken.
    screen.keyboard.press("Control+End")
    screen.keyboard.type(" or [[]]")
    screen.keyboard.press("ArrowLeft")
    screen.keyboard.press("ArrowLeft")
    screen.keyboard.type("gar")
    expect(options.get_by_role("option", name="Garden plan")).to_be_visible()
    screen.keyboard.press("Tab")
    saved(screen)
    assert body_of(person, kept) == "First!\nSee [[Garden plan]] or [[Garden plan]]"


def test_a_note_is_moved_tagged_pinned_deleted_and_restored(page, person):
    folder(person, "Recipes")
    kept = note(person, "Bread", "Flour")
    screen = opened(page(person=person), person, f"/{kept}?in=all")
    screen.get_by_role("button", name="More for this note").click()
    screen.get_by_role("menuitem", name="Move to…").click()
    screen.get_by_role("dialog").get_by_role("button", name="Recipes").click()
    expect(item(screen, "Recipes")).to_have_accessible_name("Recipes, 1 note")
    screen.get_by_role("button", name="Add tag").click()
    screen.keyboard.type("baking")
    screen.keyboard.press("Enter")
    expect(screen.get_by_role("list", name="Tags").get_by_role("link", name="#baking")).to_be_visible()
    screen.get_by_role("button", name="More for this note").click()
    screen.get_by_role("menuitem", name="Pin", exact=True).click()
    expect(screen.get_by_role("heading", name="Pinned")).to_be_visible()
    screen.get_by_role("button", name="More for this note").click()
    screen.get_by_role("menuitem", name="Delete").click()
    expect(screen.get_by_role("link", name=re.compile("Bread"))).to_have_count(0)
    screen.get_by_role("link", name="Recently deleted").click()
    screen.get_by_role("button", name="Restore Bread").click()
    expect(item(screen, "Recipes")).to_have_accessible_name("Recipes, 1 note")


@shows("N-626", "N-627", "N-628", "N-037", "N-006")
@pytest.mark.parametrize("size", [(320, 640), (PHONE, 844), (844, 390), (TABLET, 1180), (1180, 820), (DESKTOP, 800), (2560, 1440)])
def test_nothing_is_cut_off_at_any_size(page, person, size):
    width, height = size
    kept = note(person, "Bread with a title that is rather long, as titles of notes are now and then", "Flour " * 60, folder(person, "Recipes"))
    screen = page(width, person=person)
    screen.set_viewport_size({"width": width, "height": height})
    for path in ("", "/all", f"/{kept}"):
        opened(screen, person, path)
        expect(screen.get_by_role("main")).to_be_visible()
        expect(screen.get_by_role("heading").first).to_be_attached()
        assert screen.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    beside = width >= 600
    expect(screen.get_by_role("link", name=re.compile("Bread"))).to_have_count(1 if beside else 0)
    expect(screen.get_by_role("tree")).to_have_count(1 if width >= 1024 else 0)


@shows("N-403.2")
def test_a_note_is_written_offline_and_comes_to_the_service_later(page, person):
    kept = note(person, "Bread", "Flour")
    screen = opened(page(person=person), person, f"/{kept}")
    expect(text(screen)).to_contain_text("Flour")
    with offline(screen):
        text(screen).press("Control+End")
        screen.keyboard.type(" and water")
        expect(screen.get_by_role("status", name="Saving state")).to_contain_text("Offline")
        assert body_of(person, kept) == "Flour"
    expect(screen.get_by_role("status", name="Saving state")).to_have_text("Saved")
    assert body_of(person, kept) == "Flour and water"


@shows("N-005", "N-104.3", "N-038")
def test_notes_are_written_filed_and_found_by_keyboard_alone(page, person):
    folder(person, "Apples")
    pears = folder(person, "Pears")
    screen = opened(page(person=person), person)
    item(screen, "Apples").focus()
    screen.keyboard.press("ArrowDown")
    expect(item(screen, "Pears")).to_be_focused()
    screen.keyboard.press("Enter")
    expect(screen.get_by_role("heading", name="Pears")).to_be_visible()
    screen.keyboard.press("n")
    expect(text(screen)).to_be_focused()
    screen.keyboard.type("Juice")
    screen.keyboard.press("Control+a")
    screen.keyboard.press("Control+b")
    screen.keyboard.press("Home")
    screen.keyboard.press("Control+Shift+9")
    saved(screen)
    screen.keyboard.press("Control+Enter")
    screen.keyboard.press("ArrowUp")
    expect(screen.get_by_role("textbox", name="Title")).to_be_focused()
    screen.keyboard.type("Press")
    screen.keyboard.press("Enter")
    saved(screen)
    kept = only_note(person)
    assert (kept["title"], kept["body"], kept["folder"]) == ("Press", "- [x] **Juice**", pears)


def test_a_folder_is_dragged_into_another_and_a_note_onto_a_folder(page, person):
    folder(person, "Apples")
    folder(person, "Pears")
    note(person, "Juice", "Press")
    screen = opened(page(person=person), person, "/all")
    screen.get_by_role("link", name=re.compile("Juice")).drag_to(item(screen, "Pears"))
    expect(item(screen, "Pears")).to_have_accessible_name("Pears, 1 note")
    screen.get_by_role("button", name="Edit", exact=True).click()
    item(screen, "Pears").drag_to(item(screen, "Apples"))
    expect(item(screen, "Pears")).to_have_attribute("aria-level", "2")
    expect(item(screen, "Apples")).to_have_accessible_name("Apples, 1 note")


@shows("N-603", "N-606")
@pytest.mark.parametrize("look", [{"color_scheme": "dark"}, {"contrast": "more"}, {"forced_colors": "active"}])
def test_notes_are_legible_in_every_look(page, person, axe, look):
    kept = note(person, "Bread", "# Sourdough\n\nA **slow** [bread](https://example.org) with `code`\n\n- [ ] feed\n- [x] buy\n\n> calm", folder(person, "Recipes"))
    does(person, {"type": "notes.tagNote", "note": kept, "tags": ["baking"]})
    screen = opened(page(person=person, **look), person, f"/{kept}?in=all")
    expect(text(screen)).to_contain_text("slow")
    axe(screen)


@shows("N-203.5")
def test_the_history_of_a_note_stands_beside_it(page, person):
    kept = note(person, "Bread", "Flour")
    screen = opened(page(person=person), person, f"/{kept}")
    text(screen).press("Control+End")
    screen.keyboard.type(" and water")
    saved(screen)
    screen.get_by_role("button", name="More for this note").click()
    screen.get_by_role("menuitem", name="History").click()
    history = screen.get_by_role("complementary", name="History of Bread")
    expect(history).to_contain_text("Created")
    expect(text(screen)).to_be_visible()
    box = screen.get_by_role("region", name="Bread").bounding_box()
    assert box and box["width"] > 400, box


# Tags


@shows("B-05")
def test_tags_are_renamed_merged_and_removed_everywhere_at_once(page, person, axe):
    card, item, column, board = (str(uuid.uuid4()) for _ in range(4))
    first, second = note(person, "Hedge"), note(person, "Roses")
    does(
        person,
        {"type": "notes.tagNote", "note": first, "tags": ["house/garden"]},
        {"type": "notes.tagNote", "note": second, "tags": ["house/garden/roses", "yard"]},
        {"type": "boards.openBoard", "board": board, "title": "House", "columns": [{"id": column, "name": "To do"}]},
        {"type": "boards.addCard", "card": card, "column": column, "title": "Mow"},
        {"type": "boards.tagCard", "card": card, "tags": [{"label": "yard"}]},
        {"type": "capture.captureItem", "item": item, "content": "Seeds", "captured": "2026-11-20T09:00:00Z"},
        {"type": "capture.tagItem", "item": item, "tags": ["house/garden"]},
    )
    visit = opened(page(DESKTOP, person=person), person, "/all")
    visit.get_by_role("button", name="Change tags").click()
    dialog = visit.get_by_role("dialog", name="Tags")
    # A tree: what is nested stands below.
    below = dialog.get_by_role("list", name="Below house", exact=True)
    expect(below).to_contain_text("garden")
    expect(below.get_by_role("list", name="Below house/garden")).to_contain_text("roses")
    axe(visit)

    def change(tag, what):
        dialog.get_by_role("button", name=f"Change #{tag}", exact=True).click()
        visit.get_by_role("menuitem", name=what).click()

    change("house/garden", "Rename…")
    field = dialog.get_by_role("textbox", name="New name of #house/garden")
    expect(field).to_be_focused()
    field.fill("house/garden/deep")
    expect(dialog).to_contain_text("A tag cannot be nested in itself.")
    field.fill("outside")
    field.press("Enter")
    expect(dialog.get_by_role("list", name="Below outside")).to_contain_text("roses")
    person.awaits(f"/notes/{second}", lambda one: one["tags"] == ["outside/roses", "yard"])
    assert person.views(f"/items/{item}")["tags"] == ["outside"]

    change("yard", "Merge into…")
    dialog.get_by_role("combobox", name="Merge #yard into").select_option("outside")
    dialog.get_by_role("button", name="Merge").click()
    expect(dialog.get_by_role("button", name="Change #yard")).to_have_count(0)
    person.awaits(f"/cards/{card}", lambda one: [tag["label"] for tag in one["tags"]] == ["outside"])

    change("outside", "Remove everywhere")
    expect(dialog).to_contain_text("No tags yet")
    person.awaits("/tags", lambda tags: tags == [])
    dialog.get_by_role("button", name="Close").click()
    visit.get_by_role("button", name="Undo", exact=True).click()
    expect(visit.get_by_role("link", name="#outside/roses 1")).to_be_visible()
    assert person.views(f"/notes/{first}")["tags"] == ["outside"]


def test_tags_are_reached_by_keyboard_and_on_a_phone(page, person, axe):
    does(person, {"type": "notes.tagNote", "note": note(person, "Hedge"), "tags": ["garden"]})
    visit = opened(page(PHONE, person=person), person)
    expect(visit.get_by_role("link", name="#garden")).to_be_visible()
    visit.keyboard.press("ControlOrMeta+k")
    visit.keyboard.type("Tags")
    visit.keyboard.press("Enter")
    expect(visit.get_by_role("dialog", name="Tags")).to_contain_text("garden1 note")
    axe(visit)
