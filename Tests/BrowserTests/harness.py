"""What the browser tests stand on: a service with a folder of its own, people, pages that count every error, and axe."""

import json
import os
import pathlib
import re
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request
import uuid
from contextlib import contextmanager

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Route

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("DAYBOOK_PROGRAM", ROOT / ".build/debug/daybook"))
APP = pathlib.Path(os.environ.get("DAYBOOK_WEB", ROOT / ".build-web"))
CHROMIUM = os.environ.get("DAYBOOK_CHROMIUM", "/usr/bin/chromium-headless-shell")
# Screenshots of what failed, and the log of its service.
FAILURES = pathlib.Path(os.environ.get("DAYBOOK_BROWSER_FAILURES", ROOT / ".build/browser-failures"))

# Widths that every screen is seen at, with the height of the device.
HEIGHTS = {320: 640, 390: 844, 820: 1180, 1280: 800}
PHONE, TABLET, DESKTOP = 390, 820, 1280

# Names the requirements that a test shows: @shows("N-101.1", "N-102"). Their ids go to the file $DAYBOOK_SHOWN once the test
# passed, with all of its parameters and without an error in any of its pages.
shows = pytest.mark.shows

# With the service worker, which keeps the app for times without a network: @keeps_app above a test, or `pytestmark = keeps_app` in a
# file. Elsewhere it is left out: keeping an app that is closed after a moment took a third of the time of all processors.
keeps_app = pytest.mark.keeps_app

PASSWORD = "a quiet meadow in May"


