/** The microphone of this device, and what it records. */

/** A recording under way. */
export interface Recording {
  /** Ends it. @returns what was recorded. */
  stop(): Promise<File>;
}

/** The reason why nothing is recorded. */
export type RecordFault = "denied" | "missing" | "unable";

/** Why nothing is recorded, for a person. */
export const recordFaults: Readonly<Record<RecordFault, string>> = {
  denied: "The microphone is not allowed here. Allow it in the browser's settings for this site, or write instead.",
  missing: "No microphone was found. You can write instead.",
  unable: "This browser does not record sound. You can write instead.",
};

/** Kinds of sound that every player knows first. */
const types = ["audio/mp4", "audio/webm", "audio/ogg"] as const;

/** Begins to record. */
export async function record(): Promise<Recording | RecordFault> {
  if (typeof navigator.mediaDevices?.getUserMedia !== "function" || typeof MediaRecorder !== "function") {
    return "unable";
  }
  let stream: MediaStream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  } catch (thrown) {
    return thrown instanceof DOMException && thrown.name === "NotAllowedError" ? "denied" : "missing";
  }
  const type = types.find((one) => MediaRecorder.isTypeSupported(one));
  const recorder = new MediaRecorder(stream, type ? { mimeType: type } : {});
  const parts: Blob[] = [];
  const began = new Date();
  recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
  const ended = new Promise<void>((resolve) => recorder.addEventListener("stop", () => resolve()));
  recorder.start();
  return {
    stop: async () => {
      if (recorder.state !== "inactive") recorder.stop();
      await ended;
      // So that the light of the microphone goes out.
      for (const track of stream.getTracks()) track.stop();
      return fileOf(parts, recorder.mimeType, began);
    },
  };
}

function fileOf(parts: readonly Blob[], mimeType: string, began: Date): File {
  const type = mimeType.split(";")[0] || "audio/webm";
  const ending = type.split("/")[1] ?? "webm";
  const two = (number: number) => String(number).padStart(2, "0");
  const day = `${began.getFullYear()}-${two(began.getMonth() + 1)}-${two(began.getDate())}`;
  return new File([...parts], `Recording ${day} ${two(began.getHours())}.${two(began.getMinutes())}.${ending}`, {
    type,
  });
}

/** A time as a player shows it: `1:07`. */
export function sayTime(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
