"""Notifications on a device: switched on in the settings, shown by the service worker, followed into the app."""

import json

import pytest
from harness import PHONE, Person, Service, keeps_app, kept, ready, shows
from playwright.sync_api import Page, expect

pytestmark = keeps_app

# A headless browser has no push service and shows no notification: both are stood in for, as a browser with them behaves. What it
# is subscribed to outlives a reload; `key` is the one that it was subscribed with.
PUSH_SERVICE = """(() => {
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
  Notification.requestPermission = () => Promise.resolve("granted");
  const text = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const bytes = (word) => Uint8Array.from(atob(word.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const kept = () => {
    const { endpoint, key, ...keys } = JSON.parse(localStorage.getItem("test.push") ?? "{}");
    return endpoint ? {
      endpoint,
      options: { applicationServerKey: bytes(key).buffer },
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: () => Promise.resolve(localStorage.removeItem("test.push") ?? true),
    } : null;
  };
  PushManager.prototype.getSubscription = () => Promise.resolve(kept());
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
    localStorage.setItem("test.push", JSON.stringify({
      endpoint: "https://127.0.0.1:9/" + crypto.randomUUID(),
      key: text(applicationServerKey),
      p256dh: text(await crypto.subtle.exportKey("raw", pair.publicKey)),
      auth: text(crypto.getRandomValues(new Uint8Array(16))),
    }));
    return kept();
  };
})()"""


@pytest.fixture(scope="module")
def service():
    # The endpoint of these tests is on this machine, where nobody listens.
    service = Service(webhooks_private="yes")
    yield service
    service.close()


def notified(person: Person) -> list[dict]:
    return person.ask("GET", "/v1/account/notifications")["devices"]


def settings(page, person: Person, script: str | None = None) -> Page:
    visit = page(PHONE, person=person)
    if script:
        visit.add_init_script(script)
    visit.goto(person.home + "/settings")
    ready(visit)
    # The push manager is the service worker's.
    kept(visit)
    visit.reload()
    ready(visit)
    return visit


@shows("J-210")
def test_notifications_are_switched_on_for_a_device_narrowed_renewed_and_end_with_the_session(page, person, axe):
    visit = settings(page, person, PUSH_SERVICE)
    part = visit.get_by_role("region", name="Notifications")
    switch = part.get_by_role("switch", name="Notifications on this device")
    expect(switch).not_to_be_checked()
    switch.click()
    expect(switch).to_be_checked()
    expect(part.get_by_role("switch", name="New tips")).to_be_checked()
    [device] = notified(person)
    assert device["name"] == "Browser" and device["service"] == "127.0.0.1" and device["signedIn"], device
    assert device["topics"] == ["reminders", "tips", "family"]
    axe(visit, "#main")

    part.get_by_role("switch", name="Reminders of uploading").click()
    expect(part.get_by_role("switch", name="Reminders of uploading")).not_to_be_checked()
    assert notified(person)[0]["topics"] == ["tips", "family"]
    # Nobody listens at the endpoint, which is said plainly.
    part.get_by_role("button", name="Try it").click()
    expect(part.get_by_role("alert")).to_contain_text("did not take it")
    visit.reload()
    expect(switch).to_be_checked()
    expect(part.get_by_role("switch", name="Reminders of uploading")).not_to_be_checked()

    # The service has another key by now: the app subscribes anew when it opens, of the same topics.
    visit.evaluate(
        """() => { const kept = JSON.parse(localStorage.getItem("test.push"));
        localStorage.setItem("test.push", JSON.stringify({ ...kept, key: "BAAA", endpoint: kept.endpoint + "-old" })); }"""
    )
    with visit.expect_response(lambda answer: answer.request.method == "PUT" and answer.url.endswith("/notifications")):
        visit.goto(person.home + "/inbox")
    kept = json.loads(visit.evaluate("() => localStorage.getItem('test.push')"))
    assert kept["key"] == person.ask("GET", "/v1/account/notifications")["key"] and "-old" not in kept["endpoint"]
    assert [one["topics"] for one in notified(person)] == [["tips", "family"]]

    visit.goto(person.home + "/settings")
    switch.click()
    expect(part.get_by_text("This device is not notified any more.")).to_be_visible()
    assert notified(person) == [] and visit.evaluate("() => localStorage.getItem('test.push')") is None
    switch.click()
    expect(switch).to_be_checked()
    assert len(notified(person)) == 1
    visit.get_by_role("button", name="Account", exact=True).click()
    visit.get_by_role("menuitem", name="Sign out").click()
    expect(visit.get_by_role("button", name="Sign in")).to_be_visible()
    assert notified(person) == [] and visit.evaluate("() => localStorage.getItem('test.push')") is None


