"""Sharing: a note given to somebody by a link that ends, another program or a file; and what other programs share with the app."""

import email
import re
import socketserver
import threading
import uuid

import pytest
from playwright.sync_api import expect

from drawings import Family
from harness import DESKTOP, PHONE, TABLET, Person, Service, keeps_app, kept, offline, shows
from test_attaching import READY, SEA
from test_notes import note

FAKE_SHARE = "window.given = []; navigator.share = async (data) => { window.given.push(data); };"


def sharing(page, person, of, width=DESKTOP, **options):
    visit = page(width, person=person, **options)
    visit.add_init_script(FAKE_SHARE)
    visit.goto(f"{person.home}/notes/{of}")
    visit.get_by_role("button", name="More for this note").click()
    visit.get_by_role("menuitem", name="Share…").click()
    return visit, visit.get_by_role("dialog", name="Share")


def links(person) -> list:
    return person.views("/shares")


@shows("N-041")
def test_a_note_is_read_by_link_until_the_link_is_ended(page, person, axe, watch):
    watch.excuse("Failed to load resource")
    bread = note(person, "Bread", "Flour, **water**, salt.")
    visit, dialog = sharing(page, person, bread)
    # Nothing is shared until somebody asks for it.
    expect(dialog.get_by_role("button", name="Make a link")).to_be_visible()
    assert links(person) == []
    dialog.get_by_role("combobox", name="Ends after").select_option(label="7 days")
    dialog.get_by_role("button", name="Make a link").click()
    address = dialog.get_by_role("textbox", name="Your new link, shown this once")
    expect(address).to_have_value(re.compile(r"/v1/shared/"))
    expect(dialog.get_by_role("list", name="Links to this note")).to_contain_text("Open until")
    [made] = links(person)
    assert not made["revoked"] and made["thing"] == bread
    axe(visit)
    dialog.get_by_role("button", name="Send link…").click()
    assert visit.evaluate("window.given[0].url") == address.input_value()

    stranger, secret = page(DESKTOP), address.input_value()
    stranger.goto(secret)
    expect(stranger.get_by_text("Flour")).to_be_visible()
    dialog.get_by_role("button", name="End it").click()
    expect(dialog.get_by_role("list", name="Links to this note")).to_have_count(0)
    assert links(person)[0]["revoked"]
    assert stranger.goto(secret).status == 404


class Letters(socketserver.ThreadingTCPServer):
    """A mail server that takes every letter and keeps it; `refuses` is an address that it knows nobody at."""

    daemon_threads = True

    def __init__(self, refuses: str):
        self.letters: list[str] = []
        server = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self):
                self.say("220 here")
                while line := self.rfile.readline().decode().strip():
                    word = line[:4].upper()
                    if word == "QUIT":
                        return self.say("221 bye")
                    if word == "DATA":
                        self.say("354 go on")
                        letter = []
                        while (part := self.rfile.readline().decode()) != ".\r\n":
                            letter.append(part)
                        server.letters.append("".join(letter))
                    self.say("550 nobody" if refuses in line else "250 fine")

            def say(self, words: str):
                self.wfile.write(words.encode() + b"\r\n")

        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()


@shows("J-464")
def test_a_link_is_mailed_by_the_service_where_it_mails(page, axe, request):
    post = Letters(refuses="nobody@example.org")
    request.addfinalizer(post.shutdown)
    settings = {"mail_server": f"smtp://127.0.0.1:{post.server_address[1]}", "mail_from": "daybook@example.org"}
    service = Service(**settings, mail_link="https://daybook.example.org")
    request.addfinalizer(service.close)
    person = Person(service)
    work = Family(person, "Mia").work(caption="Mia under the sun")
    visit = page(PHONE, person=person)
    visit.goto(f"{person.home}/studio/works/{work}")
    visit.get_by_role("button", name="Share", exact=True).click()
    dialog = visit.get_by_role("dialog", name="Share")
    dialog.get_by_role("textbox", name="Mail it to, if you like").fill("oma@example.org")
    axe(visit)
    dialog.get_by_role("button", name="Make a link").click()
    expect(dialog.get_by_text("Mailed to oma@example.org.")).to_be_visible()
    letter = email.message_from_string(post.letters[0])
    words = [part.get_payload(decode=True).decode() for part in letter.walk() if not part.is_multipart()]
    assert "oma@example.org" in letter["To"] and "https://daybook.example.org/v1/shared/" in words[0]
    dialog.get_by_role("textbox", name="Mail it to, if you like").fill("nobody@example.org")
    dialog.get_by_role("button", name="Make a link").click()
    expect(dialog.get_by_text("The link is good, but was not mailed:")).to_be_visible()
    axe(visit)


@shows("N-041")
def test_a_link_may_have_a_password(page, person, watch):
    watch.excuse("Failed to load resource")
    visit, dialog = sharing(page, person, note(person, "Bread", "Flour"))
    dialog.get_by_label("Password, if you like").fill("crust and crumb")
    dialog.get_by_role("button", name="Make a link").click()
    expect(dialog.get_by_role("list", name="Links to this note")).to_contain_text("with a password")
    stranger = page(DESKTOP)
    assert stranger.goto(dialog.get_by_role("textbox", name="Your new link").input_value()).status == 403


