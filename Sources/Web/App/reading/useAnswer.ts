import { useEffect, useRef, useState } from "react";
import { Problem } from "../source/source.ts";

/** How far a question is that takes a while. */
export type Answer<T> =
  | { readonly kind: "open" | "working" }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "there"; readonly value: T };

/** A question to the service that takes a while, with its answer; it ends when it is cancelled, or its screen goes. */
export function useAnswer<T>(): {
  readonly answer: Answer<T>;
  readonly ask: (work: (signal: AbortSignal) => Promise<T>) => void;
  readonly cancel: () => void;
} {
  const [answer, setAnswer] = useState<Answer<T>>({ kind: "open" });
  const going = useRef<AbortController>();
  useEffect(() => () => going.current?.abort(), []);
  const ask = async (work: (signal: AbortSignal) => Promise<T>) => {
    going.current?.abort();
    const controller = going.current = new AbortController();
    const say = (now: Answer<T>) => controller.signal.aborted ? undefined : setAnswer(now);
    setAnswer({ kind: "working" });
    try {
      say({ kind: "there", value: await work(controller.signal) });
    } catch (thrown) {
      if (controller.signal.aborted) return;
      if (!(thrown instanceof Problem)) throw thrown;
      say({ kind: "failed", reason: thrown.message });
    }
  };
  return {
    answer,
    ask: (work) => void ask(work),
    cancel: () => {
      going.current?.abort();
      setAnswer({ kind: "open" });
    },
  };
}
