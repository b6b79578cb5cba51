import { useEffect } from "react";
import { Banner, Button, Dialog, EmptyState, Icon } from "../design/mod.ts";
import { noteAddress } from "../notes/links.ts";
import { useAnswer } from "../reading/useAnswer.ts";
import { Working } from "../reading/Working.tsx";
import { useSource } from "../source/source.ts";
import { findSimilar, type SimilarThings } from "./asking.ts";

/** Notes that mean much the same as this one, the nearest first. */
export default function SimilarDialog({ note, onClose }: { readonly note: string; readonly onClose: () => void }) {
  const source = useSource();
  const { answer, ask } = useAnswer<SimilarThings>();
  const begin = () => ask((signal) => findSimilar(source, note, "note", signal));
  useEffect(begin, []);
  return (
    <Dialog title="Similar notes" className="similar-dialog" onClose={onClose}>
      <div className="stack">
        {answer.kind === "working" && <Working onCancel={onClose}>Comparing…</Working>}
        {answer.kind === "failed" && (
          <Banner tone="warm" icon="exclamation-circle" actions={<Button onClick={begin}>Try again</Button>}>
            {answer.reason}
          </Banner>
        )}
        {answer.kind === "there" && answer.value.things.length === 0 && (
          <EmptyState icon="search" title="No note is like this one" />
        )}
        {answer.kind === "there" && answer.value.things.length > 0 && (
          <ul className="similar-list" aria-label="Similar notes">
            {answer.value.things.map(({ id, path, likeness }) => (
              <li key={id}>
                <a href={noteAddress(source.workspace, id)} onClick={onClose}>
                  <Icon name="file-earmark-text" />
                  <span>{path.replaceAll("/", " › ")}</span>
                  <span className="similar-likeness">{Math.round(likeness / 10)} % alike</span>
                </a>
              </li>
            ))}
          </ul>
        )}
        {answer.kind === "there" && answer.value.rest > 0 && (
          <Banner icon="info-circle" actions={<Button onClick={begin}>Go on</Button>}>
            {answer.value.rest} more notes were not compared yet.
          </Banner>
        )}
      </div>
    </Dialog>
  );
}
