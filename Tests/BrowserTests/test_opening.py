"""The app comes into a browser: under its policy, with nothing from elsewhere, at every width."""

import pytest
from harness import DESKTOP, PHONE, TABLET
from playwright.sync_api import expect


@pytest.mark.parametrize("width", [PHONE, TABLET, DESKTOP])
def test_a_first_visit_asks_to_sign_in(page, axe, width):
    visit = page(width)
    visit.goto("/")
    expect(visit.get_by_role("button", name="Sign in", exact=True)).to_be_visible()
    axe(visit)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_first_visit_is_legible(page, axe, scheme):
    visit = page(color_scheme=scheme)
    visit.goto("/sign-up")
    expect(visit.get_by_label("Password")).to_be_visible()
    axe(visit)


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


