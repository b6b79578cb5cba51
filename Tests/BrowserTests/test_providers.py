"""A service whose administrator set up a provider elsewhere: parents read who it is, agree to it by name, and it answers."""

import base64
import json
import os
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from drawings import Family
from harness import DESKTOP, PHONE, Service, shows
from playwright.sync_api import expect

TIPS = [
    {"text": f"Look at the drawing together, idea {number}.", "skill": "creativity", "resource": None} for number in (1, 2, 3)
]


class Cloud(ThreadingHTTPServer):
    """A server that speaks chat completions and gives three tips to any picture."""

    def __init__(self):
        self.asked: list[dict] = []
        cloud = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                cloud.asked.append({"path": self.path, "key": self.headers["Authorization"], "body": body})
                content = json.dumps({"tips": TIPS, "tags": [{"tag": "sun", "confidence": 90}]})
                choice = {"message": {"role": "assistant", "content": content}, "finish_reason": "stop"}
                usage = {"prompt_tokens": 900, "completion_tokens": 80}
                answer = json.dumps({"id": "chat-1", "choices": [choice], "usage": usage}).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_):
                """The test tells what was asked."""

        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()


@pytest.fixture(scope="module")
def cloud():
    cloud = Cloud()
    yield cloud
    cloud.shutdown()


@pytest.fixture(scope="module")
def service(cloud: Cloud):
    with tempfile.TemporaryDirectory() as folder:
        with open(os.open(folder + "/key", os.O_CREAT | os.O_WRONLY, 0o600), "w") as key:
            key.write("sk-verysecret")
        provider = {"name": "cloud", "speaks": "openai", "address": f"http://127.0.0.1:{cloud.server_port}/v1", "keyFile": "key"}
        with open(folder + "/providers.json", "w") as file:
            json.dump({"providers": [{**provider, "models": {"analyse": "looker-1"}, "trains": True}]}, file)
        service = Service(intelligence_providers=folder + "/providers.json")
        yield service
        service.close()


@shows("J-305", "J-310", "J-505")
def test_pictures_go_to_a_provider_once_a_parent_agreed_to_it_by_name(page, person, cloud, axe):
    family = Family(person, "Mia")
    # As somebody agreed who could not know of a provider elsewhere.
    family.allows("analysis")
    work = family.work(caption="Mia under the sun")
    visit = page(PHONE, person=person)
    visit.goto(f"{person.home}/studio/works/{work}")
    tips = visit.get_by_role("region", name="Tips")
    tips.get_by_role("button", name="Analyze it").click()
    [refused] = person.awaits(f"/artworks/{work}", lambda shown: [one["status"] for one in shown["analyses"]] == ["failed"])[
        "analyses"
    ]
    assert "cloud" in refused["reason"] and cloud.asked == []
    expect(tips).to_contain_text("agree again")

    settings = page(DESKTOP, person=person)
    settings.goto(person.home + "/studio/children")
    may = settings.get_by_role("region", name="What Daybook may do")
    expect(may).to_contain_text("Pictures and titles are sent to cloud, outside of this server")
    expect(may).to_contain_text("By its contract it may learn from what it is sent.")
    axe(settings)
    switch = may.get_by_role("switch", name="Tips from pictures")
    switch.click()
    person.awaits("/consents", lambda all: [one["answer"] for one in all] == ["withdrawn"])
    switch.click()
    [given] = person.awaits("/consents", lambda all: [one["answer"] for one in all] == ["given"])
    assert given["notice"] == "studio 2026-11 cloud"

    visit.reload()
    tips.get_by_role("button", name="Retry analysis?").click()
    [analysis] = person.awaits(
        f"/artworks/{work}", lambda shown: [one["status"] for one in shown["analyses"]] == ["completed"]
    )["analyses"]
    assert analysis["usage"]["inputTokens"] == 900 and "looker-1" in analysis["method"]
    expect(tips.get_by_text("Look at the drawing together, idea 1.")).to_be_visible()
    [asked] = cloud.asked
    assert asked["path"] == "/v1/chat/completions" and asked["key"] == "Bearer sk-verysecret"
    text = json.dumps(asked["body"])
    assert "Mia" not in text and work not in text, "no name and no identifier leaves"
    picture = asked["body"]["messages"][1]["content"][1]["image_url"]["url"].removeprefix("data:image/jpeg;base64,")
    jpeg = base64.b64decode(picture)
    assert jpeg.startswith(b"\xff\xd8") and b"Exif" not in jpeg
