"""How it looks, as rules that its sources keep and screens show: hues, spaces, motion, icons, type, words, themes."""

import re

import pytest
from playwright.sync_api import expect

from harness import DESKTOP, PHONE, ROOT, shows
from test_shell import SIDEWAYS, SMALL_TARGETS, open_at, sign_in

SOURCES = ROOT / "Sources/Web/App"
TOKENS = (SOURCES / "design/tokens.css").read_text()
STYLES = {file.relative_to(SOURCES).as_posix(): file.read_text() for file in sorted(SOURCES.rglob("*.css"))}
SCREENS = {
    file.relative_to(SOURCES).as_posix(): file.read_text()
    for file in sorted(SOURCES.rglob("*.tsx"))
    if not file.name.endswith((".test.tsx", "_test.tsx"))
}


def declarations(text: str):
    """Each property with its value, without comments."""
    return re.findall(r"([a-z-]+)\s*:\s*([^;{}]+);", re.sub(r"/\*.*?\*/", "", text, flags=re.S))


@shows("O-905")
def test_there_are_three_hues():
    """Paper, pine and clay; another pine may be chosen. Colours of tags and ink are what people give, no palette."""
    assert set(re.findall(r"--hue-([a-z]+):", TOKENS)) == {"paper", "pine", "clay"}
    for name, value in declarations(TOKENS):
        if name.startswith(("--tag-", "--ink-yellow")) or "hsl" not in value:
            continue
        for hue in re.findall(r"hsl\(\s*([^ ]+)", value):
            assert re.match(r"var\(--hue-(paper|pine|clay)\)|0$", hue), f"{name}: {value}"


@shows("N-035", "N-602", "T-502")
def test_no_page_names_a_colour_of_its_own():
    """One sheet of tokens and one set of icons, which the guideline of design/README.md describes."""
    guide = (SOURCES / "design/README.md").read_text()
    assert "tokens.css" in guide and "`Icon`" in guide
    for name, text in STYLES.items():
        if name == "design/tokens.css":
            continue
        for property, value in declarations(text):
            raw = re.search(r"#[0-9a-fA-F]{3,8}\b|\brgba?\(|(?<![\w-])(?:red|green|blue|white|black|gray|grey)(?![\w-])", value)
            assert not raw or property.startswith("content"), f"{name}: {property}: {value}"
            for hue in re.findall(r"hsl\(\s*([^ ]+)", value):
                assert hue.startswith("var(--hue-"), f"{name}: {property}: {value}"
    for name, text in SCREENS.items():
        assert not re.search(r"style=\{\{[^}]*(?:[cC]olor|background)[^:}]*: *[\"'`](?!var\()", text), name


@shows("N-609", "O-907")
def test_spaces_are_multiples_of_eight():
    """Tokens of 8 points, 4 where it is fine. Below 16 a length of its own may set one thing right; larger ones are tokens."""
    spaces = {name: float(size) * 16 for name, size in re.findall(r"--space-(\d+): ([\d.]+)rem", TOKENS)}
    assert len(spaces) >= 6
    for name, pixels in spaces.items():
        assert pixels == 4 * int(name) and pixels % (8 if pixels > 12 else 4) == 0, (name, pixels)
    for name, text in STYLES.items():
        for property, value in declarations(text):
            if not re.match(r"(margin|padding|gap|row-gap|column-gap)", property):
                continue
            for size, unit in re.findall(r"(?<![\w.-])(\d*\.?\d+)(rem|px)", re.sub(r"calc\(.*\)|env\([^)]*\)", "", value)):
                pixels = float(size) * (16 if unit == "rem" else 1)
                assert pixels < 16 or pixels % 8 == 0, f"{name}: {property}: {value}"


@shows("N-610")
@pytest.mark.parametrize("motion, time", [("no-preference", "0.3s"), ("reduce", "0s")])
def test_one_time_moves_everything(page, person, motion, time):
    for name, text in STYLES.items():
        for property, value in declarations(text):
            if property.startswith("transition") and name != "design/tokens.css":
                assert not re.search(r"\d(ms|s)\b", value), f"{name}: {property}: {value}"
    here = open_at(page, person, reduced_motion=motion)
    moving = here.evaluate(
        """() => [...new Set([...document.querySelectorAll("*")].flatMap((element) => {
            const { transitionProperty, transitionDuration } = getComputedStyle(element);
            return transitionProperty === "all" && transitionDuration === "0s" ? [] : transitionDuration.split(", ");
        }))]"""
    )
    assert set(moving) <= {time, "0s"} and time in moving, moving


