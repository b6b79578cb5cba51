import { useCallback, useSyncExternalStore } from "react";
import { Button, Icon } from "../../design/mod.ts";
import { telling } from "../../shell/notice.ts";
import { useShownSync } from "../../shell/frame/sync.ts";
import { useSource } from "../../source/source.ts";
import { counted } from "../words.ts";
import { type Upload, type UploadQueue, uploadQueue } from "./UploadQueue.ts";

/** The works on their way from this device, rendered again when they change. */
export function useUploads(): readonly Upload[] {
  const { uploads } = uploadQueue(useSource());
  return useSyncExternalStore(
    useCallback((changed) => uploads.subscribe(changed), [uploads]),
    useCallback(() => uploads.get(), [uploads]),
  );
}

/** How far the works are that are on their way, and what stopped them. Requirements J-712, J-713. */
export function UploadList() {
  const queue = uploadQueue(useSource());
  const uploads = useUploads();
  const isOffline = useShownSync().kind === "offline";
  if (uploads.length === 0) return null;
  return (
    <section className="studio-card uploads" aria-labelledby="uploads-title">
      <h2 id="uploads-title">{counted(uploads.length, "work")} on the way</h2>
      {isOffline && (
        <p className="field-hint">Kept on this device. They are uploaded as soon as there is a connection.</p>
      )}
      <ul aria-label="Works on the way">
        {uploads.map((upload) => (
          <li key={upload.work.id} className="upload">
            <UploadLine upload={upload} queue={queue} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function UploadLine({ upload: { work, share }, queue }: { readonly upload: Upload; readonly queue: UploadQueue }) {
  const [first] = work.pictures;
  const name = work.title || first?.name || "Picture";
  const others = work.pictures.length > 1 ? `, ${counted(work.pictures.length, "picture")}` : "";
  if (!work.problem) {
    return (
      <>
        <Icon name="cloud-upload" />
        <span className="upload-name">{name + others}</span>
        {share === undefined
          ? <span className="field-hint">Waiting</span>
          : <progress aria-label={`Uploading ${name}`} max={100} value={Math.round(share * 100)} />}
      </>
    );
  }
  const known = knownWords[work.problem.code];
  return (
    <>
      <Icon name="exclamation-circle" />
      <span className="upload-name">
        {name + others}
        <span className="field-error" role="alert">{known ?? work.problem.message}</span>
      </span>
      <span className="upload-actions">
        {known
          ? (
            <Button onClick={() => void telling(() => queue.retry(work, { isKnownWanted: true }))}>
              Add it anyway
            </Button>
          )
          : <Button onClick={() => void telling(() => queue.retry(work))}>Retry</Button>}
        <Button kind="quiet" onClick={() => void telling(() => queue.discard(work))}>Discard</Button>
      </span>
    </>
  );
}

/** What is said of pictures that were here before; they are added again only on purpose. Requirements B-61, B-63. */
const knownWords: Readonly<Record<string, string>> = {
  "studio.duplicate": "This picture is here already.",
  "studio.deletedBefore": "This picture was here before and was deleted.",
};
