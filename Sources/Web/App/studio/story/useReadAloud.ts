import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { StoryVersion } from "./request.ts";
import { sentencesOf } from "./sentences.ts";
import type { SentencePlace } from "./StoryText.tsx";

/** Reading aloud, sentence by sentence. */
export interface ReadAloud {
  /** False where this browser has no voice. */
  readonly isAble: boolean;
  readonly state: "silent" | "reading" | "paused";
  /** The sentence that is being read. */
  readonly place: SentencePlace | undefined;
  readonly begin: () => void;
  readonly pause: () => void;
  readonly stop: () => void;
}

/** Reads a story by the voice of the browser. Requirements J-404, J-420. */
export function useReadAloud({ passages }: StoryVersion, rate: number): ReadAloud {
  const isAble = "speechSynthesis" in globalThis && "SpeechSynthesisUtterance" in globalThis;
  const all = useMemo(
    () =>
      passages.flatMap(({ text }, passage) =>
        sentencesOf(text).map((words, sentence) => ({ passage, sentence, words }))
      ),
    [passages],
  );
  const [at, setAt] = useState<number>();
  const [isPaused, setPaused] = useState(false);
  // Which reading is the present one: the end of one that was stopped counts no more.
  const turn = useRef(0);

  const say = useCallback((index: number) => {
    const mine = turn.current += 1;
    const sentence = all[index];
    speechSynthesis.cancel();
    if (!sentence) return setAt(undefined);
    setAt(index);
    setPaused(false);
    const utterance = new SpeechSynthesisUtterance(sentence.words);
    utterance.rate = rate;
    utterance.lang = document.documentElement.lang;
    utterance.onend = () => {
      if (turn.current === mine) say(index + 1);
    };
    utterance.onerror = () => {
      if (turn.current === mine) setAt(undefined);
    };
    speechSynthesis.speak(utterance);
  }, [all, rate]);

  const stop = useCallback(() => {
    turn.current += 1;
    if (isAble) speechSynthesis.cancel();
    setAt(undefined);
    setPaused(false);
  }, [isAble]);
  const pause = () => {
    // Some voices cannot go on within a sentence: it is read again from its beginning.
    turn.current += 1;
    speechSynthesis.cancel();
    setPaused(true);
  };
  useEffect(() => stop, [stop]);
  const pace = useRef(rate);
  useEffect(() => {
    // Another pace holds at once: the sentence is read again.
    if (pace.current !== rate && at !== undefined && !isPaused) say(at);
    pace.current = rate;
  }, [rate, at, isPaused, say]);
  const place = at === undefined ? undefined : all[at];
  return {
    isAble,
    state: place === undefined ? "silent" : isPaused ? "paused" : "reading",
    place,
    begin: () => say(at ?? 0),
    pause,
    stop,
  };
}