# The push service gives the browser another subscription, as the event of a service worker tells; resolves once that is dealt with.
# An event that a script makes cannot be prolonged: it hands on what it was asked to wait for.
CHANGED = """async () => {
  const text = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
  const keys = {
    p256dh: text(await crypto.subtle.exportKey("raw", pair.publicKey)),
    auth: text(crypto.getRandomValues(new Uint8Array(16))),
  };
  let asked = 0;
  PushManager.prototype.getSubscription = () => Promise.resolve(null);
  PushManager.prototype.subscribe = () => Promise.resolve({
    toJSON: () => ({ endpoint: `https://localhost:9/${asked += 1}`, keys }),
  });
  await new Promise((done) => {
    const event = new ExtendableEvent("pushsubscriptionchange");
    event.waitUntil = done;
    self.dispatchEvent(event);
  });
  return asked;
}"""


@shows("J-210")
def test_the_service_worker_tells_of_another_subscription(page, person):
    visit = settings(page, person, PUSH_SERVICE)
    part = visit.get_by_role("region", name="Notifications")
    part.get_by_role("switch", name="Notifications on this device").click()
    part.get_by_role("switch", name="Reminders of uploading").click()
    expect(part.get_by_role("switch", name="Reminders of uploading")).not_to_be_checked()
    assert [one["service"] for one in notified(person)] == ["127.0.0.1"]
    [worker] = visit.context.service_workers
    assert worker.evaluate(CHANGED) == 1
    # The same device, of the same topics, at another push service.
    [device] = notified(person)
    assert (device["service"], device["topics"]) == ("localhost", ["tips", "family"]), device
    # Where nobody is notified, nothing is subscribed to.
    part.get_by_role("switch", name="Notifications on this device").click()
    expect(part.get_by_text("This device is not notified any more.")).to_be_visible()
    assert worker.evaluate(CHANGED) == 0 and notified(person) == []


@shows("J-210")
def test_a_browser_that_may_not_or_cannot_notify_says_so(page, person, axe):
    # As the headless browser answers by itself: no.
    visit = settings(page, person)
    part = visit.get_by_role("region", name="Notifications")
    expect(part.get_by_text("This browser does not let Daybook notify you.")).to_be_visible()
    expect(part.get_by_role("switch")).to_have_count(0)
    axe(visit, "#main")
    visit.add_init_script("delete ServiceWorkerRegistration.prototype.pushManager")
    visit.reload()
    expect(part.get_by_text("This browser cannot show notifications of Daybook.")).to_be_visible()
    expect(part.get_by_role("switch")).to_have_count(0)
    assert notified(person) == []


@shows("J-210")
def test_the_service_worker_shows_what_comes_and_leads_to_it(page, person):
    visit = settings(page, person)
    session = visit.context.new_cdp_session(visit)
    registrations: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registrations.extend(one["registrationId"] for one in told["registrations"]),
    )
    session.send("ServiceWorker.enable")
    [worker] = visit.context.service_workers
    worker.evaluate(
        """() => { self.shown = [];
        self.registration.showNotification = (title, options) => Promise.resolve(self.shown.push({ title, ...options })); }"""
    )

    def comes(message: str) -> dict:
        session.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": person.service.address, "registrationId": registrations[0], "data": message},
        )
        return worker.evaluate(
            "() => new Promise((done) => { const look = () => self.shown.length ? done(self.shown.pop()) : setTimeout(look, 20); look(); })"
        )

    link = f"/w/{person.workspace}/studio/stories"
    told = comes(json.dumps({"title": "2 stories are ready", "link": link, "tag": "a.story", "time": "2026-11-28T08:00:00Z"}))
    assert told == {"title": "2 stories are ready", "tag": "a.story", "icon": "/icon.svg", "data": link}, told
    # What cannot be read is shown all the same, and nothing leads elsewhere.
    assert comes("nonsense")["title"] == "There is something new"
    assert comes(json.dumps({"title": "Go", "link": "https://example.org/away"}))["data"] == "/"

    # A window of the app that is open goes there, without a load.
    visit.evaluate("() => { self.isSame = true; }")
    worker.evaluate(
        """(link) => { const event = new ExtendableEvent("notificationclick");
        event.notification = { data: link, close: () => undefined };
        self.dispatchEvent(event); }""",
        link,
    )
    expect(visit.get_by_role("heading", name="Stories", exact=True)).to_be_visible()
    assert visit.url.endswith(link) and visit.evaluate("() => self.isSame")
