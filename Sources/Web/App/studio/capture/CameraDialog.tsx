import { useEffect, useRef, useState } from "react";
import { Button, Dialog, EmptyState, IconButton, SegmentedControl } from "../../design/mod.ts";
import { announce } from "../../design/mod.ts";
import { type CameraFault, closeCamera, drawn, fileOf, openCamera } from "./camera.ts";
import { ScanCorners } from "./ScanCorners.tsx";

const modes = [{ value: "photo", label: "Photo", icon: "image" }, {
  value: "document",
  label: "Document",
  icon: "file-earmark-text",
}] as const;

/** What the camera sees, photographed once or more; pages are scanned. Requirements J-103, J-704, J-705, J-707. */
export function CameraDialog({ onDone, onChoose, onClose }: {
  readonly onDone: (photos: readonly File[]) => void;
  /** Chooses pictures that are there already. */
  readonly onChoose: () => void;
  readonly onClose: () => void;
}) {
  const video = useRef<HTMLVideoElement>(null);
  const [facing, setFacing] = useState<"environment" | "user">("environment");
  const [mode, setMode] = useState<"photo" | "document">("photo");
  const [fault, setFault] = useState<CameraFault>();
  const [photos, setPhotos] = useState<readonly { readonly file: File; readonly src: string }[]>([]);
  const [page, setPage] = useState<HTMLCanvasElement>();
  useEffect(() => {
    let stream: MediaStream | undefined;
    let isOver = false;
    void openCamera(facing).then((opened) => {
      if (typeof opened === "string") return setFault(opened);
      if (isOver) return closeCamera(opened);
      stream = opened;
      if (video.current) video.current.srcObject = opened;
    });
    return () => {
      isOver = true;
      if (stream) closeCamera(stream);
    };
  }, [facing]);
  const keep = (file: File) => {
    setPhotos((now) => [...now, { file, src: URL.createObjectURL(file) }]);
    announce(`Photo ${photos.length + 1} taken`);
  };
  const name = `${mode === "document" ? "Page" : "Photo"} ${photos.length + 1}.jpg`;
  const shoot = async () => {
    if (!video.current?.videoWidth) return;
    const canvas = drawn(video.current);
    if (mode === "document") setPage(canvas);
    else keep(await fileOf(canvas, name));
  };
  const end = (done: () => void) => {
    photos.forEach(({ src }) => URL.revokeObjectURL(src));
    done();
  };
  return (
    <Dialog title="Camera" className="camera" onClose={() => end(onClose)}>
      {fault
        ? (
          <EmptyState
            icon="camera-video-off"
            title={fault === "denied" ? "The camera is not allowed" : "There is no camera here"}
            action={<Button kind="primary" icon="images" onClick={() => end(onChoose)}>Choose pictures</Button>}
          >
            {fault === "denied"
              ? "Allow it in the settings of your browser, or choose pictures that you have already."
              : "Choose pictures that you have already."}
          </EmptyState>
        )
        : page
        ? (
          <ScanCorners
            photo={page}
            name={name}
            onCancel={() => setPage(undefined)}
            onDone={(file) => {
              setPage(undefined);
              keep(file);
            }}
          />
        )
        : null}
      {!fault && (
        <div className="camera-body" hidden={page !== undefined}>
          <video ref={video} className="camera-view" autoPlay playsInline muted aria-label="What the camera sees" />
          <div className="camera-bar">
            <SegmentedControl label="What is photographed" choices={modes} value={mode} onChange={setMode} />
            <div className="camera-buttons">
              <IconButton icon="images" label="Choose pictures" onClick={() => end(onChoose)} />
              <button type="button" className="shutter" aria-label="Take a photo" onClick={() => void shoot()} />
              <IconButton
                icon="arrow-repeat"
                label="Other camera"
                onClick={() => setFacing(facing === "user" ? "environment" : "user")}
              />
            </div>
          </div>
          {photos.length > 0 && (
            <div className="camera-taken">
              <ul aria-label="Photos taken">
                {photos.map(({ file, src }) => (
                  <li key={src}>
                    <img src={src} alt={file.name} />
                  </li>
                ))}
              </ul>
              <Button kind="primary" icon="check2" onClick={() => end(() => onDone(photos.map(({ file }) => file)))}>
                {photos.length === 1 ? "Use the photo" : `Use ${photos.length} photos`}
              </Button>
            </div>
          )}
        </div>
      )}
    </Dialog>
  );
}
