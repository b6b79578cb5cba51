import { useEffect, useRef, useState } from "react";
import { announce, IconButton } from "../design/mod.ts";
import { listen } from "./speech.ts";

/** Listens while it is pressed in, and puts what it hears into the search box; nothing is searched by it. Requirement N-302.4. */
export function VoiceButton({ onHeard, onFailed }: {
  readonly onHeard: (text: string) => void;
  readonly onFailed: (words: string) => void;
}) {
  const [isListening, setListening] = useState(false);
  const stop = useRef<() => void>();
  useEffect(() => () => stop.current?.(), []);
  const toggle = () => {
    if (isListening) return stop.current?.();
    onFailed("");
    setListening(true);
    announce("Listening");
    stop.current = listen({ heard: onHeard, failed: onFailed, ended: () => setListening(false) });
  };
  return (
    <IconButton
      className={isListening ? "voice is-listening" : "voice"}
      icon={isListening ? "mic-fill" : "mic"}
      label={isListening ? "Stop listening" : "Search by voice"}
      isPressed={isListening}
      onClick={toggle}
    />
  );
}
