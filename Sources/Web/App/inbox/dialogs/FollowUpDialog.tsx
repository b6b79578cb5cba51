import { useState } from "react";
import { Button, Dialog, TextField } from "../../design/mod.ts";
import { addDays, nextMonday, sayWholeDay, today } from "../days.ts";
import { followUp } from "../batches.ts";
import { type ItemLine, named } from "../lines.ts";
import type { Doing } from "../useDoing.ts";
import { useFirstFocus } from "../useFirstFocus.ts";

/** The question when items are to be looked at again. Nothing reminds of it. Requirement O-157. */
export function FollowUpDialog({ items, run, onClose }: {
  readonly items: readonly ItemLine[];
  readonly run: Doing["run"];
  readonly onClose: () => void;
}) {
  const first = useFirstFocus<HTMLButtonElement>();
  const now = today();
  const [day, setDay] = useState(items[0]?.followUp ?? "");
  const choose = (chosen: string | null) => {
    onClose();
    void run(followUp(items, chosen));
  };
  const days = [["Today", now], ["Tomorrow", addDays(now, 1)], ["Next Monday", nextMonday(now)], [
    "In a month",
    addDays(now, 30),
  ]] as const;
  return (
    <Dialog title="Follow up" onClose={onClose} className="ask">
      <p className="ask-about">{named(items)}</p>
      <ul className="choices">
        {days.map(([name, chosen], at) => (
          <li key={name}>
            <button ref={at === 0 ? first : undefined} type="button" className="choice" onClick={() => choose(chosen)}>
              <span>{name}</span>
              <span className="choice-detail">{sayWholeDay(chosen)}</span>
            </button>
          </li>
        ))}
        {items.some((item) => item.followUp !== null) && (
          <li>
            <button type="button" className="choice" onClick={() => choose(null)}>No follow-up day</button>
          </li>
        )}
      </ul>
      <form
        className="ask-line"
        onSubmit={(event) => {
          event.preventDefault();
          if (day) choose(day);
        }}
      >
        <TextField label="Another day" type="date" value={day} onChange={setDay} />
        <Button type="submit" isBusy={!day}>Set day</Button>
      </form>
    </Dialog>
  );
}
