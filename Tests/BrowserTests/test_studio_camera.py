"""The studio's camera: photos, pages that are scanned, and what there is where a camera is not allowed."""

import pytest
from playwright.sync_api import expect

from drawings import Family, file
from harness import DESKTOP, PHONE, TABLET, shows

# A camera that sees a skewed grey page with a dark bar on a dark table.
FAKE_CAMERA = """
navigator.mediaDevices.getUserMedia = async () => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [800, 600];
    const context = canvas.getContext("2d");
    const draw = () => {
        context.fillStyle = "rgb(70, 60, 50)";
        context.fillRect(0, 0, 800, 600);
        context.fillStyle = "rgb(200, 198, 190)";
        context.beginPath();
        for (const [x, y] of [[200, 80], [640, 130], [700, 540], [120, 480]]) context.lineTo(x, y);
        context.fill();
        // As with a real camera, no two photos are the same.
        context.fillStyle = `rgb(40, ${Math.floor(performance.now() / 40) % 60}, 60)`;
        context.fillRect(300, 280, 240, 24);
        setTimeout(draw, 50);
    };
    draw();
    return canvas.captureStream(20);
};
"""
DENIED = "navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('no', 'NotAllowedError'); };"
FRAME = """() => {
    const video = document.querySelector("video");
    const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
    const context = canvas.getContext("2d");
    context.drawImage(video, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return data.reduce((sum, byte, at) => (sum + byte * (at % 65_521)) % 1_000_000_007, 0);
}"""
SEEN = "() => document.querySelector('video')?.videoWidth > 0"


def camera(page, person, width=PHONE, script=FAKE_CAMERA, **options):
    visit = page(width, person=person, **options)
    visit.add_init_script(script)
    visit.goto(person.home + "/studio")
    visit.get_by_role("button", name="Quick capture" if width < 1024 else "Open the camera").click()
    return visit, visit.get_by_role("dialog", name="Camera")


@shows("J-012", "J-018", "J-103", "J-104", "J-701", "J-704", "J-801")
@pytest.mark.parametrize("width", [PHONE, TABLET, DESKTOP])
def test_photos_are_taken_and_kept_without_leaving_the_app(page, person, axe, width):
    Family(person)
    visit, dialog = camera(page, person, width)
    visit.wait_for_function(SEEN)
    axe(visit)
    dialog.get_by_role("button", name="Take a photo").click()
    expect(dialog.get_by_role("list", name="Photos taken").get_by_role("listitem")).to_have_count(1)
    # Two photos of one frame are one picture: a busy machine may not have drawn another yet.
    visit.wait_for_function(f"(shown) => ({FRAME})() !== shown", arg=visit.evaluate(FRAME))
    dialog.get_by_role("button", name="Take a photo").click()
    for part in dialog.get_by_role("button").all():
        box = part.bounding_box()
        assert box["height"] >= 44 and box["width"] >= 44
    dialog.get_by_role("button", name="Use 2 photos").click()
    adding = visit.get_by_role("dialog", name="Add works")
    adding.get_by_role("radio", name="One work with 2 pictures").check(force=True)
    adding.get_by_role("button", name="Add work").click()
    expect(visit.get_by_role("list", name="Recent works").get_by_role("listitem")).to_have_count(1)
    [work] = person.awaits("/gallery", lambda works: len(works) == 1)
    assert work["images"] == 2


@shows("J-705")
def test_a_page_is_scanned_between_corners_that_can_be_moved(page, person, axe):
    Family(person)
    visit, dialog = camera(page, person, DESKTOP)
    visit.wait_for_function(SEEN)
    dialog.get_by_role("radio", name="Document").check(force=True)
    dialog.get_by_role("button", name="Take a photo").click()
    corner = dialog.get_by_role("button", name="Top left corner of the page")
    # Found where the page is: a quarter across, a seventh down.
    assert abs(float(corner.evaluate("one => parseFloat(one.style.left)")) - 25) < 2
    assert abs(float(corner.evaluate("one => parseFloat(one.style.top)")) - 13.3) < 2
    axe(visit)
    corner.press("ArrowRight")
    corner.press("ArrowLeft")
    dialog.get_by_role("button", name="Take it again").click()
    dialog.get_by_role("button", name="Take a photo").click()
    dialog.get_by_role("button", name="Use this page").click()
    dialog.get_by_role("button", name="Use the photo").click()
    visit.get_by_role("dialog", name="Add a work").get_by_role("button", name="Add work").click()
    expect(visit.get_by_role("list", name="Recent works").get_by_role("listitem")).to_have_count(1)
    [work] = person.awaits("/gallery", lambda works: len(works) == 1)
    [image] = person.views(f"/artworks/{work['id']}")["images"]
    # Straight, it is as large as its longer edges, and white to its corners.
    assert 560 < image["width"] < 620 and 390 < image["height"] < 430
    corners = visit.evaluate(
        """async (address) => {
            const bitmap = await createImageBitmap(await (await fetch(address)).blob());
            const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
            const context = canvas.getContext("2d");
            context.drawImage(bitmap, 0, 0);
            const at = (x, y) => context.getImageData(x * bitmap.width, y * bitmap.height, 1, 1).data[0];
            return [at(0.04, 0.04), at(0.96, 0.04), at(0.04, 0.96), at(0.96, 0.96)];
        }""",
        f"/v1/workspaces/{person.workspace}/blobs/{image['file']['digest']}",
    )
    assert min(corners) > 225, corners


@shows("J-707")
def test_where_the_camera_is_not_allowed_pictures_are_chosen(page, person, axe):
    Family(person)
    visit, dialog = camera(page, person, script=DENIED)
    expect(dialog.get_by_role("heading", name="The camera is not allowed")).to_be_visible()
    axe(visit)
    with visit.expect_file_chooser() as chooser:
        dialog.get_by_role("button", name="Choose pictures").click()
    chooser.value.set_files([file("Sun.png")])
    expect(visit.get_by_role("dialog", name="Add a work")).to_be_visible()