class Service:
    """A program that serves a folder of its own on a free port of the loopback."""

    def __init__(self, **settings: str):
        self._folder = tempfile.TemporaryDirectory(prefix="daybook-browser-")
        self.data = pathlib.Path(self._folder.name)
        self._settings = {
            "web.folder": str(APP),
            "accounts.signUpsPerDay": "1000000",
            "limits.signInsPerMinute": "1000000",
            "limits.requestsPerMinute": "1000000",
            **{key.replace("_", "."): value for key, value in settings.items()},
        }
        self.port = 0
        self.log: list[str] = []
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Starts it, on the same port as before where it ran already, and waits until it says its address."""
        words = [str(PROGRAM), "serve", "--data", str(self.data / "data"), "--port", str(self.port)]
        for key, value in self._settings.items():
            words += ["--set", f"{key}={value}"]
        home = {"HOME": str(self.data), "XDG_CONFIG_HOME": str(self.data / "config")}
        self._process = subprocess.Popen(
            words, env={**os.environ, **home}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        for line in self._process.stdout:
            self.log.append(line.rstrip("\n"))
            if found := re.search(r"https?://[^ :/]+:(\d+)", line):
                self.port = int(found[1])
                break
        else:
            raise RuntimeError("the service did not start:\n" + "\n".join(self.log))
        threading.Thread(target=self._keep_log, args=(self._process,), daemon=True).start()

    def _keep_log(self, process: subprocess.Popen) -> None:
        for line in process.stdout:
            self.log.append(line.rstrip("\n"))

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(timeout=60)

    def kill(self) -> None:
        """Ends it as a loss of power would."""
        self._process.kill()
        self._process.wait(timeout=60)

    def close(self) -> None:
        if self._process.poll() is None:
            self.stop()
        self._folder.cleanup()

    def ask(self, method: str, path: str, body: object = None, *, token: str | None = None) -> object:
        """Asks the service over HTTP and returns its answer as JSON; an error says what it answered."""
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if token:
            headers["Authorization"] = "Bearer " + token
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                text = answer.read()
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{method} {path}: {error.code} {error.read().decode()}") from None
        return json.loads(text) if text else None


class Person:
    """Somebody with an account and a workspace, made over HTTP."""

    def __init__(self, service: Service, name: str = "Robin"):
        self.service, self.name, self.password = service, name, PASSWORD
        self.email = f"{name.lower()}.{uuid.uuid4().hex[:12]}@example.org"
        who = {"email": self.email, "password": self.password}
        service.ask("POST", "/v1/sign-up", {**who, "name": name})
        session = service.ask("POST", "/v1/sign-in", {**who, "deviceName": "Test"})
        self.token, self.user = session["token"], session["user"]
        self.workspace = self.ask("POST", "/v1/workspaces", {"name": "Personal"})["id"]
        self.home = f"{service.address}/w/{self.workspace}"

    def ask(self, method: str, path: str, body: object = None) -> object:
        """Asks as this person, by token; `path` is under /v1 of the whole service."""
        return self.service.ask(method, path, body, token=self.token)

    def sends(self, *commands: dict) -> object:
        """Sends commands to the workspace as another device of this person."""
        return self.ask("POST", f"/v1/workspaces/{self.workspace}/commands", {"commands": list(commands)})

    def views(self, path: str) -> object:
        """The answer of a view of the workspace, such as "/inbox"."""
        return self.ask("GET", f"/v1/workspaces/{self.workspace}{path}")

    def awaits(self, path: str, holds) -> object:
        """The answer of a view as soon as `holds` says yes to it: what a browser kept reaches the service a little later."""
        known, end = 0, time.monotonic() + 30
        while not holds(answer := self.views(path)):
            assert time.monotonic() < end, f"{path} is still {answer}"
            known = self.views(f"/changes?after={known}&seconds=5")["last"]
        return answer

    def sign_in(self, page: Page) -> None:
        """Signs in the browser of `page`, as the app does, without a page being shown."""
        answer = page.context.request.post(
            self.service.address + "/v1/sign-in",
            data={"email": self.email, "password": self.password, "cookie": True, "deviceName": "Browser"},
        )
        assert answer.ok, answer.text()


class Watch:
    """Every error that the pages of one test have reported; a test fails with them at its end."""

    def __init__(self):
        self.found: list[str] = []
        self._excused: list[str] = []
        self.is_paused = False

    def excuse(self, pattern: str) -> None:
        """Lets errors that match happen: for a test whose subject is what goes wrong."""
        self._excused.append(pattern)

    def see(self, context: BrowserContext) -> None:
        context.on("console", self._console)
        context.on("weberror", lambda error: self._note(f"uncaught: {error.error}"))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not self._is_answer(message):
            self._note(f"{message.text} ({message.location.get('url', '')}:{message.location.get('lineNumber', '')})")

    def _is_answer(self, message: ConsoleMessage) -> bool:
        """Whether the browser itself tells that the API said no or was out of reach, which the app handles."""
        if not message.text.startswith("Failed to load resource:"):
            return False
        return "net::ERR_" in message.text or "/v1/" in message.location.get("url", "")

    def _note(self, text: str) -> None:
        if not self.is_paused and not any(re.search(pattern, text) for pattern in self._excused):
            self.found.append(text)


class Pages:
    """Opens pages: `page()` is a desktop, `page(390)` a telephone, each in a browser profile of its own."""

    def __init__(self, browser: Browser, service: Service, watch: Watch, *, keeps_app: bool = False):
        self._browser, self._service, self.watch = browser, service, watch
        self._service_workers = "allow" if keeps_app else "block"
        self.contexts: list[BrowserContext] = []

    def __call__(self, width: int = DESKTOP, *, person: Person | None = None, **options) -> Page:
        """A blank page; with `person`, one whose browser is signed in. `options` are those of Playwright's new_context."""
        size = {"width": width, "height": HEIGHTS.get(width, 800)}
        # Motion would be waited for in every test; one that is about motion asks for it.
        usual = {"reduced_motion": "reduce", "locale": "en-GB", "service_workers": self._service_workers}
        options = {**usual, "has_touch": width < 1024, **options}
        context = self._browser.new_context(base_url=self._service.address, viewport=size, **options)
        self.contexts.append(context)
        self.watch.see(context)
        page = context.new_page()
        if person:
            person.sign_in(page)
        return page

    def close(self) -> None:
        for context in self.contexts:
            context.close()

    def photograph(self, name: str) -> list[pathlib.Path]:
        """Saves a screenshot of every page that is open."""
        FAILURES.mkdir(parents=True, exist_ok=True)
        pages = [page for context in self.contexts for page in context.pages if not page.is_closed()]
        files = [FAILURES / f"{name}-{number}.png" for number in range(1, len(pages) + 1)]
        for page, file in zip(pages, files):
            page.screenshot(path=file)
        return files