@shows("N-515")
def test_a_note_goes_to_other_programs_files_and_members(page, person):
    bread = note(person, "Bread: a recipe", "Flour.")
    visit, dialog = sharing(page, person, bread, permissions=["clipboard-read", "clipboard-write"])
    dialog.get_by_role("button", name="Send…", exact=True).click()
    assert visit.evaluate("window.given[0]") == {"title": "Bread: a recipe", "text": "# Bread: a recipe\n\nFlour.\n"}
    with visit.expect_download() as download:
        dialog.get_by_role("button", name="Save as Markdown").click()
    assert download.value.suggested_filename == "Bread a recipe.md"
    assert open(download.value.path()).read() == "# Bread: a recipe\n\nFlour.\n"
    dialog.get_by_role("button", name="Copy link for members").click()
    expect(visit.get_by_text("Link for members copied")).to_be_visible()
    assert visit.evaluate("navigator.clipboard.readText()") == f"{person.home}/notes/{bread}"


@shows("N-624")
def test_somebody_is_invited_from_the_editor_and_both_write(page, service, person, axe):
    bread = note(person, "Bread", "Flour")
    here, dialog = sharing(page, person, bread)
    dialog.get_by_role("button", name="Write together…").click()
    invite = here.get_by_role("dialog", name="Write “Bread” together")
    # As somebody who writes, of notes and all: what the dialog begins with.
    expect(invite.get_by_role("radio", name="May add and change")).to_be_checked()
    axe(here)
    invite.get_by_role("button", name="Make the link").click()
    given = here.get_by_role("dialog", name="Give them this link")
    given.get_by_role("button", name="Send…").click()
    link = given.get_by_role("textbox", name="The link that invites").input_value()
    [letter] = here.evaluate("window.given")
    address = f"{person.home}/notes/{bread}"
    assert link in letter["text"] and address in letter["text"]
    given.get_by_role("button", name="Done").click()
    here.keyboard.press("Escape")

    there = page(DESKTOP, person=Person(service, "Kim"))
    there.goto(link)
    there.get_by_role("button", name="Accept").click()
    expect(there.get_by_role("navigation", name="Areas").get_by_role("link", name="Notes")).to_be_visible()
    there.goto(address)
    mine, theirs = (visit.get_by_role("textbox", name="Text") for visit in (here, there))
    mine.press("Control+End")
    theirs.press("Control+Home")
    here.keyboard.type(", water")
    there.keyboard.type("Rye. ")
    for text in mine, theirs:
        expect(text).to_have_text("Rye. Flour, water")
    person.awaits(f"/notes/{bread}", lambda shown: shown["body"] == "Rye. Flour, water")
    here.get_by_role("button", name="More for this note").click()
    here.get_by_role("menuitem", name="Share…").click()
    expect(dialog.get_by_role("list", name="Others who see this note")).to_have_text("KKim · May add and change")
    axe(here)


@keeps_app
def test_without_a_network_links_say_so_and_the_rest_works(page, person):
    visit = page(DESKTOP, person=person)
    visit.goto(f"{person.home}/notes/{note(person, 'Bread', 'Flour.')}")
    visit.wait_for_function(READY)
    kept(visit)
    visit.get_by_role("button", name="More for this note").wait_for()
    with offline(visit):
        visit.get_by_role("button", name="More for this note").click()
        visit.get_by_role("menuitem", name="Share…").click()
        dialog = visit.get_by_role("dialog", name="Share")
        expect(dialog.get_by_role("alert")).to_contain_text("Links need a connection")
        expect(dialog.get_by_role("button", name="Save as Markdown")).to_be_visible()


@pytest.mark.parametrize(("width", "look"), [(PHONE, "dark"), (TABLET, "light")])
def test_sharing_is_legible_and_touched(page, person, axe, width, look):
    visit, dialog = sharing(page, person, note(person, "Bread", "Flour."), width, color_scheme=look)
    dialog.get_by_role("button", name="Make a link").click()
    expect(dialog.get_by_role("button", name="End it")).to_be_visible()
    for button in dialog.get_by_role("button").all():
        box = button.bounding_box()
        assert box["height"] >= 44 and box["width"] >= 44
    axe(visit)


def shares(visit, **fields):
    """Posts what the system's share sheet posts to an installed app."""
    kept(visit)
    visit.wait_for_function("() => navigator.serviceWorker.controller !== null")
    with visit.expect_navigation():
        visit.evaluate(
            """({ title, text, url, file }) => {
                const form = document.createElement("form");
                Object.assign(form, { method: "POST", action: "/share", enctype: "multipart/form-data" });
                for (const [name, value] of Object.entries({ title, text, url })) {
                    const input = document.createElement("input");
                    Object.assign(input, { name, value: value ?? "" });
                    form.append(input);
                }
                if (file) {
                    const input = document.createElement("input");
                    Object.assign(input, { name: "files", type: "file" });
                    const data = new DataTransfer();
                    data.items.add(new File([Uint8Array.from(file.bytes)], file.name, { type: file.mimeType }));
                    input.files = data.files;
                    form.append(input);
                }
                document.body.append(form);
                // Once this call is answered: the page that it is asked of goes away with the form.
                setTimeout(() => form.submit());
            }""",
            fields,
        )


