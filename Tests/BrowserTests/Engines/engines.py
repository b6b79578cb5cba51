"""Firefox and WebKitGTK by one small set of words: open, find by role and name, press, type, ask the page."""

import contextlib
import pathlib
import socket
import subprocess
import tempfile
import time

SECONDS = 60
# Keys of the WebDriver protocol.
ENTER, CONTROL, RIGHT = "\ue007", "\ue009", "\ue014"

# An element of a role whose accessible name is or has what is asked for; the first that is seen, in shadow trees, too.
FIND = """
const [role, name, exact] = arguments;
const kinds = {
  button: 'button, [role=button]', link: 'a[href]', heading: 'h1, h2, h3, [role=heading]', searchbox: 'input[type=search], [role=searchbox]',
  textbox: 'input:not([type]), input[type=text], input[type=email], input[type=password], textarea, [role=textbox]',
  menuitem: '[role=menuitem]', checkbox: 'input[type=checkbox], [role=checkbox]', status: '[role=status]', text: 'p, span, li, h1, h2, h3, output, div',
};
const words = (element) => {
  const by = element.getAttribute('aria-labelledby');
  if (by) return by.split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
  if (element.getAttribute('aria-label')) return element.getAttribute('aria-label');
  if (element.labels?.length) return element.labels[0].textContent;
  return element.textContent || element.title || element.placeholder || '';
};
const seen = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';
const every = (root) => Array.from(root.querySelectorAll('*')).flatMap((element) =>
  [...(element.matches(kinds[role]) ? [element] : []), ...(element.shadowRoot ? every(element.shadowRoot) : [])]);
return every(document).find((element) => {
  const own = words(element).trim().replace(/\\s+/g, ' ');
  return seen(element) && (exact ? own === name : own.includes(name));
}) ?? null;
"""


class Engine:
    """One browser with one window."""

    name = ""

    def __init__(self, driver):
        self.driver = driver

    def run(self, script: str, *arguments):
        return self.driver.execute_script(script, *arguments)

    def open(self, address: str) -> None:
        self.driver.get(address)

    def find(self, role: str, name: str, exact: bool = False):
        """Waits until it is there."""
        end = time.monotonic() + SECONDS
        while True:
            with contextlib.suppress(Exception):  # The page may be on its way to another.
                if element := self.run(FIND, role, name, exact):
                    return element
            assert time.monotonic() < end, f"no {role} named {name!r} in {self.name} at {self.address()}"

    def gone(self, role: str, name: str) -> None:
        end = time.monotonic() + SECONDS
        while self.run(FIND, role, name, False):
            assert time.monotonic() < end, f"the {role} named {name!r} stays in {self.name}"

    def keys(self, role: str, name: str, keys: str) -> None:
        """Keys on an element, without a click that opens it."""
        element = self.find(role, name)
        self.run("arguments[0].focus()", element)
        element.send_keys(keys)

    def press(self, role: str, name: str, exact: bool = False) -> None:
        self.find(role, name, exact).click()

    def type(self, role: str, name: str, words: str) -> None:
        element = self.find(role, name)
        element.click()
        element.send_keys(words)

    def reads(self, role: str, name: str, words: str) -> None:
        """Waits until an element has these words."""
        end = time.monotonic() + SECONDS
        while words not in (text := self.run("return arguments[0].textContent", self.find(role, name))):
            assert time.monotonic() < end, f"the {role} {name!r} says {text!r} in {self.name}"

    def address(self) -> str:
        return self.run("return location.href")

    def awaits(self, script: str):
        """Waits until the page says something to a question."""
        end = time.monotonic() + SECONDS
        while not (answer := self.run(script)):
            assert time.monotonic() < end, f"{script} in {self.name}"
        return answer


class Firefox(Engine):
    name = "Firefox"

    def run(self, script: str, *arguments):
        return self.driver.execute_script(script, script_args=arguments, sandbox=None)

    def open(self, address: str) -> None:
        self.driver.navigate(address)


@contextlib.contextmanager
def firefox():
    """Debian's Firefox, driven by Marionette, the protocol that geckodriver speaks to it."""
    from marionette_driver.marionette import Marionette

    with socket.socket() as free, tempfile.TemporaryDirectory(prefix="daybook-firefox-") as profile:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        pathlib.Path(profile, "user.js").write_text(
            f'user_pref("marionette.port", {port});\nuser_pref("datareporting.policy.dataSubmissionEnabled", false);\n'
            'user_pref("intl.accept_languages", "en-GB");\nuser_pref("devtools.console.stdout.content", true);\n'
        )
        browser = subprocess.Popen(
            ["firefox-esr", "--headless", "--marionette", "--profile", profile, "--no-remote"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        try:
            driver = Marionette(host="127.0.0.1", port=port, startup_timeout=SECONDS)
            end = time.monotonic() + SECONDS
            while socket.socket().connect_ex(("127.0.0.1", port)) != 0:
                assert time.monotonic() < end and browser.poll() is None, "Firefox does not answer"
            driver.start_session()
            yield Firefox(driver)
            driver.delete_session()
        finally:
            browser.terminate()
            browser.wait(timeout=SECONDS)


class WebKit(Engine):
    name = "WebKitGTK"


@contextlib.contextmanager
def webkit():
    """WebKitGTK's small browser, driven by its own WebDriver; it needs a screen, such as Xvfb's."""
    from selenium import webdriver
    from selenium.webdriver.webkitgtk.options import Options
    from selenium.webdriver.webkitgtk.service import Service

    browser = next(pathlib.Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    options = Options()
    options.binary_location = str(browser)
    options.add_argument("--automation")
    driver = webdriver.WebKitGTK(options=options, service=Service("/usr/bin/WebKitWebDriver"))
    try:
        driver.set_window_size(1280, 900)
        yield WebKit(driver)
    finally:
        driver.quit()
