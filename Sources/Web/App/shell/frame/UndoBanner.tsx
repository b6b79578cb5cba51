import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { Button, IconButton } from "../../design/mod.ts";
import { Problem, type Said, useSource } from "../../source/source.ts";
import { currentNotice, watchNotice } from "../notice.ts";
import { spelled, useShortcuts } from "../commands/shortcuts.ts";

/** How long it can be seen, unless it is pointed at or has the focus. Requirement O-903 asks for 10 s at least. */
const shownMilliseconds = 12_000;

interface Shown {
  readonly id: number;
  readonly text: string;
  readonly action: "undo" | "redo" | "none";
}

/** What was just done, with a way back; and the keys that undo and redo everywhere outside text. */
export function UndoBanner() {
  const source = useSource();
  const said = useSyncExternalStore(
    useCallback((changed) => source.said.subscribe(changed), [source]),
    useCallback(() => source.said.get(), [source]),
  );
  const last = said.at(-1);
  // What was said before the screen came is over.
  const [seen, setSeen] = useState(last?.id ?? 0);
  const [answer, setAnswer] = useState<Shown>();
  const isNew = last !== undefined && last.id > seen;
  const shown: Shown | undefined = isNew ? { id: last.id, text: last.text, action: "undo" } : answer;

  const dismiss = useCallback(() => {
    setSeen(source.said.get().at(-1)?.id ?? 0);
    setAnswer(undefined);
  }, [source]);
  /** @param what what the banner says, and nothing that was done since; by keys, what was done last. */
  const step = async (action: "undo" | "redo", what?: Said) => {
    let text: string;
    let next: Shown["action"] = action === "undo" ? "redo" : "undo";
    try {
      text = action === "undo" ? await source.undo(what) : await source.redo();
    } catch (thrown) {
      text = thrown instanceof Problem ? thrown.message : "That did not work. Try again later.";
      next = "none";
    }
    setSeen(source.said.get().at(-1)?.id ?? 0);
    setAnswer((before) => ({ id: (before?.id ?? 0) + 1, text, action: next }));
  };

  useShortcuts("Everywhere", [
    { keys: "mod+z", label: "Undo", run: () => void step("undo") },
    { keys: "mod+shift+z", label: "Redo", run: () => void step("redo") },
  ]);
  useEffect(() =>
    watchNotice(() => {
      setSeen(source.said.get().at(-1)?.id ?? 0);
      setAnswer((before) => ({ id: (before?.id ?? 0) + 1, text: currentNotice()?.text ?? "", action: "none" }));
    }), [source]);
  const { pause, resume } = useTimer(shown && `${shown.action}${shown.id}`, dismiss);
  return (
    <div className="undo-place" role="status" aria-label="What was just done">
      {shown && (
        <div
          className="undo"
          onPointerEnter={pause}
          onPointerLeave={resume}
          onFocus={pause}
          onBlur={resume}
        >
          <span className="undo-text">{shown.text}</span>
          {shown.action !== "none" && (
            <Button
              kind="quiet"
              icon={shown.action === "undo" ? "arrow-counterclockwise" : "arrow-clockwise"}
              title={spelled(shown.action === "undo" ? "mod+z" : "mod+shift+z")}
              onClick={() => void step(shown.action === "undo" ? "undo" : "redo", isNew ? last : undefined)}
            >
              {shown.action === "undo" ? "Undo" : "Redo"}
            </Button>
          )}
          <IconButton icon="x-lg" label="Dismiss" onClick={dismiss} />
        </div>
      )}
    </div>
  );
}

/** Calls `over` some time after `key` changed, unless paused. */
function useTimer(key: string | undefined, over: () => void) {
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    if (!key || isPaused) return;
    const timer = setTimeout(over, shownMilliseconds);
    return () => clearTimeout(timer);
  }, [key, isPaused, over]);
  return { pause: () => setPaused(true), resume: () => setPaused(false) };
}
