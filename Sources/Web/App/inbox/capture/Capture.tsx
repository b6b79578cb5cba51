import type { KeyboardEvent } from "react";
import { useEffect, useRef, useState } from "react";
import { Button, Dialog, Icon, TextArea, useIsPhone } from "../../design/mod.ts";
import { usePlace } from "../../shell/place.ts";
import { Problem, useSource } from "../../source/source.ts";
import { capture } from "../batches.ts";
import { keepDraft, keptDraft } from "./draft.ts";
import { captureRecording } from "./keeping.ts";
import { RecordButton, Recorded } from "./Recorded.tsx";
import { useShared } from "./useShared.ts";
import { useThoughts } from "./useThoughts.ts";
import { useVoice, type Voice } from "./useVoice.ts";

/** How long it is said that a thought is saved. */
const saidMilliseconds = 8000;

/** The field for a thought, on every screen: Enter saves its exact words at once. Requirements O-106, O-901, O-902. */
export function Capture({ isField = false, isSaved = false }: {
  /** A field even in a narrow window. */
  readonly isField?: boolean;
  /** Says at first that a thought is saved. */
  readonly isSaved?: boolean;
}) {
  const isPhone = useIsPhone();
  useShared();
  const [isOpen, setOpen] = useState(false);
  const thought = useThought(isSaved);
  useThoughts(thought.giveBack);
  if (!isPhone || isField) return <CaptureField thought={thought} />;
  return (
    <>
      <button
        type="button"
        className="capture-button"
        aria-label="Capture a thought"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="plus-lg" />
      </button>
      {isOpen && (
        <Dialog title="Capture" className="capture-sheet" onClose={() => setOpen(false)}>
          <CaptureField thought={thought} isSheet />
        </Dialog>
      )}
    </>
  );
}

interface Thought {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** Puts words behind those that are there. */
  readonly add: (words: string) => void;
  readonly isSaved: boolean;
  readonly voice: Voice;
  readonly problem: string | undefined;
  readonly save: () => Promise<void>;
  /** Puts words that were not saved before those that are there, and says why. */
  readonly giveBack: (words: string, problem: Problem) => void;
}

/** What is being written, kept over a reload until it is saved. */
function useThought(isSaved: boolean): Thought {
  const source = useSource();
  const [text, setText] = useState(keptDraft);
  const [saves, setSaves] = useState(isSaved ? 1 : 0);
  /** The text from before somebody began to speak. */
  const written = useRef("");
  const voice = useVoice((words) => setText(written.current ? `${written.current} ${words}` : words));
  if (!voice.isOn) written.current = text;
  const [problem, setProblem] = useState<string>();
  useEffect(() => keepDraft(text), [text]);
  useEffect(() => {
    if (saves === 0) return;
    const timer = setTimeout(() => setSaves(0), saidMilliseconds);
    return () => clearTimeout(timer);
  }, [saves]);
  const save = async () => {
    if (!text.trim() && !voice.file && !voice.isOn) return;
    setText("");
    const recording = await voice.take();
    try {
      if (recording) await captureRecording(source, text, recording);
      else if (text.trim()) await source.perform(capture(text));
      else return;
      setProblem(undefined);
      setSaves((count) => count + 1);
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      if (recording) voice.restore(recording);
      giveBack(text, thrown);
    }
  };
  const giveBack = (words: string, { message }: Problem) => {
    setText((later) => later ? `${words}\n${later}` : words);
    setProblem(message);
  };
  const add = (words: string) => setText((now) => now.trim() ? `${now} ${words}` : words);
  return { text, setText, add, isSaved: saves > 0, voice, problem, save, giveBack };
}

function CaptureField({ thought, isSheet = false }: { readonly thought: Thought; readonly isSheet?: boolean }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { voice } = thought;
  const to = usePlace();
  useEffect(() => {
    if (isSheet) field.current?.focus();
  }, [isSheet]);
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === "Escape" && !isSheet) event.currentTarget.blur();
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void thought.save();
  };
  return (
    <form
      className="capture"
      onSubmit={(event) => {
        event.preventDefault();
        void thought.save();
        field.current?.focus();
      }}
    >
      <Recorded voice={voice} onWords={thought.add} />
      <div className="capture-line">
        <TextArea
          ref={field}
          label="Capture a thought"
          isLabelHidden
          rows={1}
          placeholder="What's on your mind?"
          enterKeyHint="done"
          value={thought.text}
          onChange={thought.setText}
          onKeyDown={press}
          error={thought.problem ?? (voice.fault || undefined)}
        />
        <RecordButton voice={voice} />
        {(thought.text.trim() || voice.file || isSheet) && <Button type="submit" kind="primary">Save</Button>}
        <p className="capture-state" role="status">
          {thought.isSaved && !thought.text && !voice.isOn && (
            <>
              <Icon name="check2" />
              <span>Saved. Organize later.</span>
              {!isSheet && <a href={to("inbox")}>Inbox</a>}
            </>
          )}
        </p>
      </div>
    </form>
  );
}