PICTURE = {"name": SEA["name"], "mimeType": SEA["mimeType"], "bytes": list(SEA["buffer"])}


@keeps_app
@shows("N-515", "B-81")
def test_what_other_programs_share_lands_in_the_inbox(page, person):
    visit = page(PHONE, person=person)
    visit.goto(person.home + "/inbox")
    manifest = visit.request.get("/manifest.webmanifest").json()
    assert manifest["share_target"]["action"] == "/share"
    shares(visit, title="Rye", text="A bread to bake", url="https://bread.example/rye")
    expect(visit.get_by_role("link", name="Rye")).to_be_visible()
    [item] = person.awaits("/inbox", lambda inbox: inbox["items"])["items"]
    assert person.views(f"/items/{item['id']}")["content"] == "Rye\nA bread to bake\nhttps://bread.example/rye"

    shares(visit, text="Look at https://bread.example/rye", url="https://bread.example/rye", file=PICTURE)
    items = person.awaits("/inbox", lambda inbox: len(inbox["items"]) == 2)["items"]
    # The words are there at once, the picture once it has arrived.
    shown = person.awaits(f"/items/{items[0]['id']}", lambda shown: shown["files"])
    assert shown["content"] == "Look at https://bread.example/rye"
    assert [(file["name"], file["mediaType"]) for file in shown["files"]] == [("The sea.png", "image/png")]
    visit.reload()
    expect(visit.get_by_role("main").get_by_role("link", name=re.compile("Rye|Look"))).to_have_count(2)


@keeps_app
@shows("N-515")
def test_what_is_shared_while_another_page_takes_what_was_shared_comes_after_it(page, person):
    visit = page(PHONE, person=person)
    visit.goto(person.home + "/inbox")
    other = visit.context.new_page()
    other.goto(person.home + "/notes")
    other.evaluate(
        """() => new Promise((held) => navigator.locks.request("daybook-shared", () => {
          held();
          return new Promise((end) => { window.end = end; });
        }))"""
    )
    shares(visit, title="Rye")
    expect(visit.get_by_role("heading", name="Your inbox is empty")).to_be_visible()
    other.evaluate("window.end()")
    expect(visit.get_by_role("link", name="Rye")).to_be_visible()


@keeps_app
@shows("N-515")
def test_a_picture_that_is_shared_without_a_network_comes_later(page, person):
    visit = page(PHONE, person=person)
    visit.goto(person.home + "/inbox")
    visit.wait_for_function(READY)
    # What is shared goes through the service worker, which has to be there before the network goes.
    visit.wait_for_function("() => navigator.serviceWorker.controller !== null")
    with offline(visit):
        shares(visit, file=PICTURE)
        expect(visit.get_by_text("They wait on this device")).to_be_visible()
    [item] = person.awaits("/inbox", lambda inbox: inbox["items"])["items"]
    shown = person.awaits(f"/items/{item['id']}", lambda shown: shown["files"])
    assert shown["files"][0]["name"] == "The sea.png"


@shows("J-019")
@pytest.mark.parametrize("width", [PHONE, TABLET, DESKTOP])
@pytest.mark.parametrize("look", ["light", "dark"])
def test_the_page_of_a_link_is_looked_through_without_an_account(page, person, axe, width, look):
    family = Family(person, "Mia")
    works = [family.work(seed=seed, caption=f"Picture {seed}") for seed in range(3)]
    album = str(uuid.uuid4())
    family.does({"type": "studio.createAlbum", "album": album, "name": "Summer"})
    family.does(*({"type": "studio.addToAlbum", "album": album, "artwork": work} for work in works))
    link = person.ask("POST", f"/v1/workspaces/{person.workspace}/shares", {"thing": album})["path"]
    there = page(width, color_scheme=look)
    there.goto(link)
    expect(there.get_by_role("heading", name="Summer", level=1)).to_be_visible()
    expect(there.get_by_text("From Robin · to be seen until")).to_be_visible()
    pictures = there.get_by_role("listitem").get_by_role("img")
    expect(pictures).to_have_count(3)
    loaded = "Array.from(document.images).every((image) => image.complete && image.naturalWidth > 0)"
    there.wait_for_function(loaded)
    assert there.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    axe(there)
    # By keys alone: the first picture, the next one, and back to all.
    there.keyboard.press("Tab")
    there.keyboard.press("Enter")
    expect(there.get_by_role("heading", name="Picture 0", level=1)).to_be_visible()
    there.get_by_role("link", name="Next").press("Enter")
    expect(there.get_by_role("img", name="Picture 1")).to_be_visible()
    axe(there)
    assert there.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    there.get_by_role("link", name="All pictures").press("Enter")
    expect(pictures).to_have_count(3)
