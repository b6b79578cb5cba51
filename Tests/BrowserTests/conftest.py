"""Fixtures of the browser tests (README.md); what they are made of is in harness.py."""

import collections
import os
import re

import pytest
from playwright.sync_api import Page, expect, sync_playwright

import harness
from harness import Pages, Person, Service, Watch

# A busy machine may take long; a test ends as soon as what it waits for is there.
expect.set_options(timeout=20_000)


@pytest.fixture(scope="session")
def browser():
    """Chromium of Debian as its headless shell, one for all tests; each page has a profile of its own."""
    # As root it runs only without its sandbox; /dev/shm is small in containers.
    flags = ["--disable-dev-shm-usage"] + (["--no-sandbox"] if os.geteuid() == 0 else [])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=harness.CHROMIUM, args=flags)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def service():
    """A service with a folder of its own, shared by the tests of a file. Who is in it made an account by `person`."""
    service = Service()
    yield service
    service.close()


@pytest.fixture
def person(service: Service) -> Person:
    """Somebody new, with an account and an empty workspace."""
    return Person(service)


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def page(browser, service: Service, watch: Watch, request):
    """Opens pages: page(390, person=person). Any console error, uncaught error or breach of the content policy in one fails the test."""
    pages = Pages(browser, service, watch, keeps_app=request.node.get_closest_marker("keeps_app") is not None)
    yield pages
    if (report := request.node.stash.get(CALLED, None)) and report.failed:
        name = re.sub(r"[^A-Za-z0-9]+", "-", request.node.name).strip("-")
        print("screenshots:", *pages.photograph(name))
        print("log of the service:", *service.log[-20:], sep="\n")
    pages.close()
    assert not watch.found, "errors in the pages of this test:\n" + "\n".join(watch.found)


@pytest.fixture
def axe(watch: Watch):
    """Fails where axe finds something: axe(page), or axe(page, "#main") for a part."""

    def check(page: Page, within: str | None = None) -> None:
        # axe itself puts a style element into the page, which the policy refuses.
        watch.is_paused = True
        found = harness.axe_findings(page, within)
        page.evaluate("0")  # Reports of the policy that were on their way have arrived.
        watch.is_paused = False
        assert not found, "axe:\n" + "\n".join(found)

    return check


CALLED = pytest.StashKey[pytest.TestReport]()


def pytest_addoption(parser):
    parser.addoption("--matching", default="", help="only tests whose BrowserTests.<file>/<test> matches this regular expression")


def pytest_configure(config):
    config.addinivalue_line("markers", "shows(*ids): the requirements that the test shows")
    config.addinivalue_line("markers", "keeps_app: the pages of the test have the service worker")


def pytest_collection_modifyitems(config, items):
    pattern = config.getoption("--matching")
    taken = [item for item in items if re.search(pattern, f"BrowserTests.{item.path.stem}/{item.name}")]
    config.hook.pytest_deselected(items=[item for item in items if item not in taken])
    items[:] = taken


# By test, without its parameters: how many reports of it did not pass, and the ids it names.
unwell: collections.Counter[str] = collections.Counter()
named: dict[str, set[str]] = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.when == "call":
        item.stash[CALLED] = report
    test = item.nodeid.split("[")[0]
    named.setdefault(test, set()).update(id for mark in item.iter_markers("shows") for id in mark.args)
    if not report.passed:
        unwell[test] += 1
    return report


def pytest_sessionfinish(session):
    """Tells what was shown, as the tests in Swift do: the ids of tests that passed, one a line."""
    if file := os.environ.get("DAYBOOK_SHOWN"):
        with open(file, "a", encoding="utf-8") as shown:
            shown.writelines(f"{id}\n" for test, ids in named.items() if not unwell[test] for id in sorted(ids))
