/** The camera of this device, and photos of what it sees. */

/** The reason why the camera shows nothing. */
export type CameraFault = "denied" | "missing";

/** Whether this browser can show what a camera sees. */
export function hasCamera(): boolean {
  return typeof navigator.mediaDevices?.getUserMedia === "function";
}

/** Opens a camera: the one at the back, or at the front. */
export async function openCamera(facing: "environment" | "user"): Promise<MediaStream | CameraFault> {
  try {
    const video = { facingMode: facing, width: { ideal: 2560 }, height: { ideal: 1920 } };
    return await navigator.mediaDevices.getUserMedia({ video, audio: false });
  } catch (thrown) {
    return thrown instanceof DOMException && thrown.name === "NotAllowedError" ? "denied" : "missing";
  }
}

/** Ends what a camera sees, so that its light goes out. */
export function closeCamera(stream: MediaStream) {
  for (const track of stream.getTracks()) track.stop();
}

/** A canvas with what is seen now, or with a picture; at most so many pixels wide and high. */
export function drawn(from: HTMLVideoElement | ImageBitmap, edgeMost = 4096): HTMLCanvasElement {
  const [width, height] = from instanceof HTMLVideoElement
    ? [from.videoWidth, from.videoHeight]
    : [from.width, from.height];
  const scale = Math.min(1, edgeMost / Math.max(width, height, 1));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext("2d")?.drawImage(from, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** The pixels of a canvas. */
export function pixelsOf(canvas: HTMLCanvasElement): ImageData {
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** A canvas as a file. */
export function fileOf(canvas: HTMLCanvasElement, name: string): Promise<File> {
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => blob ? resolve(new File([blob], name, { type: "image/jpeg" })) : reject(new Error("no picture")),
      "image/jpeg",
      0.92,
    )
  );
}
