import { Banner, Button, Menu, Switch } from "../../design/mod.ts";
import { useAct } from "../../boards/acting.tsx";
import { useView } from "../../source/source.ts";
import { dayOf } from "../capture/pending.ts";
import { today } from "../child/birth.ts";

const dayMilliseconds = 86_400_000;

/** A calm word that time went by, until a work comes, or it is put off. Requirement J-208. */
export function Reminder() {
  const { value } = useView("showReminders", {});
  const act = useAct();
  if (!value?.on || !value.lastSent) return null;
  const isAnswered = value.lastUpload !== null && value.lastUpload >= value.lastSent;
  if (isAnswered || (value.snoozedUntil !== null && value.snoozedUntil > today())) return null;
  const later = (days: number) =>
    void act({
      type: "studio.snoozeReminders",
      until: dayOf(new Date(Date.now() + days * dayMilliseconds)),
      today: today(),
    }, "All right, later");
  return (
    <Banner
      tone="accent"
      icon="calendar-event"
      actions={
        <>
          <Menu
            label="Later"
            className="button button-quiet"
            sections={[[
              { label: "In a week", onSelect: () => later(7) },
              { label: "In a month", onSelect: () => later(30) },
            ]]}
          />
          <Button
            kind="quiet"
            onClick={() => void act({ type: "studio.turnRemindersOff" }, "Reminders are off")}
          >
            Turn off
          </Button>
        </>
      }
    >
      {value.words}
    </Banner>
  );
}

/** Whether the family is reminded. */
export function ReminderSetting() {
  const { value } = useView("showReminders", {});
  const act = useAct();
  if (!value) return null;
  return (
    <section className="studio-card" aria-labelledby="reminders-title">
      <h2 id="reminders-title">Reminders</h2>
      <Switch
        label="A word after a week without a new work"
        hint="Here in the app, and never more than once a week."
        isOn={value.on}
        onChange={(isOn) =>
          void act(
            { type: isOn ? "studio.turnRemindersOn" : "studio.turnRemindersOff" },
            isOn ? "Reminders are on" : "Reminders are off",
          )}
      />
    </section>
  );
}
