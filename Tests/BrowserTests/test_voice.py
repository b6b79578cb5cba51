"""Speaking: thoughts recorded and recognised, heard again, and kept whatever the browser cannot do."""

import re

import pytest
from playwright.sync_api import expect

import harness
from harness import DESKTOP, PHONE, Pages, offline, ready, shows
from test_search import SPEECH
from test_shell import SIDEWAYS, SMALL_TARGETS

# Chromium's own microphone for tests beeps; it is asked for as any other is.
FAKE_MICROPHONE = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
SILENT = "delete globalThis.SpeechRecognition; delete globalThis.webkitSpeechRecognition;"
UNSUPPORTED = SPEECH.replace("globalThis.recogniser = this;", "setTimeout(() => this.fail('language-not-supported'));")
DENIED = "navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('no', 'NotAllowedError'); };"

@pytest.fixture(scope="module")
def hearing(browser):
    """A browser with a microphone: it is a setting of the whole browser."""
    flags = ["--no-sandbox", "--disable-dev-shm-usage", *FAKE_MICROPHONE]
    own = browser.browser_type.launch(executable_path=harness.CHROMIUM, args=flags)
    yield own
    own.close()


@pytest.fixture
def speaking(hearing, service, watch, person):
    """Opens the inbox of `person` in that browser: speaking(390, script)."""
    pages = Pages(hearing, service, watch)

    def open_with(width=DESKTOP, script=SILENT):
        visit = pages(width, person=person, permissions=["microphone"])
        visit.add_init_script(script)
        visit.goto(person.home + "/inbox")
        ready(visit)
        if width == PHONE:
            visit.get_by_role("button", name="Capture a thought").click()
        return visit

    yield open_with
    pages.close()


def recorded_a_second(visit) -> None:
    """Waits until the browser has put something into the recording. A busy machine may step over the first second."""
    expect(visit.get_by_role("timer", name="Recording")).to_contain_text(re.compile(r"0:0[1-9]|0:[1-5]\d|[1-9]\d*:\d\d"))


def speak(visit) -> None:
    """Records for a second."""
    visit.get_by_role("button", name="Capture by voice").click()
    recorded_a_second(visit)
    visit.get_by_role("button", name="Stop recording").click()
    expect(visit.locator("audio")).to_be_visible()


def seconds(visit, player) -> float:
    """How long a player says that its sound is, once it has read it."""
    return player.evaluate(
        """async (audio) => {
            if (audio.readyState < 1) await new Promise((done, failed) => {
                audio.addEventListener("loadedmetadata", done);
                audio.addEventListener("error", () => failed(new Error(audio.error.message)));
                audio.load();
            });
            if (audio.duration !== Infinity) return audio.duration;
            // What a recorder writes does not say how long it is until it was gone through.
            audio.currentTime = 1e6;
            await new Promise((done) => audio.addEventListener("durationchange", done, { once: true }));
            return audio.duration;
        }"""
    )


@shows("O-107")
@pytest.mark.parametrize("width", [PHONE, DESKTOP])
def test_a_thought_is_recorded_by_one_press_and_heard_again(speaking, person, axe, width):
    visit = speaking(width)
    speak(visit)
    assert seconds(visit, visit.get_by_label("What was recorded")) > 0.5
    axe(visit)
    assert visit.evaluate(SIDEWAYS) <= 0
    assert visit.evaluate(SMALL_TARGETS) == []
    visit.get_by_role("textbox", name="Capture a thought").fill("The melody for the play")
    visit.get_by_role("button", name="Save").click()
    expect(visit.get_by_text("Saved. Organize later.")).to_be_visible()
    expect(visit.get_by_label("What was recorded")).to_have_count(0)
    visit.keyboard.press("Escape")
    [item] = person.awaits("/inbox", lambda inbox: len(inbox["items"]) == 1)["items"]
    whole = person.awaits(f"/items/{item['id']}", lambda item: len(item["files"]) == 1)
    assert whole["files"][0]["mediaType"].startswith("audio/") and whole["files"][0]["sizeBytes"] > 500
    visit.get_by_role("link", name="The melody for the play").click()
    player = visit.get_by_label(re.compile("^Play Recording"))
    expect(player).to_be_visible()
    axe(visit)
    # As another visit has it: from the service.
    visit.reload()
    assert seconds(visit, player) > 0.5


@shows("O-107")
def test_a_recording_alone_is_a_thought_and_may_be_discarded(speaking, person):
    visit = speaking()
    speak(visit)
    visit.get_by_role("button", name="Discard the recording").click()
    expect(visit.locator("audio")).to_have_count(0)
    expect(visit.get_by_role("button", name="Save")).to_have_count(0)
    speak(visit)
    visit.get_by_role("button", name="Save").click()
    expect(visit.get_by_role("link", name=re.compile("Recording 20"))).to_be_visible()
    [item] = person.awaits("/inbox", lambda inbox: len(inbox["items"]) == 1)["items"]
    person.awaits(f"/items/{item['id']}", lambda item: len(item["files"]) == 1)


@shows("O-107")
def test_a_recording_made_offline_waits_and_is_kept(speaking, person):
    visit = speaking()
    with offline(visit):
        speak(visit)
        visit.get_by_role("textbox", name="Capture a thought").fill("On the train")
        visit.keyboard.press("Enter")
        expect(visit.get_by_role("link", name="On the train")).to_be_visible()
        expect(visit.get_by_text("Files need a connection.")).to_be_visible()
        # Nothing of it is lost by signing out.
        visit.get_by_role("button", name="Account", exact=True).click()
        visit.get_by_role("menuitem", name="Sign out").click()
    [item] = person.awaits("/inbox", lambda inbox: len(inbox["items"]) == 1)["items"]
    person.awaits(f"/items/{item['id']}", lambda item: len(item["files"]) == 1)


