"""Signing in through an issuer of OpenID Connect, which runs in the test."""

import base64
import hashlib
import http.server
import json
import secrets
import threading
import time
import urllib.parse

import pytest
from playwright.sync_api import expect

from harness import DESKTOP, PHONE, Service, shows
from test_shell import areas


def _prime(bits: int) -> int:
    """A number that is a prime but for one chance in 2 ** 80 (Miller and Rabin)."""
    while True:
        # With its two highest bits, so that the product of two has twice as many.
        number = secrets.randbits(bits) | 3 << (bits - 2) | 1
        if any(number % small == 0 for small in (3, 5, 7, 11, 13, 17, 19, 23, 29)) or number % 65537 == 1:
            continue
        odd, twos = number - 1, 0
        while odd % 2 == 0:
            odd, twos = odd // 2, twos + 1
        for _ in range(40):
            found = pow(secrets.randbelow(number - 3) + 2, odd, number)
            if found in (1, number - 1):
                continue
            if all((found := found * found % number) != number - 1 for _ in range(twos - 1)):
                break
        else:
            return number


def _web64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Issuer:
    """An issuer that lets everybody in as the person whom the test names."""

    def __init__(self):
        first, second = _prime(1024), _prime(1024)
        self._modulus = first * second
        self._secret = pow(65537, -1, (first - 1) * (second - 1))
        self.claims = {"sub": "kim-there", "email": "kim.there@example.org", "email_verified": True, "name": "Kim"}
        self.says_no = False
        self._codes: dict[str, str] = {}
        issuer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_GET(self):
                address = urllib.parse.urlsplit(self.path)
                query = dict(urllib.parse.parse_qsl(address.query))
                if address.path == "/authorize":
                    code = secrets.token_hex(8)
                    issuer._codes[code] = query["nonce"]
                    answer = {"error": "access_denied"} if issuer.says_no else {"code": code}
                    self.send_response(303)
                    back = urllib.parse.urlencode({"state": query["state"], **answer})
                    self.send_header("Location", f"{query['redirect_uri']}?{back}")
                    self.end_headers()
                elif address.path == "/keys":
                    size = (issuer._modulus.bit_length() + 7) // 8
                    number = _web64(issuer._modulus.to_bytes(size, "big"))
                    self._send({"keys": [{"kty": "RSA", "kid": "one", "use": "sig", "n": number, "e": "AQAB"}]})
                else:
                    names = {"authorization_endpoint": "authorize", "token_endpoint": "token", "jwks_uri": "keys"}
                    places = {name: f"{issuer.address}/{place}" for name, place in names.items()}
                    self._send({"issuer": issuer.address, **places})

            def do_POST(self):
                form = dict(urllib.parse.parse_qsl(self.rfile.read(int(self.headers["Content-Length"])).decode()))
                self._send({"token_type": "Bearer", "id_token": issuer._token(issuer._codes.pop(form["code"]))})

            def _send(self, answer: dict):
                data = json.dumps(answer).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _token(self, nonce: str) -> str:
        """An identity token, signed with RS256 (RFC 8017, section 8.2)."""
        claims = {"iss": self.address, "aud": "daybook", "exp": int(time.time()) + 300, "nonce": nonce, **self.claims}
        said = ".".join(_web64(json.dumps(part).encode()) for part in ({"alg": "RS256", "kid": "one"}, claims))
        size = (self._modulus.bit_length() + 7) // 8
        mark = bytes.fromhex("3031300d060960864801650304020105000420") + hashlib.sha256(said.encode()).digest()
        padded = b"\x00\x01" + b"\xff" * (size - len(mark) - 3) + b"\x00" + mark
        signature = pow(int.from_bytes(padded, "big"), self._secret, self._modulus).to_bytes(size, "big")
        return f"{said}.{_web64(signature)}"


@pytest.fixture(scope="module")
def issuer():
    issuer = Issuer()
    yield issuer
    issuer.close()


@pytest.fixture(scope="module")
def service(issuer):
    """A service that people may sign in to through the issuer."""
    service = Service(oidc_issuer=issuer.address, oidc_client="daybook", oidc_name="Village", oidc_redirect="http://127.0.0.1:1/x")
    # Its port is known once it ran.
    service.stop()
    service._settings["oidc.redirect"] = service.address + "/v1/oidc/callback"
    service.start()
    yield service
    service.close()


@shows("J-604")
@pytest.mark.parametrize("width", [PHONE, DESKTOP])
def test_somebody_new_and_the_same_person_later_sign_in_through_an_issuer(page, service, issuer, axe, width):
    issuer.claims = {**issuer.claims, "sub": f"kim {width}", "email": f"kim.{width}@example.org"}
    here = page(width)
    here.goto("/sign-in")
    button = here.get_by_role("button", name="Continue with Village")
    expect(button).to_be_visible()
    axe(here)
    button.click()
    expect(here.get_by_role("heading", name="Getting started").or_(areas(here))).to_be_visible()
    assert here.url.startswith(service.address + "/w/")
    home = here.url
    # On another device: the same account, with the workspace that it has.
    there = page(width)
    there.goto("/sign-up")
    there.get_by_role("button", name="Continue with Village").click()
    expect(areas(there)).to_be_visible()
    assert there.url.split("/w/")[1].split("/")[0] == home.split("/w/")[1].split("/")[0]


@shows("J-604")
def test_a_no_at_the_issuer_is_said_and_a_password_still_does(page, service, issuer, axe):
    issuer.says_no = True
    here = page()
    here.goto("/sign-in")
    here.get_by_role("button", name="Continue with Village").click()
    expect(here.get_by_role("status").filter(has_text="said no")).to_be_visible()
    expect(here.get_by_role("textbox", name="E-mail")).to_be_visible()
    axe(here)
    issuer.says_no = False


def test_where_no_issuer_is_set_up_there_is_no_button(page, browser, watch):
    plain = Service()
    try:
        here = browser.new_context(base_url=plain.address).new_page()
        with here.expect_response("**/v1/setup"):
            here.goto("/sign-in")
        expect(here.get_by_role("button", name="Sign in")).to_be_visible()
        expect(here.get_by_role("button", name="Continue with")).to_have_count(0)
        here.context.close()
    finally:
        plain.close()
