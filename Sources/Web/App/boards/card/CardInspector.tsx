import { useState } from "react";
import { Banner, Button, EmptyState, Icon, IconButton, Menu, Pane, Skeleton } from "../../design/mod.ts";
import { HistoryPanel } from "../../history/HistoryPanel.tsx";
import { useView } from "../../source/source.ts";
import { useAct, useNow } from "../acting.tsx";
import { dayOf } from "../due.ts";
import type { Card } from "../types.ts";
import { CardChecklists } from "./CardChecklists.tsx";
import { CardComments } from "./CardComments.tsx";
import { CardDescription } from "./CardDescription.tsx";
import { CardDue, CardPriority } from "./CardFields.tsx";
import { CardFiles } from "./CardFiles.tsx";
import { CardTags } from "./CardTags.tsx";
import { CardTitle } from "./CardTitle.tsx";

interface Props {
  readonly card: string;
  readonly canEdit: boolean;
  readonly onMove: () => void;
  readonly onClose: () => void;
}

/** Everything of one card: beside the board, on telephones as a sheet. */
export function CardInspector({ card, canEdit, onMove, onClose }: Props) {
  const { value, problem } = useView("showCard", { card });
  const act = useAct();
  const today = dayOf(useNow());
  const [isActivityShown, setActivityShown] = useState(false);
  const isLive = value?.state === "live";
  const isOpen = canEdit && isLive && !value.columnState;
  const actions = value && isOpen && (
    <>
      <IconButton icon="arrow-right-square" label="Move to…" keys="M" onClick={onMove} />
      <Menu
        label="Menu of the card"
        icon="three-dots"
        sections={[
          [{
            label: "Archive",
            icon: "archive",
            onSelect: () => void act({ type: "boards.archiveCard", card }, `${value.title} archived`).then(onClose),
          }],
          [{
            label: "Move to trash",
            icon: "trash3",
            isDanger: true,
            onSelect: () =>
              void act({ type: "boards.trashCard", card }, `${value.title} moved to the trash`).then(onClose),
          }],
        ]}
      />
    </>
  );
  return (
    <Pane label="Card" onClose={onClose} actions={actions || undefined}>
      {!value && !problem && <Skeleton lines={5} />}
      {!value && problem && <EmptyState icon="card-text" title="This card is not here">{problem.message}</EmptyState>}
      {value && (
        <div className="inspector">
          <PutAway card={value} canEdit={canEdit} />
          <CardTitle card={value} canEdit={isOpen} />
          <p className="inspector-place">
            in {value.columnName}
            {value.boardTitle && <>, {value.boardTitle}</>}
          </p>
          <div className="inspector-facts">
            <CardDue card={value} canEdit={isOpen} today={today} />
            <CardPriority card={value} canEdit={isOpen} />
            <CardTags card={value} canEdit={isOpen} />
          </div>
          <CardDescription card={value} canEdit={isOpen} />
          <CardChecklists card={value} canEdit={isOpen} />
          <CardFiles card={value} canEdit={isOpen} />
          <CardComments card={value} canEdit={isOpen} />
          <section aria-label="Activity" className="inspector-section">
            <button
              type="button"
              className="disclosure"
              aria-expanded={isActivityShown}
              onClick={() => setActivityShown(!isActivityShown)}
            >
              <Icon name="chevron-right" />
              Activity
            </button>
            {isActivityShown && <HistoryPanel thing={card} kind="card" />}
          </section>
        </div>
      )}
    </Pane>
  );
}

/** Says that a card is put away, and takes it back. */
function PutAway({ card, canEdit }: { readonly card: Card; readonly canEdit: boolean }) {
  const act = useAct();
  if (card.state === "live") return null;
  const isTrashed = card.state === "trashed";
  const restore = () =>
    void act(
      { type: isTrashed ? "boards.restoreCard" : "boards.unarchiveCard", card: card.id },
      `${card.title} is back`,
    );
  return (
    <Banner
      icon={isTrashed ? "trash3" : "archive"}
      actions={canEdit && <Button kind="quiet" onClick={restore}>{isTrashed ? "Restore" : "Take out"}</Button>}
    >
      {isTrashed ? "This card is in the trash." : "This card is in the archive."}
    </Banner>
  );
}