@contextmanager
def offline(page: Page):
    """Cuts the browser of `page` off its network, until the end of the block."""
    # A page that is loaded anew meanwhile is cut off a moment after it begins: what it asks for first would come through.
    page.context.route("**/v1/**", cut)
    page.context.set_offline(True)
    try:
        yield
    finally:
        page.context.unroute("**/v1/**", cut)
        page.context.set_offline(False)


def cut(route: Route) -> None:
    route.abort("internetdisconnected")


def ready(visit: Page) -> None:
    """Waits until the app needs no network."""
    visit.evaluate(
        """() => new Promise((done) => {
        const look = () => performance.getEntriesByName("daybook replica ready").length > 0 ? done() : requestAnimationFrame(look);
        look(); })"""
    )


def kept(page: Page) -> None:
    """Waits until the service worker has every file of the app; the test says @keeps_app."""
    page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")


def frames(page: Page) -> None:
    """Waits until what was done is on the screen."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def databases(page: Page) -> dict:
    """What the browser of `page` keeps in databases, as text, bytes as the characters that they would be."""
    return page.evaluate(DUMP)


DUMP = """async () => {
  const all = {};
  const text = (key, value) => value instanceof Uint8Array ? Array.from(value, (byte) => String.fromCharCode(byte)).join('') : value;
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise((done) => { const asked = indexedDB.open(name); asked.onsuccess = () => done(asked.result); });
    all[name] = {};
    for (const store of database.objectStoreNames) {
      const asked = database.transaction(store).objectStore(store).getAll();
      await new Promise((done) => { asked.onsuccess = done; });
      all[name][store] = asked.result.map((value) => JSON.stringify(value, text));
    }
    database.close();
  }
  return all;
}"""


AXE = Axe().axe_script
LOOKS = {
    "light": {"color_scheme": "light", "contrast": "no-preference"},
    "dark": {"color_scheme": "dark", "contrast": "no-preference"},
    "high contrast": {"color_scheme": "light", "contrast": "more"},
}
RULES = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
# Those that look at colours.
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
# Only what it found comes back: all that it looked at takes longer to hand over than to look at.
FINDINGS = """async ([within, rules]) => {
  const { violations } = await axe.run(within ?? document, { runOnly: rules, resultTypes: ["violations"] });
  return violations.flatMap(({ id, impact, help, nodes }) =>
    nodes.map(({ html, target }) => `${id} (${impact}): ${help}: ${html.slice(0, 160)} ${JSON.stringify(target)}`));
}"""
LOOK = """() => {
  const is = (what) => matchMedia(what).matches;
  return {
    color_scheme: is("(prefers-color-scheme: dark)") ? "dark" : "light",
    contrast: is("(prefers-contrast: more)") ? "more" : "no-preference",
  };
}"""


def axe_findings(page: Page, within: str | None = None) -> list[str]:
    """Each violation of WCAG 2.2 A and AA or best practice that axe finds, as a line; of those of colours, in every look."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    own = page.evaluate(LOOK)
    found = page.evaluate(FINDINGS, [within, RULES])
    for name, look in LOOKS.items():
        if look == own:
            continue
        page.emulate_media(**look)
        found += [f"{name}: {one}" for one in page.evaluate(FINDINGS, [within, COLOURS])]
    page.emulate_media(**own)
    return found
