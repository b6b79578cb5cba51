import { useEffect, useRef, useState } from "react";
import { announce } from "../../design/mod.ts";
import { canListen, listen } from "../../search/speech.ts";
import { record, recordFaults, type Recording } from "./recorder.ts";

/** A recording ends by itself after ten minutes: a thought, no meeting. */
const secondsMost = 600;

/** Speech for a capture: recorded, and written down as far as the browser recognizes it. */
export interface Voice {
  readonly isOn: boolean;
  /** Length of the recording so far. */
  readonly seconds: number;
  /** The recording, until it is saved or discarded. */
  readonly file: File | undefined;
  readonly fault: string;
  /** Begins, or ends and keeps what was recorded. */
  readonly toggle: () => void;
  /** Ends it. @returns what was recorded, which is let go of here. */
  readonly take: () => Promise<File | undefined>;
  /** Takes back a recording that could not be saved. */
  readonly restore: (recorded: File) => void;
  readonly discard: () => void;
}

/** Records by one press, and stops by another; `heard` is told what was recognized since. Requirements O-107, O-109. */
export function useVoice(heard: (words: string) => void): Voice {
  const [isOn, setOn] = useState(false);
  const [seconds, setSeconds] = useState(0);
  const [file, setFile] = useState<File>();
  const [fault, setFault] = useState("");
  const recording = useRef<Recording>();
  const stopListening = useRef<() => void>();
  /** Number of the press that words belong to: those of a former one come too late. */
  const turn = useRef(0);
  const latest = useRef(heard);
  latest.current = heard;

  const begin = () => {
    const own = turn.current += 1;
    setFault("");
    setSeconds(0);
    setOn(true);
    announce("Recording");
    if (canListen()) {
      stopListening.current = listen({
        heard: (words) => own === turn.current && latest.current(words),
        failed: (words) => own === turn.current && words && setFault(words),
        ended: () => undefined,
      });
    }
    void record().then((begun) => {
      if (own !== turn.current) {
        // The permission came after all was over.
        if (typeof begun !== "string") void begun.stop();
      } else if (typeof begun !== "string") {
        recording.current = begun;
      } else {
        setFault(recordFaults[begun]);
        // What is recognized without a recording goes on.
        if (!canListen()) setOn(false);
      }
    });
  };
  const end = async (): Promise<File | undefined> => {
    turn.current += 1;
    setOn(false);
    stopListening.current?.();
    stopListening.current = undefined;
    const begun = recording.current;
    recording.current = undefined;
    return await begun?.stop();
  };
  const keep = async () => {
    const recorded = await end();
    if (recorded && recorded.size > 0) setFile(recorded);
    announce(recorded ? "Recorded" : "Stopped");
  };
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => setSeconds((now) => now + 1), 1000);
    return () => clearInterval(timer);
  }, [isOn]);
  useEffect(() => {
    if (seconds >= secondsMost && isOn) void keep();
  }, [seconds, isOn]);
  useEffect(() => () => void end(), []);
  return {
    isOn,
    seconds,
    file,
    fault,
    toggle: () => isOn ? void keep() : begin(),
    take: async () => {
      const recorded = isOn ? await end() : file;
      setFile(undefined);
      setFault("");
      return recorded && recorded.size > 0 ? recorded : undefined;
    },
    restore: setFile,
    discard: () => setFile(undefined),
  };
}
