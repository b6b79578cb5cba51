import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Cursor, NoteEditor } from "../editor/editor.ts";
import type { DrawingOf } from "../editor/preview.ts";
import type { NoteSession } from "./NoteSession.ts";

/** The modules of the editor, loaded with the first note. */
export type EditorModules = typeof import("../editor/mod.ts");

let modules: EditorModules | undefined;

/** The modules of the editor once they are loaded; a string says why they are not. */
export function useEditorModules(): EditorModules | string | undefined {
  const [loaded, setLoaded] = useState<EditorModules | string | undefined>(modules);
  useEffect(() => {
    if (modules) return;
    import("../editor/mod.ts").then(
      (all) => setLoaded(modules = all),
      () => setLoaded("The editor could not be loaded. Reload the page when there is a network."),
    );
  }, []);
  return loaded;
}

/** An editor in an element of the page, as long as that is shown. */
export interface EditorOfNote {
  readonly host: RefObject<HTMLDivElement>;
  readonly editor: RefObject<NoteEditor>;
  readonly cursor: Cursor | undefined;
  readonly hasFocus: boolean;
}

/** Opens the editor of a note, and connects it with what hands its changes over. */
export function useEditor(
  all: EditorModules,
  session: NoteSession,
  draw: DrawingOf,
  onLeaveUp: () => void,
): EditorOfNote {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<NoteEditor | null>(null);
  const [cursor, setCursor] = useState<Cursor>();
  const [hasFocus, setFocus] = useState(false);
  const latest = useRef({ onLeaveUp, draw });
  latest.current = { onLeaveUp, draw };
  useEffect(() => {
    if (!host.current) return;
    const opened = all.openEditor(host.current, {
      text: session.text(),
      draw: latest.current.draw,
      events: {
        onTyped: (changes) => session.typed(changes),
        onCursor: setCursor,
        onFocus: (isIn) => {
          setFocus(isIn);
          if (!isIn) void session.flush();
        },
        onLeaveUp: () => latest.current.onLeaveUp(),
      },
    });
    editor.current = opened;
    session.attach(opened.apply);
    return () => {
      editor.current = null;
      session.attach(undefined);
      opened.close();
    };
  }, [all, session]);
  // Before anything is painted, so that what was drawn by hand does not blink.
  useLayoutEffect(() => editor.current?.redraw(draw), [draw]);
  return { host, editor, cursor, hasFocus };
}