@shows("N-607", "N-608")
def test_type_is_the_systems_and_icons_are_drawings_in_the_page(page, person):
    here = open_at(page, person)
    fonts = here.evaluate("() => [...new Set([...document.querySelectorAll('body *')].map((one) => getComputedStyle(one).fontFamily))]")
    assert all(font.split(",")[0].strip('"') in ("system-ui", "ui-monospace") for font in fonts), fonts
    assert here.evaluate("document.fonts.size") == 0
    icons = here.locator("svg.icon")
    assert icons.count() > 5
    assert set(icons.evaluate_all("all => all.map((one) => `${one.getAttribute('aria-hidden')} ${one.getAttribute('viewBox')}`)")) == {"true 0 0 16 16"}
    # Text follows the size that somebody sets: no size is in pixels.
    for name, text in STYLES.items():
        for property, value in declarations(text):
            assert property != "font-size" or not re.search(r"\d(px|pt)", value), f"{name}: {value}"


URGING = re.compile(
    r"\b(hurry|act now|last chance|only \d+ left|limited time|don't miss|don’t miss|upgrade now|are you sure you want to lose|"
    r"no thanks, i|streak|falling behind|guilt|shame|you failed|too late)\b",
    re.I,
)


@shows("O-005")
def test_no_word_presses_anybody():
    found = [
        f"{name}: {match[0]}"
        for name, source in SCREENS.items()
        for text in re.findall(r'"[^"\n]*"|`[^`]*`|>[^<>{}]+<', source)
        if (match := URGING.search(text))
    ]
    assert not found, found


@shows("O-409")
def test_nothing_is_on_that_nobody_asked_for_and_leaving_is_as_easy_as_coming(page, person):
    """Nothing ticked ahead, a no as large as a yes, and the ways out beside everything else."""
    visit = page()
    visit.goto("/sign-up")
    expect(visit.get_by_role("button", name="Start writing")).to_be_visible()
    expect(visit.get_by_role("checkbox")).to_have_count(0)
    person.sends({"sequence": 1, "command": {"type": "studio.addChild", "child": "01900000-0000-7000-8000-0000000000c1", "name": "Mia", "age": 5, "today": "2026-11-28"}})
    here = open_at(page, person, "/studio")
    question = here.get_by_role("region", name="May Daybook look at the pictures?")
    boxes = [question.get_by_role("button", name=name).bounding_box() for name in ("Yes, for all children", "No")]
    assert boxes[0]["height"] == boxes[1]["height"] and boxes[0]["y"] == boxes[1]["y"]
    here.goto(person.home + "/studio/children")
    expect(here.get_by_role("heading", name="What Daybook may do")).to_be_visible()
    allowed = here.get_by_role("region", name="What Daybook may do").get_by_role("switch")
    assert allowed.count() > 0 and not any(switch.is_checked() for switch in allowed.all())
    here.goto(person.home + "/people")
    expect(here.get_by_role("switch", name=re.compile("Mail me"))).not_to_be_checked()
    here.goto(person.home + "/settings")
    expect(here.get_by_role("link", name="Download")).to_be_visible()
    expect(here.get_by_role("button", name="Erase account…")).to_be_visible()


@shows("N-043")
@pytest.mark.parametrize("width", [320, PHONE, DESKTOP])
@pytest.mark.parametrize("accent", ["Sea", "Plum", "Rose", "Olive"])
def test_an_accent_is_chosen_kept_in_the_account_and_legible(page, person, axe, width, accent):
    here = open_at(page, person, "/settings", width)
    pine = here.locator(".frame-mark").first.evaluate("one => getComputedStyle(one).backgroundColor")
    here.get_by_role("radio", name="Dark").check(force=True)
    here.get_by_role("radio", name=accent).check(force=True)
    expect(here.locator("html")).to_have_attribute("data-accent", accent.lower())
    expect(here.locator("html")).to_have_attribute("data-theme", "dark")
    assert here.evaluate(SIDEWAYS) <= 0
    assert here.evaluate(SMALL_TARGETS) == []
    axe(here)
    here.get_by_role("radio", name="Light").check(force=True)
    axe(here)
    assert here.locator(".frame-mark").first.evaluate("one => getComputedStyle(one).backgroundColor") != pine
    there = page()
    there.goto("/sign-in")
    sign_in(there, person.email)
    expect(there.locator("html")).to_have_attribute("data-accent", accent.lower())
