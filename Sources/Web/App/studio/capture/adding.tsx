/** Adding pictures from anywhere in the studio: chosen, taken, dropped or pasted. Requirements J-018, J-101, J-104. */

import { createContext, type DragEvent, type ReactNode, useContext, useRef, useState } from "react";
import { ChildDialog } from "../child/ChildDialog.tsx";
import { notify } from "../../shell/notice.ts";
import { AddWorks } from "./AddWorks.tsx";
import { hasCamera } from "./camera.ts";
import { CameraDialog } from "./CameraDialog.tsx";
import { useFamily } from "../child/useFamily.ts";

interface Adding {
  /** Asks about pictures, and adds them. */
  readonly add: (files: readonly File[]) => void;
  /** Lets a person choose pictures, or take some with the camera. */
  readonly choose: (from?: "camera") => void;
}

const AddingContext = createContext<Adding | undefined>(undefined);

/** The way to add pictures. */
export function useAdding(): Adding {
  const adding = useContext(AddingContext);
  if (!adding) throw new Error("useAdding outside of Adder");
  return adding;
}

/** Asks about pictures wherever in it they are added; a family without a child is asked for one first. */
export function Adder({ canEdit, className, children }: {
  readonly canEdit: boolean;
  readonly className: string;
  readonly children: ReactNode;
}) {
  const family = useFamily().value;
  const [files, setFiles] = useState<readonly File[]>();
  const [isCameraOpen, setCameraOpen] = useState(false);
  const [isOver, setOver] = useState(false);
  const gallery = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const add = (chosen: readonly File[]) => {
    const pictures = chosen.filter(isPicture);
    if (pictures.length < chosen.length) notify("Only pictures can be added here. The other files were left out.");
    if (pictures.length > 0) setFiles(pictures);
  };
  const choose = (from?: "camera") => {
    if (from === "camera" && hasCamera()) setCameraOpen(true);
    else (from === "camera" ? camera : gallery).current?.click();
  };
  const dropping = canEdit && {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      if (event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      add(Array.from(event.dataTransfer.files));
    },
  };
  const live = family ?? [];
  return (
    <AddingContext.Provider value={{ add, choose }}>
      <div className={`${className} ${isOver ? "is-over" : ""}`} {...dropping || {}}>
        {children}
        {isCameraOpen && (
          <CameraDialog
            onClose={() => setCameraOpen(false)}
            onDone={(photos) => {
              setCameraOpen(false);
              add(photos);
            }}
            onChoose={() => {
              setCameraOpen(false);
              choose();
            }}
          />
        )}
        <Input inputRef={gallery} label="Pictures to add" onFiles={add} />
        <Input inputRef={camera} label="Photo to add" onFiles={add} isCamera />
        {files && family && live.length === 0 && (
          <ChildDialog
            onClose={() => setFiles(undefined)}
            onAdded={() => undefined}
          />
        )}
        {files && live.length > 0 && <AddWorks files={files} family={live} onClose={() => setFiles(undefined)} />}
      </div>
    </AddingContext.Provider>
  );
}

function Input({ inputRef, label, onFiles, isCamera = false }: {
  readonly inputRef: React.RefObject<HTMLInputElement>;
  readonly label: string;
  readonly onFiles: (files: readonly File[]) => void;
  readonly isCamera?: boolean;
}) {
  return (
    <input
      ref={inputRef}
      type="file"
      accept="image/*"
      multiple={!isCamera}
      {...isCamera ? { capture: "environment" as const } : {}}
      hidden
      aria-label={label}
      onChange={(event) => {
        const files = Array.from(event.currentTarget.files ?? []);
        event.currentTarget.value = "";
        onFiles(files);
      }}
    />
  );
}

function isPicture({ type, name }: File): boolean {
  return type.startsWith("image/") || /\.(heic|heif|avif|jpe?g|png|webp|gif|tiff?)$/i.test(name);
}