@shows("O-107", "O-109")
def test_what_is_recognised_is_written_down_beside_the_recording(speaking, person):
    visit = speaking(script=SPEECH)
    visit.get_by_role("textbox", name="Capture a thought").fill("Idea:")
    visit.get_by_role("button", name="Capture by voice").click()
    visit.evaluate("recogniser.hear('a red lamp', false)")
    expect(visit.get_by_role("textbox", name="Capture a thought")).to_have_value("Idea: a red lamp")
    recorded_a_second(visit)
    # Saving while it is still recorded ends it.
    visit.get_by_role("textbox", name="Capture a thought").press("Enter")
    [item] = person.awaits("/inbox", lambda inbox: len(inbox["items"]) == 1)["items"]
    assert item["title"] == "Idea: a red lamp"
    person.awaits(f"/items/{item['id']}", lambda item: len(item["files"]) == 1)
    expect(visit.get_by_role("button", name="Capture by voice")).to_be_visible()


@shows("O-109")
def test_the_service_writes_down_a_recording_when_asked_and_the_words_are_corrected_before_they_are_kept(speaking, person, axe):
    visit = speaking(PHONE)
    speak(visit)
    write_down = visit.get_by_role("button", name="Write down what is said")
    write_down.click()
    expect(visit.get_by_role("alert").filter(has_text="The model “speech-en” is not installed here")).to_be_visible()
    axe(visit)
    sent = []

    def answer(route):
        sent.append((route.request.headers["content-type"], route.request.post_data_buffer[:12]))
        route.fulfill(json={"text": " a red lump", "language": "en"})

    visit.route("**/transcriptions?language=en", answer)
    field = visit.get_by_role("textbox", name="Capture a thought")
    field.fill("Idea:")
    write_down.click()
    expect(field).to_have_value("Idea: a red lump")
    # The browser decodes what it recorded: the service needs no program for that.
    [(kind, head)] = sent
    assert kind == "audio/wav" and head.startswith(b"RIFF") and head.endswith(b"WAVE")
    assert visit.evaluate(SMALL_TARGETS) == [] and visit.evaluate(SIDEWAYS) <= 0
    assert person.views("/inbox")["items"] == []
    field.fill("Idea: a red lamp")
    visit.get_by_role("button", name="Save").click()
    [item] = person.awaits("/inbox", lambda inbox: len(inbox["items"]) == 1)["items"]
    assert item["title"] == "Idea: a red lamp"
    person.awaits(f"/items/{item['id']}", lambda item: len(item["files"]) == 1)


@shows("N-302.2")
def test_where_the_browser_recognises_nothing_the_service_writes_down_what_is_sought(speaking, person):
    visit = speaking()
    visit.goto(person.home + "/search")
    asked = []
    visit.on("request", lambda request: asked.append(request.url) if "/search?" in request.url else None)
    visit.route("**/transcriptions?language=en", lambda route: route.fulfill(json={"text": " paint fences", "language": "en"}))
    visit.get_by_role("button", name="Search by voice").click()
    visit.get_by_role("button", name="Stop listening").click()
    box = visit.get_by_role("searchbox")
    expect(box).to_have_value("paint fences")
    expect(visit.get_by_role("button", name="Search by voice")).to_be_visible()
    # It is seen and corrected before anything is sought.
    box.fill("paint fence")
    assert not [url for url in asked if "/v1/" in url]
    box.press("Enter")
    expect(visit.get_by_text("Nothing was found")).to_be_visible()


@shows("O-109")
def test_a_language_that_is_not_recognised_is_said_and_the_recording_kept(speaking, person, axe):
    visit = speaking(script=UNSUPPORTED)
    visit.get_by_role("button", name="Capture by voice").click()
    expect(visit.get_by_text("This browser does not recognize British English by voice.")).to_be_visible()
    axe(visit)
    recorded_a_second(visit)
    visit.get_by_role("button", name="Stop recording").click()
    expect(visit.get_by_label("What was recorded")).to_be_visible()
    visit.get_by_role("textbox", name="Capture a thought").fill("Written by hand")
    visit.keyboard.press("Enter")
    [item] = person.awaits("/inbox", lambda inbox: len(inbox["items"]) == 1)["items"]
    person.awaits(f"/items/{item['id']}", lambda item: len(item["files"]) == 1)


@shows("O-109")
@pytest.mark.parametrize(
    "script, words",
    [(SILENT + DENIED, "The microphone is not allowed here."), (SILENT + "delete globalThis.MediaRecorder;", "does not record sound")],
    ids=["denied", "unable"],
)
def test_without_a_microphone_writing_goes_on(speaking, person, script, words):
    visit = speaking(script=script)
    field = visit.get_by_role("textbox", name="Capture a thought")
    field.fill("Written by hand")
    visit.get_by_role("button", name="Capture by voice").click()
    expect(visit.get_by_text(words)).to_be_visible()
    expect(visit.get_by_role("button", name="Capture by voice")).to_be_visible()
    expect(field).to_have_value("Written by hand")
    field.press("Enter")
    expect(visit.get_by_role("link", name="Written by hand")).to_be_visible()
    expect(visit.get_by_text(words)).to_have_count(0)
