"""The main scenarios in the other engines: Firefox, and WebKitGTK, which has the engine of Safari."""

import sys
import time
import uuid

import pytest

sys.path.insert(0, __file__.rsplit("/", 2)[0])

from engines import CONTROL, ENTER, RIGHT, firefox, webkit  # noqa: E402
from harness import PASSWORD, shows  # noqa: E402


@pytest.fixture(scope="module", params=[firefox, webkit], ids=["firefox", "webkit"])
def engine(request):
    with request.param() as opened:
        yield opened


@pytest.fixture(scope="module")
def home(engine, service) -> dict[str, str]:
    """Somebody who signed up in this browser: the address of their workspace, and a token of theirs."""
    email = f"{uuid.uuid4().hex[:12]}@example.org"
    engine.open(service.address + "/")
    engine.press("link", "Sign up")
    engine.type("textbox", "Name", "Ada")
    engine.type("textbox", "E-mail", email)
    engine.type("textbox", "Password", PASSWORD)
    engine.press("button", "Start writing")
    engine.awaits("return document.title === 'Getting started · Daybook'")
    workspace = engine.awaits("return location.pathname.split('/')[2]")
    token = service.ask("POST", "/v1/sign-in", {"email": email, "password": PASSWORD, "deviceName": "Test"})["token"]
    return {"address": f"{service.address}/w/{workspace}", "workspace": workspace, "token": token}


def awaits(service, home, path: str, holds) -> object:
    end = time.monotonic() + 60
    while not holds(answer := service.ask("GET", f"/v1/workspaces/{home['workspace']}{path}", token=home["token"])):
        assert time.monotonic() < end, f"{path} is still {answer}"
    return answer


@shows("N-501")
def test_a_day_works_in_this_engine(engine, service, home):
    # A thought, kept at once.
    engine.open(home["address"] + "/inbox")
    engine.type("textbox", "Capture a thought", "Call Ada" + ENTER)
    engine.find("link", "Call Ada")
    awaits(service, home, "/inbox", lambda inbox: [item["title"] for item in inbox["items"]] == ["Call Ada"])

    # A note, written, saved, and there again after a reload.
    engine.open(home["address"] + "/notes")
    engine.press("button", "New note")
    engine.type("textbox", "Text of the note", "Buy seeds for the **window**")
    engine.reads("status", "Saving state", "Saved")
    [line] = awaits(service, home, "/notes", lambda notes: len(notes["notes"]) == 1)["notes"]
    awaits(service, home, "/notes/" + line["id"], lambda note: note["body"] == "Buy seeds for the **window**")
    engine.open(engine.address())
    engine.reads("textbox", "Text of the note", "Buy seeds for the window")

    # A board that another device made: a card is moved by keys.
    board, columns, card = str(uuid.uuid4()), [str(uuid.uuid4()) for _ in range(2)], str(uuid.uuid4())
    commands = [
        {"type": "boards.openBoard", "board": board, "title": "House",
         "columns": [{"id": columns[0], "name": "To do"}, {"id": columns[1], "name": "Done"}]},
        {"type": "boards.addCard", "card": card, "column": columns[0], "title": "Paint"},
    ]
    service.ask(
        "POST", f"/v1/workspaces/{home['workspace']}/commands",
        {"commands": [{"sequence": number, "command": command} for number, command in enumerate(commands, 1)]}, token=home["token"])
    engine.open(f"{home['address']}/boards/{board}")
    engine.keys("link", "Paint", CONTROL + RIGHT)
    awaits(service, home, f"/boards/{board}", lambda view: [len(column["cards"]) for column in view["columns"]] == [0, 1])

    # What was written is found.
    engine.open(home["address"] + "/search")
    engine.type("searchbox", "Search everything", "seeds")
    engine.find("heading", "Untitled Note")


@shows("N-501")
def test_without_the_service_what_is_written_is_kept_and_sent_later(engine, service, home):
    engine.open(home["address"] + "/inbox")
    engine.find("textbox", "Capture a thought")
    engine.awaits("return performance.getEntriesByName('daybook replica ready').length > 0")
    service.stop()
    try:
        engine.type("textbox", "Capture a thought", "Written apart" + ENTER)
        engine.find("link", "Written apart")
        engine.open(service.address + "/mini")
        engine.awaits("return document.querySelector('#app textarea') !== null")
        engine.type("textbox", "Capture a thought", "Written small" + ENTER)
        engine.find("text", "Saved. Organize later.")
    finally:
        service.start()
    written = {"Written apart", "Written small"}
    awaits(service, home, "/inbox", lambda inbox: written <= {item["title"] for item in inbox["items"]})
