/** Where links to notes lead. */

import { useCallback, useSyncExternalStore } from "react";
import { type Shown, useSource, useView, type View } from "../../source/source.ts";
import { pagesMost, useWhole } from "../../source/views/whole.ts";
import { noteAddress, type Shelf } from "../links.ts";

type Links = View<"showLinks">;

/**
 * The address of the note that `[[target]]` means; undefined where there is none.
 *
 * The workspace resolves the links of a note that is kept: it knows paths and former titles. A link that was typed just now, or that
 * stands in a sealed note, leads to the note with that title.
 *
 * @param note undefined where it is not kept yet.
 */
export function useAddressOfNote(
  note: string | undefined,
  isSealed: boolean,
  shelf: Shelf | undefined,
): (target: string) => string | undefined {
  const { workspace } = useSource();
  const links = useLinks(note).value?.outgoing ?? [];
  // A title with a number sign is not told from a heading by the workspace.
  const isOpen = isSealed || links.some((link) => link.target === "unresolved" && link.heading !== undefined);
  const first = useView("listNotes", { limit: 500 }).value?.notes;
  const { items } = useWhole("listNotes", {}, isOpen ? pagesMost : 1);
  const notes = items ?? first ?? [];
  return (target) => {
    const whole = target.replace(/\\$/, "").trim();
    const written = whole.split("#")[0]?.trim() ?? "";
    const link = links.find((one) => one.written === written && one.kind === "note" && one.id);
    const titled = (title: string | undefined) =>
      notes.find((one) => one.title.toLocaleLowerCase() === title?.toLocaleLowerCase())?.id;
    const found = link?.id ?? titled(whole) ?? titled(written) ?? titled(written.split("/").at(-1)?.trim());
    return found && noteAddress(workspace, found, shelf);
  };
}

/** The links of a note. */
function useLinks(note: string | undefined): Shown<Links> {
  const source = useSource();
  const watched = note === undefined ? undefined : source.watch("showLinks", { thing: note });
  return useSyncExternalStore(
    useCallback((changed) => watched?.subscribe(changed) ?? (() => undefined), [watched]),
    useCallback(() => watched?.get() ?? nothing, [watched]),
  );
}

const nothing: Shown<Links> = { value: undefined, problem: undefined, isLoading: false };
