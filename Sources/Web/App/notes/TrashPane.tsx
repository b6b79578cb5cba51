import { Button, EmptyState, Icon, IconButton, Skeleton } from "../design/mod.ts";
import { navigate, useTitle } from "../shell/router.ts";
import { useCanEdit } from "../shell/useCanEdit.ts";
import { useSource, useView } from "../source/source.ts";
import { longDate, shortDate } from "./dates.ts";
import { performed } from "./folders/actions.ts";
import { shelfAddress } from "./links.ts";

/** The notes and folders that were deleted, each with the way back. */
export function TrashPane({ isBackShown }: { readonly isBackShown: boolean }) {
  const source = useSource();
  const canEdit = useCanEdit();
  const { value, problem } = useView("listTrash", {});
  const things = value?.filter(({ kind }) => kind === "note" || kind === "folder");
  const Heading = isBackShown ? "h1" : "h2";
  useTitle("Recently deleted");
  return (
    <section className="notes-list" aria-labelledby="notes-trash-title">
      <header className="notes-bar">
        {isBackShown && (
          <IconButton
            icon="chevron-left"
            label="Back to folders"
            onClick={() => navigate(shelfAddress(source.workspace))}
          />
        )}
        <div className="notes-bar-title">
          <Heading id="notes-trash-title">Recently deleted</Heading>
        </div>
      </header>
      <div className="notes-scroller">
        {!things && !problem && <Skeleton lines={4} label="Loading the trash" />}
        {!things && problem && <p role="alert">{problem.message}</p>}
        {things?.length === 0 && (
          <EmptyState icon="trash" title="The trash is empty">
            What you delete can be brought back from here.
          </EmptyState>
        )}
        <ul className="trash-list">
          {things?.map((thing) => {
            const name = thing.path.split("/").at(-1) ?? thing.path;
            const command = thing.kind === "folder"
              ? { type: "notes.restoreFolder", folder: thing.id } as const
              : { type: "notes.restoreNote", note: thing.id } as const;
            return (
              <li key={thing.id} className="trash-row">
                {thing.kind === "folder" ? <Icon name="folder2" /> : <Icon name="file-earmark-text" />}
                <span className="trash-text">
                  <strong>{name}</strong>
                  <span>
                    {thing.holds && `${thing.holds} · `}
                    <time dateTime={thing.trashed} title={longDate(thing.trashed)}>{shortDate(thing.trashed)}</time>
                    {thing.waitsFor && ` · Lies in “${thing.waitsFor.path}”, which is deleted too`}
                  </span>
                </span>
                {canEdit && (
                  <Button
                    aria-label={`Restore ${name}`}
                    disabled={thing.waitsFor !== null}
                    onClick={() => void performed(source, command, `“${name}” is back`)}
                  >
                    Restore
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}
