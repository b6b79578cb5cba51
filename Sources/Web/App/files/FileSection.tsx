import { lazy, Suspense, useEffect, useId, useRef, useState } from "react";
import { Button, Icon, IconButton } from "../design/mod.ts";
import { telling } from "../shell/notice.ts";
import { fileAddress } from "../source/addresses.ts";
import type { AttachedFile } from "../source/api.ts";
import { isReadable } from "../reading/kinds.ts";
import type { FoundText } from "../reading/PictureLines.tsx";
import { useSource } from "../source/source.ts";
import { detachCommand, isPicture, isSound, ownPicture } from "./attaching.ts";
import { Picture } from "./Picture.tsx";
import { sizeOf } from "./size.ts";
import type { Attaching } from "./useAttaching.ts";

const FileText = lazy(() => import("../reading/FileText.tsx"));

/** The files of a note, card or item: pictures seen, each downloaded and removed, more attached by a button. */
export function FileSection({ files, attaching, found, onInsert, isReadOnly = false, level = 2 }: {
  readonly files: readonly AttachedFile[];
  readonly attaching: Attaching;
  /** The text of a picture that search found: it is shown at once. */
  readonly found?: FoundText | undefined;
  /** Puts the text of a file where the person writes; undefined where there is no such place. */
  readonly onInsert?: ((text: string) => void) | undefined;
  readonly isReadOnly?: boolean;
  /** Level of its heading. */
  readonly level?: 2 | 3;
}) {
  const id = useId();
  const Heading = `h${level}` as const;
  const [chosen, setChosen] = useState(found?.file);
  useEffect(() => setChosen(found?.file), [found?.file, `${found?.box}`]);
  const read = files.find((file) => file.id === chosen);
  const { holder } = attaching;
  if (isReadOnly && files.length === 0) return null;
  return (
    <section className="files-section" aria-labelledby={id}>
      <div className="files-head">
        <Heading id={id} className={files.length > 0 ? "" : "visually-hidden"}>Files</Heading>
        {!isReadOnly && <AttachButton attaching={attaching} />}
      </div>
      <Going attaching={attaching} />
      {files.length > 0 && (
        <ul className="files-list" aria-label="Files">
          {files.map((file) => (
            <li key={file.id}>
              <FileLine file={file} attaching={attaching} isReadOnly={isReadOnly} onRead={() => setChosen(file.id)} />
            </li>
          ))}
        </ul>
      )}
      {read && (
        <Suspense fallback={null}>
          <FileText
            file={read}
            note={holder.kind === "note" && !isReadOnly ? holder.id : undefined}
            found={found?.file === read.id ? found : undefined}
            onInsert={onInsert}
            onClose={() => setChosen(undefined)}
          />
        </Suspense>
      )}
    </section>
  );
}

function AttachButton({ attaching }: { readonly attaching: Attaching }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        kind="quiet"
        icon="paperclip"
        isBusy={attaching.progress !== undefined}
        onClick={() => input.current?.click()}
      >
        Attach files
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={(event) => {
          const files = Array.from(event.currentTarget.files ?? []);
          // The same file can be chosen again.
          event.currentTarget.value = "";
          void attaching.attach(files);
        }}
      />
    </>
  );
}

function Going({ attaching: { progress, problem, cancel, dismiss } }: { readonly attaching: Attaching }) {
  if (progress) {
    const share = Math.round(progress.share * 100);
    return (
      <div className="files-going">
        <progress aria-label={`Uploading ${progress.name}`} max={100} value={share} />
        <span>{progress.name}</span>
        <Button kind="quiet" onClick={cancel}>Cancel</Button>
      </div>
    );
  }
  if (!problem) return null;
  return (
    <div className="files-going">
      <Icon name="exclamation-circle" />
      <p role="alert">{problem}</p>
      <IconButton icon="x-lg" label="Dismiss" onClick={dismiss} />
    </div>
  );
}

function FileLine({ file, attaching, isReadOnly, onRead }: {
  readonly file: AttachedFile;
  readonly attaching: Attaching;
  readonly isReadOnly: boolean;
  readonly onRead: () => void;
}) {
  const source = useSource();
  const { id, name, sizeBytes, sha256 } = file;
  const remove = () => void telling(() => source.perform(detachCommand(attaching.holder, id), `“${name}” removed`));
  return (
    <>
      {isSound(file) && (
        <audio
          className="files-player"
          controls
          preload="metadata"
          src={ownPicture(sha256) ?? fileAddress(source.workspace, sha256)}
          aria-label={`Play ${name}`}
        />
      )}
      <a className="files-file" href={fileAddress(source.workspace, sha256)} download={name}>
        {isPicture(file)
          ? <Picture file={file} size="160" alt="" />
          : <Icon name={isSound(file) ? "mic" : "file-earmark"} />}
        <span className="files-name">{name}</span>
        <span className="files-size">{sizeOf(sizeBytes)}</span>
        <Icon name="download" />
      </a>
      {isReadable(file.mediaType) && (
        <IconButton
          icon={isSound(file) ? "card-text" : "textarea-t"}
          label={isSound(file) ? `Write down what is said in ${name}` : `Read the text in ${name}`}
          onClick={onRead}
        />
      )}
      {!isReadOnly && <IconButton icon="x-lg" label={`Remove ${name}`} onClick={remove} />}
    </>
  );
}
