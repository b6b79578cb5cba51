/** Kinds of files that the service reads text in, or listens to. */

const pictures = /^image\/(jpeg|png|webp|heic|avif|tiff)$/;
const sounds = /^audio\/(webm|ogg|mp4|wav|mpeg|flac)$/;

/** Other names of these kinds. */
const otherNames: Readonly<Record<string, string>> = {
  "audio/x-wav": "audio/wav",
  "audio/wave": "audio/wav",
  "audio/x-m4a": "audio/mp4",
  "audio/m4a": "audio/mp4",
  "audio/mp3": "audio/mpeg",
  "audio/x-flac": "audio/flac",
};

/** The name by which the service knows a kind of sound; undefined for one that it does not listen to. */
export function nameOfSound(mediaType: string): string | undefined {
  const [kind = ""] = mediaType.split(";");
  const name = otherNames[kind] ?? kind;
  return sounds.test(name) ? name : undefined;
}

/** Whether there can be text in a file of this kind, written or spoken. */
export function isReadable(mediaType: string): boolean {
  return pictures.test(mediaType) || nameOfSound(mediaType) !== undefined;
}
