import { useEffect, useRef, useState } from "react";
import { announce, IconButton } from "../design/mod.ts";
import { useSource } from "../source/source.ts";
import { dictate } from "./dictate.ts";
import { canListen, listen } from "./speech.ts";

/**
 * Listens while it is pressed in, by the browser or else by the service, and hands on what it hears; what is done with it is the
 * person's to say. Requirements N-302.2, N-302.4.
 */
export function VoiceButton({ label, onHeard, onFailed }: {
  readonly label: string;
  readonly onHeard: (text: string) => void;
  readonly onFailed: (words: string) => void;
}) {
  const [isListening, setListening] = useState(false);
  const stop = useRef<() => void>();
  const left = useRef(new AbortController());
  const { workspace } = useSource();
  useEffect(() => {
    const own = left.current = new AbortController();
    return () => {
      own.abort();
      stop.current?.();
    };
  }, []);
  const toggle = () => {
    if (isListening) return stop.current?.();
    onFailed("");
    setListening(true);
    announce("Listening");
    const { signal } = left.current;
    const listener = {
      heard: (text: string) => signal.aborted ? undefined : onHeard(text),
      failed: onFailed,
      ended: () => setListening(false),
    };
    stop.current = canListen() ? listen(listener) : dictate(workspace, listener, signal);
  };
  return (
    <IconButton
      className={isListening ? "voice is-listening" : "voice"}
      icon={isListening ? "mic-fill" : "mic"}
      label={isListening ? "Stop listening" : label}
      isPressed={isListening}
      onClick={toggle}
    />
  );
}
