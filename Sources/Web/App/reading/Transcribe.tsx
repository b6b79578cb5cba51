import { IconButton } from "../design/mod.ts";
import { notify } from "../shell/notice.ts";
import { Problem, useSource } from "../source/source.ts";
import { useAnswer } from "./useAnswer.ts";

/** Writes down what is said in a recording that is not saved yet, in the language of the browser; pressed again, it stops. */
export function Transcribe({ recording, onWords }: {
  readonly recording: File;
  readonly onWords: (words: string) => void;
}) {
  const { workspace } = useSource();
  const { answer, ask, cancel } = useAnswer<void>();
  const begin = () =>
    ask(async (signal) => {
      const { ownLanguage, transcribe } = await import("./asking.ts").catch(() => {
        throw new Problem("offline", "This needs a connection, and there is none at the moment.");
      });
      const words = (await transcribe(workspace, recording, ownLanguage(), signal)).trim();
      if (words) onWords(words);
      else notify("No words were heard in the recording.");
    });
  if (answer.kind === "working") {
    return (
      <>
        <span className="spinner" role="status" aria-label="Listening…" />
        <IconButton icon="stop-fill" label="Stop writing down" onClick={cancel} />
      </>
    );
  }
  return (
    <>
      {answer.kind === "failed" && <p role="alert" className="field-error capture-unheard">{answer.reason}</p>}
      <IconButton icon="card-text" label="Write down what is said" onClick={begin} />
    </>
  );
}
