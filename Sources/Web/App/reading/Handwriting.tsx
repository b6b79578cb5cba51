import { Banner, Button, Dialog } from "../design/mod.ts";
import type { DrawnInk } from "../notes/ink/drawings.ts";
import { InkView } from "../notes/ink/InkView.tsx";
import { copied } from "../sharing/ReadOnlyLinks.tsx";
import { useSource, useView, type View } from "../source/source.ts";
import { recogniseInk } from "./asking.ts";
import { useAnswer } from "./useAnswer.ts";
import { Working } from "./Working.tsx";

type Drawing = View<"showNote">["ink"][number];

/** The handwriting of a note's drawings as text: read when it is asked for, kept beside the drawings, which stay as they are. */
export default function Handwriting({ note, saved, onInsert, onClose }: {
  readonly note: string;
  /** Resolves once all that was written and drawn is handed over. */
  readonly saved: () => Promise<void>;
  /** Puts a text behind the line that has `behind` in it; undefined where nothing can be written. */
  readonly onInsert: ((text: string, behind: string) => void) | undefined;
  readonly onClose: () => void;
}) {
  const source = useSource();
  const { value } = useView("showNote", { note });
  const { answer, ask, cancel } = useAnswer<void>();
  const drawings = (value?.ink ?? []).filter(({ strokes }) => strokes.length > 0);
  const isRead = drawings.every(({ recognised }) => recognised?.current);
  const text = drawings.flatMap(({ recognised }) => recognised?.text.trim() || []).join("\n\n");
  const begin = () =>
    ask(async (signal) => {
      await saved();
      await recogniseInk(source, note, signal);
    });
  return (
    <Dialog title="Handwriting" className="reading-dialog" onClose={onClose}>
      <div className="stack">
        {!isRead && answer.kind !== "failed" && (
          <p className="field-hint">
            What you wrote by hand can be read as text, so that search finds it. Your drawings stay as they are.
          </p>
        )}
        {answer.kind === "failed" && (
          <Banner tone="warm" icon="exclamation-circle" actions={<Button onClick={begin}>Try again</Button>}>
            {answer.reason} Your drawings stay as they are.
          </Banner>
        )}
        <ul className="reading-drawings" aria-label="Drawings">
          {drawings.map((drawing) => (
            <li key={drawing.id}>
              <InkView id={drawing.id} inks={drawings as readonly DrawnInk[]} isAlone={false} />
              <p className={drawing.recognised?.text ? "reading-words" : "field-hint"}>{wordsOf(drawing)}</p>
              {drawing.recognised && !drawing.recognised.current && (
                <p className="field-hint">Something was drawn or erased since it was read.</p>
              )}
            </li>
          ))}
        </ul>
        {answer.kind === "working" && <Working onCancel={cancel}>Reading the handwriting…</Working>}
        {answer.kind !== "working" && (
          <div className="form-actions">
            {text && <Button icon="clipboard" onClick={() => void copied(text, "Text copied")}>Copy text</Button>}
            {text && onInsert && (
              <Button
                onClick={() => {
                  onInsert(text, `ink:${drawings.at(-1)?.id}`);
                  onClose();
                }}
              >
                Insert as text
              </Button>
            )}
            {!isRead && answer.kind !== "failed" && (
              <Button kind="primary" icon="textarea-t" onClick={begin}>Recognize handwriting</Button>
            )}
          </div>
        )}
      </div>
    </Dialog>
  );
}

function wordsOf({ recognised }: Drawing): string {
  if (!recognised) return "Not read yet.";
  return recognised.text.trim() || "No handwriting was found in it.";
}
