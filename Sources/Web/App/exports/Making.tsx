import { useEffect, useRef, useState } from "react";
import { Banner, Button, Icon } from "../design/mod.ts";
import { sizeOf } from "../files/size.ts";
import { useAnswer } from "../reading/useAnswer.ts";
import { telling } from "../shell/notice.ts";
import { useSource } from "../source/source.ts";
import { contentOf, type ExportWish, type MadeFile, make, type Share } from "./exporting.ts";
import { canHandOnFile, handOnFile } from "./handing.ts";

/** A file while the service makes it, and then to be saved or handed on. */
export function Making({ wish, onClose }: { readonly wish: ExportWish; readonly onClose: () => void }) {
  const { workspace } = useSource();
  const { answer, ask } = useAnswer<MadeFile>();
  const [share, setShare] = useState<Share>();
  const begin = () => ask((signal) => make(workspace, wish, setShare, signal));
  useEffect(begin, []);
  if (answer.kind === "failed") {
    return (
      <Banner tone="warm" icon="exclamation-circle" actions={<Button onClick={begin}>Try again</Button>}>
        {answer.reason}
      </Banner>
    );
  }
  if (answer.kind === "there") return <Made file={answer.value} onClose={onClose} />;
  return (
    <div className="making">
      <p role="status">{share ? `Making the file: ${share.done} of ${share.all}…` : "Making the file…"}</p>
      <progress aria-label="Making the file" {...share ? { max: share.all, value: share.done } : {}} />
      <div className="form-actions">
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </div>
  );
}

function Made({ file, onClose }: { readonly file: MadeFile; readonly onClose: () => void }) {
  const save = useRef<HTMLAnchorElement>(null);
  useEffect(() => save.current?.focus(), []);
  const send = () => void telling(async () => await handOnFile(await contentOf(file)));
  return (
    <div className="making">
      <p className="making-file" role="status">
        <Icon name="check2" />
        <span className="making-name">{file.name}</span>
        <span className="files-size">{sizeOf(file.sizeBytes)}</span>
      </p>
      {file.notes.length > 0 && (
        <ul className="making-notes" aria-label="What is not in it">
          {file.notes.map((note) => <li key={note}>{note}</li>)}
        </ul>
      )}
      <div className="form-actions">
        {canHandOnFile(file.name, file.mediaType) && <Button icon="share" onClick={send}>Send…</Button>}
        <a
          ref={save}
          className="button button-primary"
          href={file.address}
          download={file.name}
          onClick={() => setTimeout(onClose)}
        >
          <Icon name="download" />
          <span>Save</span>
        </a>
      </div>
    </div>
  );
}
