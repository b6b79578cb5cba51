import { useEffect, useState } from "react";
import { Icon, IconButton } from "../../design/mod.ts";
import { Transcribe } from "../../reading/Transcribe.tsx";
import { sayTime } from "./recorder.ts";
import type { Voice } from "./useVoice.ts";

/** The button that records by one press and stops by another. Requirement O-107. */
export function RecordButton({ voice }: { readonly voice: Voice }) {
  return (
    <IconButton
      className={voice.isOn ? "voice is-listening" : "voice"}
      icon={voice.isOn ? "stop-fill" : "mic"}
      label={voice.isOn ? "Stop recording" : "Capture by voice"}
      isPressed={voice.isOn}
      onClick={voice.toggle}
    />
  );
}

/** The time that was recorded so far; then the recording, to be heard before it is saved, written down, or discarded. */
export function Recorded({ voice: { isOn, seconds, file, discard }, onWords }: {
  readonly voice: Voice;
  /** Told what is said in the recording, where that is asked for. */
  readonly onWords: (words: string) => void;
}) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file) return setAddress(undefined);
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  if (isOn) {
    return (
      <p className="capture-voice" role="timer" aria-label="Recording">
        <Icon name="record-circle" /> {sayTime(seconds)}
      </p>
    );
  }
  if (!file || !address) return null;
  return (
    <div className="capture-voice">
      <audio controls src={address} aria-label="What was recorded" />
      <Transcribe key={address} recording={file} onWords={onWords} />
      <IconButton icon="trash3" label="Discard the recording" onClick={discard} />
    </div>
  );
}
