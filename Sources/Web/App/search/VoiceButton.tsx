import { useEffect, useRef, useState } from "react";
import { announce, IconButton } from "../design/mod.ts";
import { listen } from "./speech.ts";

/** Listens while it is pressed in, and hands on what it hears; what is done with it is the person's to say. Requirement N-302.4. */
export function VoiceButton({ label, onHeard, onFailed }: {
  readonly label: string;
  readonly onHeard: (text: string) => void;
  readonly onFailed: (words: string) => void;
}) {
  const [isListening, setListening] = useState(false);
  const stop = useRef<() => void>();
  const isOver = useRef(false);
  useEffect(() => {
    isOver.current = false;
    return () => {
      isOver.current = true;
      stop.current?.();
    };
  }, []);
  const toggle = () => {
    if (isListening) return stop.current?.();
    onFailed("");
    setListening(true);
    announce("Listening");
    stop.current = listen({
      heard: (text) => !isOver.current && onHeard(text),
      failed: onFailed,
      ended: () => setListening(false),
    });
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
