import { type ClipboardEvent, type DragEvent, useEffect, useRef, useState } from "react";
import { announce } from "../design/mod.ts";
import type { AttachedFile, Command } from "../source/api.ts";
import { Problem, useSource } from "../source/source.ts";
import { attachFiles, type Holder, isOffline, needsConnection, type Progress } from "./attaching.ts";

/** What is dropped or pasted onto an element becomes attached. */
export interface FileTarget {
  readonly onDragOverCapture: (event: DragEvent) => void;
  readonly onDragLeave: (event: DragEvent) => void;
  readonly onDropCapture: (event: DragEvent) => void;
  readonly onPasteCapture: (event: ClipboardEvent) => void;
}

/** Attaching files to one thing, with how far it is and why it failed. */
export interface Attaching {
  readonly holder: Holder;
  readonly attach: (files: readonly File[]) => Promise<readonly AttachedFile[]>;
  readonly progress: Progress | undefined;
  readonly problem: string | undefined;
  readonly cancel: () => void;
  readonly dismiss: () => void;
  /** Whether files are held over the target. */
  readonly isOver: boolean;
  readonly target: FileTarget;
}

interface Wishes {
  /** Commands that are to be done with the attaching, such as the making of a new note. */
  readonly first?: () => Promise<readonly Command[]>;
  /** Told what was attached by dropping or pasting, with the element it was dropped or pasted into. */
  readonly placed?: (files: readonly AttachedFile[], at: EventTarget | null) => void;
  readonly isReadOnly?: boolean;
}

/** Attaches files by button, by dropping and by pasting. */
export function useAttaching(holder: Holder, { first, placed, isReadOnly = false }: Wishes = {}): Attaching {
  const source = useSource();
  const [progress, setProgress] = useState<Progress>();
  const [problem, setProblem] = useState<string>();
  const [isOver, setOver] = useState(false);
  const ending = useRef<AbortController>();
  useEffect(() => () => ending.current?.abort(), [holder.id]);

  const attach = async (files: readonly File[]): Promise<readonly AttachedFile[]> => {
    if (files.length === 0 || isReadOnly) return [];
    if (ending.current) {
      setProblem("Files are being uploaded already. Wait until they are there.");
      return [];
    }
    const controller = ending.current = new AbortController();
    setProblem(undefined);
    try {
      if (isOffline(source)) throw needsConnection(files);
      const attached = await attachFiles(source, holder, files, {
        told: setProgress,
        signal: controller.signal,
        ...(first ? { first } : {}),
      });
      announce(attached.length === 1 ? `${attached[0]?.name} attached` : `${attached.length} files attached`);
      return attached;
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      setProblem(thrown.message);
      return [];
    } finally {
      ending.current = undefined;
      setProgress(undefined);
    }
  };
  const place = async (files: readonly File[], at: EventTarget | null) => {
    const attached = await attach(files);
    if (attached.length > 0) placed?.(attached, at);
  };

  return {
    holder,
    attach,
    progress,
    problem,
    isOver,
    cancel: () => ending.current?.abort(),
    dismiss: () => setProblem(undefined),
    target: {
      onDragOverCapture: (event) => {
        if (isReadOnly || !event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "copy";
        setOver(true);
      },
      onDragLeave: (event) => {
        const { relatedTarget } = event;
        if (!(relatedTarget instanceof Node) || !event.currentTarget.contains(relatedTarget)) setOver(false);
      },
      onDropCapture: (event) => {
        setOver(false);
        const files = Array.from(event.dataTransfer.files);
        if (isReadOnly || files.length === 0) return;
        // Else the editor would read them as text, or the browser leave for them.
        event.preventDefault();
        event.stopPropagation();
        void place(files, event.target);
      },
      onPasteCapture: (event) => {
        const files = Array.from(event.clipboardData.files);
        // Programs that copy text give a picture of it too: the text is meant then.
        if (isReadOnly || files.length === 0 || event.clipboardData.types.includes("text/plain")) return;
        event.preventDefault();
        event.stopPropagation();
        void place(files, event.target);
      },
    },
  };
}
