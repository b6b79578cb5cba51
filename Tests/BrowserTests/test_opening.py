"""The app comes into a browser: under its policy, with nothing from elsewhere, at every width."""

import gzip
import re

import pytest
from harness import APP, DESKTOP, PHONE, TABLET, axe_findings, keeps_app, kept, offline
from playwright.sync_api import expect


@pytest.mark.parametrize("width", [PHONE, TABLET, DESKTOP])
def test_a_first_visit_offers_to_begin(page, axe, width):
    visit = page(width)
    visit.goto("/")
    expect(visit.get_by_role("link", name="Sign up")).to_be_visible()
    expect(visit.get_by_role("link", name="Sign in")).to_be_visible()
    axe(visit)


@pytest.mark.parametrize("path", ["/sign-in", "/sign-up", "/privacy", "/w/nowhere/inbox"])
def test_every_address_of_the_app_answers_with_it(page, path):
    visit = page()
    answer = visit.goto(path)
    assert answer.status == 200
    expect(visit.get_by_role("main")).to_be_visible()
    policy = answer.headers["content-security-policy"]
    for rule in ["default-src 'none'", "'wasm-unsafe-eval'", "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types daybook"]:
        assert rule in policy, policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-cache"


@keeps_app
@pytest.mark.parametrize("width", [PHONE, DESKTOP])
def test_it_opens_again_without_a_network(page, person, width):
    visit = page(width, person=person)
    visit.goto(person.home + "/inbox")
    expect(visit.get_by_role("heading", name="Inbox").first).to_be_visible()
    kept(visit)
    with offline(visit):
        visit.reload()
        expect(visit.get_by_role("heading", name="Inbox").first).to_be_visible()


def test_nothing_comes_from_elsewhere(page, service):
    visit = page()
    asked = []
    visit.on("request", lambda request: asked.append(request.url))
    visit.goto("/")
    expect(visit.get_by_role("main")).to_be_visible()
    assert asked and all(url.startswith((service.address + "/", "data:", "blob:")) for url in asked), asked


def test_an_error_in_a_page_is_seen(page, watch):
    """The watch itself: a page that breaks the policy is found out."""
    visit = page()
    visit.goto("/")
    visit.evaluate("() => { const s = document.createElement('script'); try { s.text = '1'; document.head.append(s); } catch (e) { console.error(e.message); } }")
    expect(visit.locator("html")).to_be_attached()
    assert any("TrustedScript" in text or "Content Security Policy" in text for text in watch.found), watch.found
    watch.found.clear()


@pytest.mark.parametrize(("look", "query"), [("dark", "(prefers-color-scheme: dark)"), ("high contrast", "(prefers-contrast: more)")])
def test_a_colour_that_is_too_faint_in_one_look_alone_is_found(page, look, query):
    """What the axe checks stand on: the page is seen in every look, and left as it was."""
    visit = page()
    visit.goto("/")
    expect(visit.get_by_role("link", name="Sign up")).to_be_visible()
    assert axe_findings(visit) == []
    visit.evaluate(
        """(query) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(`@media ${query} { main, main * { color: #888 !important; background: #999 !important; } }`);
          document.adoptedStyleSheets.push(sheet);
        }""",
        query,
    )
    found = axe_findings(visit)
    assert found and all(one.startswith(f"{look}: color-contrast") for one in found), found
    assert not visit.evaluate("(query) => matchMedia(query).matches", query)


def test_the_first_load_is_small():
    """
    Below the budget of DESIGN.md, section 7: what the page names, and what that imports at once, with gzip and without the core. The
    page names all of it, so that nothing has to arrive before the next is asked for.
    """
    page = (APP / "index.html").read_text()
    waiting, bytes_of = re.findall(r'"/(app/main-[^"]+)"', page), {"index.html": len(gzip.compress(page.encode()))}
    assert len(waiting) == 2, page
    while waiting:
        name = waiting.pop()
        if name in bytes_of:
            continue
        text = (APP / name).read_text()
        bytes_of[name] = len(gzip.compress(text.encode()))
        waiting += ["app/" + one for one in re.findall(r'(?:from|import)"\./([^"]+)"', text)]
        assert f'"/{name}"' in page, f"{name} is asked for late"
    assert 4 <= len(bytes_of) <= 6, f"the first screen needs {sorted(bytes_of)}"
    total = sum(bytes_of.values())
    assert total <= 138_240, sorted(bytes_of.items(), key=lambda one: -one[1])[:5] + [("total", total)]
