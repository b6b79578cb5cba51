import { type MutableRefObject, useRef } from "react";
import { isPicture, pictureText } from "../../files/attaching.ts";
import { type Attaching, useAttaching } from "../../files/useAttaching.ts";
import type { NoteSession } from "./NoteSession.ts";

/** Puts a text where the cursor stands, or behind the line that has `behind` in it; undefined while nothing is written. */
export type Inserting = MutableRefObject<((text: string, behind?: string) => void) | undefined>;

/** Attaching to the note that is open: a picture that is dropped or pasted into the text is seen there. */
export function useNoteFiles(session: NoteSession, isReadOnly: boolean): {
  readonly attaching: Attaching;
  readonly inserting: Inserting;
} {
  const inserting: Inserting = useRef();
  const attaching = useAttaching({ kind: "note", id: session.note }, {
    isReadOnly,
    first: async () => {
      await session.flush();
      const { note, folder } = session;
      const isMade = session.source.watch("showNote", { note }).get().value !== undefined;
      return isMade ? [] : [{ type: "notes.createNote", note, ...(folder ? { folder } : {}) }];
    },
    placed: (files, at) => {
      const isInText = at instanceof Element && at.closest(".note-editor") !== null;
      const pictures = files.filter(isPicture);
      if (isInText && pictures.length > 0) inserting.current?.(pictures.map(pictureText).join("\n"));
    },
  });
  return { attaching, inserting };
}
