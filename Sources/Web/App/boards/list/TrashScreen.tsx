import { Button, EmptyState, Icon, ListRow, Skeleton, useIsDesktop } from "../../design/mod.ts";
import { usePlace } from "../../shell/place.ts";
import { useTitle } from "../../shell/router.ts";
import { useView } from "../../source/source.ts";
import type { Command } from "../../source/api.ts";
import { useAct, useNow } from "../acting.tsx";
import { dayOf, dayText } from "../due.ts";

const faces = {
  board: { icon: "kanban", name: "Board" },
  column: { icon: "layout-three-columns", name: "Column" },
  card: { icon: "card-text", name: "Card" },
} as const;

type Kind = keyof typeof faces;

/** Boards, columns and cards that were deleted, each with a way back to its place. */
export function TrashScreen({ canEdit }: { readonly canEdit: boolean }) {
  const { value, problem } = useView("listTrash", {});
  const act = useAct();
  const to = usePlace();
  const isDesktop = useIsDesktop();
  const today = dayOf(useNow());
  useTitle("Trash of boards");
  const things = value?.flatMap((thing) => isKind(thing.kind) ? [{ ...thing, kind: thing.kind }] : []);
  return (
    <section className="agenda" aria-labelledby="trash-title">
      <header className="board-head">
        {!isDesktop && (
          <a className="icon-button" href={to("boards")} aria-label="All boards" title="All boards">
            <Icon name="chevron-left" />
          </a>
        )}
        <h1 id="trash-title" className="board-title">Trash</h1>
      </header>
      <div className="agenda-content">
        {!value && !problem && <Skeleton />}
        {problem && !value && <p className="boards-problem" role="alert">{problem.message}</p>}
        {things?.length === 0 && (
          <EmptyState icon="trash3" title="The trash is empty">
            Boards, columns and cards that you delete stay here, each with a way back.
          </EmptyState>
        )}
        <ul aria-label="Deleted things">
          {things?.map((thing) => (
            <ListRow
              key={thing.id}
              icon={faces[thing.kind].icon}
              title={thing.path}
              detail={`${faces[thing.kind].name}, deleted ${
                dayText(dayOf(new Date(thing.trashed)), today).toLowerCase()
              }`}
              trailing={canEdit && (
                thing.waitsFor ? <span className="trash-waits">Restore {thing.waitsFor.path} first</span> : (
                  <Button
                    kind="quiet"
                    aria-label={`Restore ${thing.path}`}
                    onClick={() => void act(restore(thing.kind, thing.id), `${thing.path} is back`)}
                  >
                    Restore
                  </Button>
                )
              )}
            />
          ))}
        </ul>
      </div>
    </section>
  );
}

function isKind(kind: string): kind is Kind {
  return kind in faces;
}

function restore(kind: Kind, id: string): Command {
  switch (kind) {
    case "board":
      return { type: "boards.restoreBoard", board: id };
    case "column":
      return { type: "boards.restoreColumn", column: id };
    case "card":
      return { type: "boards.restoreCard", card: id };
  }
}
