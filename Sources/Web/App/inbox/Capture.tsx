import type { KeyboardEvent } from "react";
import { useEffect, useRef, useState } from "react";
import { Button, Dialog, Icon, TextArea, useIsPhone } from "../design/mod.ts";
import { canListen } from "../search/speech.ts";
import { VoiceButton } from "../search/VoiceButton.tsx";
import { usePlace } from "../shell/place.ts";
import { Problem, useSource } from "../source/source.ts";
import { capture } from "./batches.ts";
import { useShared } from "./useShared.ts";

/** How long it is said that a thought is saved. */
const saidMilliseconds = 8000;

const draftPlace = "daybook.capture";

/** The field for a thought, on every screen: Enter saves its exact words at once. Requirements O-106, O-901, O-902. */
export function Capture({ isField = false }: { /** A field even in a narrow window. */ readonly isField?: boolean }) {
  const isPhone = useIsPhone();
  useShared();
  const [isOpen, setOpen] = useState(false);
  const thought = useThought();
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
  readonly isSaved: boolean;
  /** How many thoughts were sent; listening for one ends with it. */
  readonly sent: number;
  readonly problem: string | undefined;
  readonly save: () => Promise<void>;
}

/** What is being written, kept over a reload until it is saved. */
function useThought(): Thought {
  const source = useSource();
  const [text, setText] = useState(() => sessionStorage.getItem(draftPlace) ?? "");
  const [saves, setSaves] = useState(0);
  const [sent, setSent] = useState(0);
  const [problem, setProblem] = useState<string>();
  useEffect(() => sessionStorage.setItem(draftPlace, text), [text]);
  useEffect(() => {
    if (saves === 0) return;
    const timer = setTimeout(() => setSaves(0), saidMilliseconds);
    return () => clearTimeout(timer);
  }, [saves]);
  const save = async () => {
    if (!text.trim()) return;
    setText("");
    setSent((count) => count + 1);
    try {
      await source.perform(capture(text));
      setProblem(undefined);
      setSaves((count) => count + 1);
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      setText((later) => later ? `${text}\n${later}` : text);
      setProblem(thrown.message);
    }
  };
  return { text, setText, isSaved: saves > 0, sent, problem, save };
}

function CaptureField({ thought, isSheet = false }: { readonly thought: Thought; readonly isSheet?: boolean }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [fault, setFault] = useState("");
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
          error={thought.problem ?? (fault || undefined)}
        />
        {canListen() && (
          <VoiceButton
            key={thought.sent}
            label="Capture by voice"
            onFailed={setFault}
            onHeard={(words) => {
              thought.setText(words);
              field.current?.focus();
            }}
          />
        )}
        {(thought.text.trim() || isSheet) && <Button type="submit" kind="primary">Save</Button>}
        <p className="capture-state" role="status">
          {thought.isSaved && !thought.text && (
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
