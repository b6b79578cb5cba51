import { useState } from "react";
import { Icon, IconButton, Menu, TextField } from "../../design/mod.ts";
import { useAct } from "../acting.tsx";
import { addDays, dayText, dueOf, dueState, dueText, parseDue } from "../due.ts";
import { capitalised } from "../board/filter.ts";
import { type Card, priorities } from "../types.ts";
import { PriorityBars } from "../board/CardTile.tsx";

interface Props {
  readonly card: Card;
  readonly canEdit: boolean;
}

/** When a card is due: a day, and a time of it where one is wanted. */
export function CardDue({ card, canEdit, today }: Props & { readonly today: string }) {
  const act = useAct();
  const due = parseDue(card.due);
  const zone = due?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const schedule = (day: string, clock: string) => {
    const next = dueOf(day, clock, zone);
    const says = next ? `Due ${dayText(next.day, today)}` : "No longer due";
    void act({ type: "boards.scheduleCard", card: card.id, due: next }, says);
  };
  const state = due && dueState(due, today);
  return (
    <div className="fact">
      <h3 className="fact-name">Due</h3>
      <div className="fact-value fact-due" data-state={state}>
        {!canEdit && <span>{due ? dueText(due, today) : "No date"}</span>}
        {canEdit && (
          <>
            <DayField
              key={due?.day ?? ""}
              day={due?.day ?? ""}
              onChange={(day) => schedule(day, due?.clock ?? "")}
            />
            {due ? <IconButton icon="x-lg" label="No due date" onClick={() => schedule("", "")} /> : (
              <>
                <Chip label="Today" onSelect={() => schedule(today, "")} />
                <Chip label="Tomorrow" onSelect={() => schedule(addDays(today, 1), "")} />
              </>
            )}
            {due && !due.clock && <Chip label="Add a time" onSelect={() => schedule(due.day, "09:00")} />}
            {due?.clock && (
              <TextField
                label="Due time"
                isLabelHidden
                type="time"
                value={due.clock}
                onChange={(clock) => schedule(due.day, clock)}
              />
            )}
            {state === "overdue" && <span className="fact-warning">Overdue</span>}
          </>
        )}
      </div>
    </div>
  );
}

/** The day; one that is still being typed, such as the year 20, is none yet. */
function DayField({ day, onChange }: { readonly day: string; readonly onChange: (day: string) => void }) {
  const [draft, setDraft] = useState(day);
  return (
    <TextField
      label="Due date"
      isLabelHidden
      type="date"
      value={draft}
      onChange={(next) => {
        setDraft(next);
        if (next >= "1000" && next !== day) onChange(next);
      }}
      onBlur={() => setDraft(day)}
    />
  );
}

function Chip({ label, onSelect }: { readonly label: string; readonly onSelect: () => void }) {
  return <button type="button" className="card-chip" onClick={onSelect}>{label}</button>;
}

/** How urgent a card is. */
export function CardPriority({ card, canEdit }: Props) {
  const act = useAct();
  const name = (priority: Card["priority"]) => priority === "none" ? "No priority" : capitalised(priority);
  const face = (
    <>
      <PriorityBars priority={card.priority} />
      {name(card.priority)}
    </>
  );
  return (
    <div className="fact">
      <h3 className="fact-name">Priority</h3>
      <div className="fact-value">
        {canEdit
          ? (
            <Menu
              label={`Priority: ${name(card.priority)}`}
              className="fact-menu"
              sections={[
                [...priorities].reverse().map((priority) => ({
                  label: name(priority),
                  isChosen: card.priority === priority,
                  onSelect: () =>
                    void act({ type: "boards.prioritiseCard", card: card.id, priority }, `Priority: ${name(priority)}`),
                })),
              ]}
            >
              {face}
              <Icon name="chevron-down" />
            </Menu>
          )
          : face}
      </div>
    </div>
  );
}
