import { useEffect, useState } from "react";
import { runsBetween } from "../notes/editor/edits.ts";
import { Button, Dialog, Skeleton, TextArea } from "../design/mod.ts";
import { countScalars } from "../notes/editor/scalars.ts";
import { telling } from "../shell/notice.ts";
import type { TextRun } from "../source/api.ts";
import { Problem, useSource, type View } from "../source/source.ts";

type Conflict = View<"showConflict">;

/**
 * A note that was written in two places at once: what it was, what each wrote, and both together. One of them is kept by one
 * command; the others stay in the history. Requirement N-402.3.
 */
export function ConflictDialog({ note, before, onClose }: {
  readonly note: string;
  /** Hands over what is still being written. */
  readonly before: () => Promise<void>;
  readonly onClose: () => void;
}) {
  const source = useSource();
  const [conflict, setConflict] = useState<Conflict>();
  const [problem, setProblem] = useState<string>();
  const [together, setTogether] = useState("");
  useEffect(() => {
    let isOver = false;
    const look = async () => {
      try {
        await before();
        const found = await source.ask("showConflict", { thing: note });
        if (isOver) return;
        setConflict(found);
        setTogether(found.merged);
      } catch (thrown) {
        if (!(thrown instanceof Problem)) throw thrown;
        if (!isOver) setProblem(sentenceOf(thrown));
      }
    };
    void look();
    return () => {
      isOver = true;
    };
  }, [source, note]);
  const keep = (text: string, says: string) => {
    if (!conflict) return;
    const edit = { parents: [...conflict.heads], runs: [...runsTo(conflict.merged, text)] };
    void telling(() => source.perform({ type: "notes.editNote", note, edit }, says));
    onClose();
  };
  return (
    <Dialog title="Written in two places" className="conflict-dialog" onClose={onClose}>
      {problem && <p role="alert">{problem}</p>}
      {!conflict && !problem && <Skeleton lines={6} label="Comparing" />}
      {conflict && (
        <>
          <p>Keep one of them, or both together. Nothing is lost: the history of the note has every version.</p>
          <div className="conflict-ways">
            {conflict.versions.map((version, at) => (
              <section key={version.revision} aria-label={`Version ${at + 1}`}>
                <h3>Version {at + 1}</h3>
                <p className="conflict-who">
                  {version.actorName}, {new Date(version.time).toLocaleString(undefined, {
                    dateStyle: "medium",
                    timeStyle: "short",
                  })}
                </p>
                <pre tabIndex={0} aria-label={`Text of version ${at + 1}`}>{version.text}</pre>
                <Button onClick={() => keep(version.text, `Kept version ${at + 1}`)}>Keep version {at + 1}</Button>
              </section>
            ))}
            <section aria-label="Before">
              <h3>Before</h3>
              <p className="conflict-who">What all of them began with</p>
              <pre tabIndex={0} aria-label="Text before">{conflict.base}</pre>
              <Button onClick={() => keep(conflict.base, "Went back to what was before")}>Go back to this</Button>
            </section>
          </div>
          <section className="conflict-together" aria-label="Together">
            <TextArea label="Together, to be changed as you like" rows={4} value={together} onChange={setTogether} />
            <Button kind="primary" onClick={() => keep(together, "Kept both together")}>Keep this</Button>
          </section>
        </>
      )}
    </Dialog>
  );
}

function sentenceOf(problem: Problem): string {
  if (problem.code === "offline") return "Comparing needs a connection. Both versions are kept until then.";
  if (problem.status === 404) {
    return "Somebody has gone on with this note meanwhile: there is nothing to choose any more.";
  }
  return problem.message;
}

/** The runs of an edit that says what the text is from now on, even where that is what stands there. */
function runsTo(merged: string, text: string): readonly TextRun[] {
  const runs = runsBetween(merged, text);
  if (runs.length > 0) return runs;
  const last = Array.from(merged).at(-1);
  return last === undefined ? [] : [{ position: countScalars(merged) - 1, deleteCount: 1, insertion: last }];
}
