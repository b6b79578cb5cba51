import { useEffect, useState } from "react";
import { useSource } from "../../source/source.ts";
import type { NoteSession, OpenedNote, Pace } from "./NoteSession.ts";
import type { EditorModules } from "./useEditor.ts";

/** The session of a note: begun once note and editor are there; at once for a note that is about to be written. */
export function useSession(
  all: EditorModules | undefined,
  note: string,
  opened: OpenedNote | undefined,
  isNew: boolean,
  folder: string | undefined,
  pace: Pace | undefined,
): NoteSession | undefined {
  const source = useSource();
  const [session, setSession] = useState<NoteSession>();
  const isReady = all !== undefined && (opened !== undefined || isNew);
  useEffect(() => {
    if (!all || !isReady) return;
    const begun = new all.NoteSession(source, note, opened, folder, pace);
    setSession(begun);
    return () => void begun.close();
    // What the note was when it was opened counts, and not what it becomes: the session follows that by itself.
  }, [all, source, note, isReady]);
  return session?.note === note ? session : undefined;
}
