import { Icon } from "../../design/mod.ts";
import { useSource } from "../../source/source.ts";
import type { Card } from "../types.ts";

/** The files on a card, to be opened. */
export function CardFiles({ card }: { readonly card: Card }) {
  const { workspace } = useSource();
  return (
    <section className="inspector-section" aria-label="Files">
      <div className="inspector-heading">
        <h3>Files</h3>
      </div>
      <ul className="files">
        {card.files.map((file) => (
          <li key={file.id}>
            <a className="file" href={`/v1/workspaces/${workspace}/blobs/${file.sha256}`} download={file.name}>
              <Icon name="paperclip" />
              <span>{file.name}</span>
              <small>{sizeText(file.sizeBytes)}</small>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A size in words: `340 bytes`, `12 KB`, `3.4 MB`. */
function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
