import { Button, EmptyState, Icon, ListRow, Skeleton } from "../../design/mod.ts";
import { usePlace } from "../../shell/place.ts";
import { useTitle } from "../../shell/router.ts";
import { useView } from "../../source/source.ts";
import { useAct } from "../acting.tsx";
import { counted } from "../board/filter.ts";

/** What was archived of a board, with a way back for each. */
export function ArchiveScreen({ board, canEdit }: { readonly board: string; readonly canEdit: boolean }) {
  const { value, problem } = useView("showArchive", { board });
  const act = useAct();
  const to = usePlace();
  useTitle(value && `Archive of ${value.title}`);
  const columns = value?.archivedColumns ?? [];
  return (
    <section className="agenda" aria-labelledby="archive-title">
      <header className="board-head">
        <a className="icon-button" href={to("boards", board)} aria-label="Back to the board" title="Back to the board">
          <Icon name="chevron-left" />
        </a>
        <h1 id="archive-title" className="board-title">{value ? `Archive of ${value.title}` : "Archive"}</h1>
      </header>
      <div className="agenda-content">
        {!value && !problem && <Skeleton />}
        {problem && !value && <p className="boards-problem" role="alert">{problem.message}</p>}
        {value && value.cards.length === 0 && columns.length === 0 && (
          <EmptyState icon="archive" title="Nothing is archived">
            Cards and columns that you archive rest here until you take them out.
          </EmptyState>
        )}
        {columns.length > 0 && (
          <section aria-labelledby="archive-columns">
            <h2 id="archive-columns">Columns</h2>
            <ul>
              {columns.map((column) => (
                <ListRow
                  key={column.id}
                  icon="layout-three-columns"
                  title={column.name}
                  detail={counted(column.cards.length, "card")}
                  trailing={canEdit && (
                    <Button
                      kind="quiet"
                      aria-label={`Take ${column.name} out of the archive`}
                      onClick={() =>
                        void act({ type: "boards.unarchiveColumn", column: column.id }, `${column.name} is back`)}
                    >
                      Take out
                    </Button>
                  )}
                />
              ))}
            </ul>
          </section>
        )}
        {value && value.cards.length > 0 && (
          <section aria-labelledby="archive-cards">
            <h2 id="archive-cards">Cards</h2>
            <ul>
              {value.cards.map((card) => (
                <ListRow
                  key={card.id}
                  icon="card-text"
                  title={card.title}
                  detail={card.column}
                  href={to("boards", board, "cards", card.id)}
                  trailing={canEdit && (
                    <Button
                      kind="quiet"
                      aria-label={`Take ${card.title} out of the archive`}
                      onClick={() => void act({ type: "boards.unarchiveCard", card: card.id }, `${card.title} is back`)}
                    >
                      Take out
                    </Button>
                  )}
                />
              ))}
            </ul>
          </section>
        )}
      </div>
    </section>
  );
}
