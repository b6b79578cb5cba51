/** Recordings as samples: what a browser records is decoded by it, so that the service needs no program for it. */

import { nameOfSound } from "./kinds.ts";

/** Samples a second, as models of speech take them. */
const rate = 16_000;
/** Seconds that still fit into one question to the service. */
const secondsMost = 750;

/**
 * The recording as WAV with 16 bits and one channel. One that this browser cannot decode, and a very long one, stays as it is: the service
 * may know what to do with it.
 */
export async function asWave(recording: Blob): Promise<Blob> {
  if (nameOfSound(recording.type) === "audio/wav" || typeof OfflineAudioContext === "undefined") return recording;
  let sound: AudioBuffer;
  try {
    // A context decodes into its own rate.
    sound = await new OfflineAudioContext(1, 1, rate).decodeAudioData(await recording.arrayBuffer());
  } catch {
    return recording;
  }
  if (sound.duration > secondsMost) return recording;
  const channels = Array.from({ length: sound.numberOfChannels }, (_, channel) => sound.getChannelData(channel));
  return waveOf(mixed(channels));
}

/** The mean of all channels. */
export function mixed(channels: readonly Float32Array[]): Float32Array {
  const [first] = channels;
  if (!first || channels.length === 1) return first ?? new Float32Array();
  return first.map((_, at) => channels.reduce((sum, channel) => sum + (channel[at] ?? 0), 0) / channels.length);
}

/** A file of samples from -1 to 1. */
export function waveOf(samples: Float32Array): Blob {
  const bytes = new DataView(new ArrayBuffer(44 + 2 * samples.length));
  const word = (at: number, letters: string) =>
    Array.from(letters).forEach((letter, place) => bytes.setUint8(at + place, letter.charCodeAt(0)));
  word(0, "RIFF");
  bytes.setUint32(4, 36 + 2 * samples.length, true);
  word(8, "WAVEfmt ");
  bytes.setUint32(16, 16, true);
  bytes.setUint16(20, 1, true);
  bytes.setUint16(22, 1, true);
  bytes.setUint32(24, rate, true);
  bytes.setUint32(28, 2 * rate, true);
  bytes.setUint16(32, 2, true);
  bytes.setUint16(34, 16, true);
  word(36, "data");
  bytes.setUint32(40, 2 * samples.length, true);
  samples.forEach((sample, at) =>
    bytes.setInt16(44 + 2 * at, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true)
  );
  return new Blob([bytes.buffer], { type: "audio/wav" });
}
