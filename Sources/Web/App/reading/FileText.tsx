import { useEffect, useState } from "react";
import { Banner, Button, Dialog, TextArea } from "../design/mod.ts";
import { isPicture, ownPicture } from "../files/attaching.ts";
import { copied } from "../sharing/ReadOnlyLinks.tsx";
import { fileAddress } from "../source/addresses.ts";
import type { AttachedFile } from "../source/api.ts";
import { Problem, useSource } from "../source/source.ts";
import { ownLanguage, readAttached, readPicture, transcribe } from "./asking.ts";
import { Languages } from "./Languages.tsx";
import { type FoundText, PictureLines } from "./PictureLines.tsx";
import { useAnswer } from "./useAnswer.ts";
import { Working } from "./Working.tsx";

/**
 * The text in a picture, or what is said in a recording: asked for, corrected by the person, and used only then. Of a picture of a note it
 * is kept beside the picture, so that search finds it.
 */
export default function FileText({ file, note, found, onInsert, onClose }: {
  readonly file: AttachedFile;
  /** The note that it is attached to; undefined for what hangs on something else. */
  readonly note: string | undefined;
  /** What search found in it. */
  readonly found?: FoundText | undefined;
  /** Puts the text where the person writes; undefined where there is no such place. */
  readonly onInsert: ((text: string) => void) | undefined;
  readonly onClose: () => void;
}) {
  const source = useSource();
  const { workspace } = source;
  const isSeen = isPicture(file);
  const { answer, ask, cancel } = useAnswer<string>();
  const [language, setLanguage] = useState(ownLanguage);
  const begin = () =>
    ask(async (signal) => {
      if (isSeen && note) return await readAttached(source, note, file.id, signal);
      const whole = await fileOf(workspace, file, signal);
      return isSeen
        ? await readPicture(workspace, whole, signal)
        : await transcribe(workspace, whole, language, signal);
    });
  const known = isSeen ? file.read?.text : undefined;
  // A picture needs no more than the press that led here.
  useEffect(() => isSeen && known === undefined ? begin() : undefined, []);
  const address = ownPicture(file.sha256) ?? fileAddress(workspace, file.sha256);
  return (
    <Dialog title={isSeen ? "Text in the picture" : "What is said"} className="reading-dialog" onClose={onClose}>
      <div className="stack">
        {isSeen
          ? <PictureLines file={file} found={found} />
          : <audio className="files-player" controls src={address} aria-label={`Play ${file.name}`} />}
        {answer.kind === "working" && (
          <Working onCancel={isSeen ? onClose : cancel}>{isSeen ? "Reading the text…" : "Listening…"}</Working>
        )}
        {answer.kind === "failed" && (
          <Banner
            tone="warm"
            icon="exclamation-circle"
            actions={isSeen && <Button onClick={begin}>Try again</Button>}
          >
            {answer.reason} {isSeen ? "The picture" : "The recording"} stays as it is.
          </Banner>
        )}
        {!isSeen && (answer.kind === "open" || answer.kind === "failed") && (
          <form
            className="reading-ask"
            onSubmit={(event) => {
              event.preventDefault();
              begin();
            }}
          >
            <Languages language={language} onChange={setLanguage} />
            <Button kind="primary" type="submit" icon="card-text">Write it down</Button>
          </form>
        )}
        {(known !== undefined || answer.kind === "there") && (
          <Found
            text={known ?? (answer.kind === "there" ? answer.value : "")}
            isSeen={isSeen}
            onInsert={onInsert}
            onClose={onClose}
          />
        )}
      </div>
    </Dialog>
  );
}

/** The text, to be corrected before anything is done with it. */
function Found({ text: first, isSeen, onInsert, onClose }: {
  readonly text: string;
  readonly isSeen: boolean;
  readonly onInsert: ((text: string) => void) | undefined;
  readonly onClose: () => void;
}) {
  const [text, setText] = useState(first);
  if (!first.trim()) {
    return (
      <Banner icon="info-circle">{isSeen ? "No text was found in this picture." : "No words were heard in it."}</Banner>
    );
  }
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onInsert?.(text);
        onClose();
      }}
    >
      <TextArea
        label="Text"
        hint="Correct it where it was read wrongly. It is used only when you say so."
        className="reading-text"
        data-autofocus
        value={text}
        onChange={setText}
      />
      <div className="form-actions">
        <Button icon="clipboard" onClick={() => void copied(text, "Text copied")}>Copy</Button>
        {onInsert && <Button kind="primary" type="submit" disabled={!text.trim()}>Insert</Button>}
      </div>
    </form>
  );
}

/** A file that was just attached may be on its way to the service: it is asked for again for ten seconds. */
async function fileOf(workspace: string, { sha256, mediaType }: AttachedFile, signal: AbortSignal): Promise<Blob> {
  for (let tries = 1;; tries += 1) {
    let answer: Response;
    try {
      answer = await fetch(fileAddress(workspace, sha256), { signal });
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      throw new Problem("offline", "This needs a connection, and there is none at the moment.");
    }
    if (answer.ok) return new Blob([await answer.arrayBuffer()], { type: mediaType });
    if (answer.status !== 404 || tries > 20) {
      throw new Problem("noFile", "The file could not be had from the service. Try again.", answer.status);
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    signal.throwIfAborted();
  }
}
