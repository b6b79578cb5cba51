"""What a person waits for in a browser and at a terminal, in milliseconds: Tools/Benchmarks/launch runs it."""

import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Tests/BrowserTests"))

from harness import CHROMIUM, DESKTOP, PHONE, PROGRAM, TABLET, Pages, Person, Service, Watch, ready  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

FOLDERS, NOTES, ROUNDS = 1_000, 50_000, 5


def told(what: str, seconds: list[float]) -> None:
    most = sorted(seconds)
    p99 = most[min(len(most) - 1, len(most) * 99 // 100)]
    print(f"| {what} | {1_000 * statistics.median(most):.0f} | {1_000 * p99:.0f} | {1_000 * most[-1]:.0f} |", flush=True)


def fill(person: Person) -> None:
    folders = [str(uuid.uuid4()) for _ in range(FOLDERS)]
    commands = [{"type": "notes.createFolder", "folder": id, "name": f"Folder {at:04}"} for at, id in enumerate(folders)]
    for at in range(NOTES):
        note = {"note": str(uuid.uuid4()), "title": f"Note {at}", "body": "Flour, water and salt. " * 4}
        commands.append({"type": "notes.createNote", "folder": folders[at % FOLDERS], **note})
    commands.append({"type": "boards.openBoard", "board": str(uuid.uuid4()), "title": "House", "columns": []})
    for begin in range(0, len(commands), 500):
        part = commands[begin : begin + 500]
        person.sends(*({"sequence": begin + at + 1, "command": command} for at, command in enumerate(part)))


def seen(visit, address: str, words: str) -> float:
    """Seconds from asking for a page until it shows the words."""
    begin = time.monotonic()
    visit.goto(address, wait_until="commit")
    visit.get_by_text(words).first.wait_for()
    return time.monotonic() - begin


# Milliseconds from the key until the thought is kept on the device and that is said.
KEEP = """async (number) => {
  const field = document.querySelector("#capture textarea");
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value").set.call(field, "Thought " + number);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  await new Promise(requestAnimationFrame);
  const kept = new Promise((done) => {
    const watch = new MutationObserver(() => {
      if (![...document.querySelectorAll("a")].some((one) => one.textContent.includes("Thought " + number))) return;
      watch.disconnect();
      done();
    });
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const begin = performance.now();
  field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  await kept;
  return performance.now() - begin;
}"""

# The longest task of the page, in milliseconds, while a list is scrolled to its end by a screen a frame.
SCROLL = """async () => {
  let longest = 0;
  new PerformanceObserver((list) => { for (const one of list.getEntries()) longest = Math.max(longest, one.duration); })
    .observe({ type: "longtask" });
  const scroller = [...document.querySelectorAll("*")].filter((one) => one.scrollHeight > one.clientHeight + 2_000)
    .sort((one, other) => other.scrollHeight - one.scrollHeight)[0];
  if (!scroller) return -1;
  for (let screens = 0; screens < 200; screens += 1) {
    scroller.scrollBy(0, scroller.clientHeight);
    await new Promise(requestAnimationFrame);
  }
  await new Promise((done) => setTimeout(done, 200));
  return longest;
}"""


# Opens the small window as its key does; the milliseconds since 1970 when it was asked for.
CLICK = """() => {
  const at = performance.timeOrigin + performance.now();
  open("/mini", "_blank", "popup,width=380,height=560");
  return at;
}"""

# When the small window was painted and took keys, when it showed its cards, and when the app was there, as milliseconds since 1970.
MINI = """async () => {
  const marked = async (name) => {
    for (;;) {
      const [entry] = performance.getEntriesByName(name);
      if (entry) return entry.startTime;
      await new Promise((done) => setTimeout(done, 5));
    }
  };
  const painted = await marked("first-contentful-paint");
  const all = { keys: Math.max(painted, await marked("daybook capture ready")) };
  all.cards = Math.max(painted, await marked("daybook picture shown"));
  all.app = await marked("daybook app shown");
  return Object.fromEntries(Object.entries(all).map(([name, at]) => [name, performance.timeOrigin + at]));
}"""


def opened(visit) -> dict[str, float]:
    """Seconds from the click on the small window until each of its steps."""
    with visit.context.expect_page() as window:
        begin = visit.evaluate(CLICK)
    mini = window.value
    steps = {name: (at - begin) / 1_000 for name, at in mini.evaluate(MINI).items()}
    # Nothing of this one is under way when the next one is opened.
    ready(mini)
    mini.close()
    visit.wait_for_timeout(500)
    return steps


def main() -> None:
    service = Service()
    person = Person(service)
    fill(person)
    print("| milliseconds | middle | p99 | most |\n|---|---|---|---|")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"])
        pages = Pages(browser, service, Watch(), keeps_app=True)
        for what, path, words in [("folders, cold", "notes", "Folder 0000"), ("list of boards, cold", "boards", "House")]:
            for width in (PHONE, TABLET, DESKTOP):
                seconds = []
                for _ in range(ROUNDS):
                    visit = pages(width, person=person)
                    seconds.append(seen(visit, f"{person.home}/{path}", words))
                    visit.context.close()
                told(f"{what}, {width} px", seconds)
        visit = pages(DESKTOP, person=person)
        visit.goto(person.home + "/inbox")
        ready(visit)
        told("a thought until it is kept", [visit.evaluate(KEEP, number) / 1_000 for number in range(400)])
        visit.goto(person.home + "/notes/all")
        ready(visit)
        visit.get_by_text("Note ").first.wait_for()
        told("longest task while scrolling", [visit.evaluate(SCROLL) / 1_000])
        for beside, path in [("the inbox", "inbox"), ("a list of all notes", "notes/all")]:
            visit.goto(f"{person.home}/{path}")
            ready(visit)
            minis = [opened(visit) for _ in range(22)][2:]
            told(f"small window beside {beside}, warm, from the click until it takes keys", [one["keys"] for one in minis])
            told("until it shows its cards", [one["cards"] for one in minis])
            told("until the app has taken its place", [one["app"] for one in minis])
        browser.close()
    with tempfile.TemporaryDirectory() as data:
        here = {**os.environ, "HOME": data}
        for words in (["--version"], ["show", "boards"]):
            seconds = []
            subprocess.run([str(PROGRAM), "--data", data, "add", "board", "House"], env=here, capture_output=True)
            for _ in range(20):
                begin = time.monotonic()
                subprocess.run([str(PROGRAM), "--data", data, *words], env=here, capture_output=True, check=True)
                seconds.append(time.monotonic() - begin)
            told("terminal: " + " ".join(words), seconds)
    service.close()


main()
