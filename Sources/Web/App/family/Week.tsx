import { useEffect, useState } from "react";
import { showAccount } from "../account/settings/account.ts";
import { useSaving } from "../account/settings/saving.ts";
import { IconButton, Skeleton, Switch } from "../design/mod.ts";
import { addDays, today } from "../inbox/days.ts";
import { Trouble } from "../inbox/Trouble.tsx";
import { usePlace } from "../shell/place.ts";
import { callService } from "../source/session.ts";
import { Problem, useView, type View } from "../source/source.ts";
import { counted, sayDay } from "../studio/words.ts";

type ChildWeek = View<"showWeek">["children"][number];

/** The week of the family as the mailed summary tells it, and whether it is mailed. Requirement J-212. */
export function Week() {
  const [day, setDay] = useState(today());
  const { value: week, problem } = useView("showWeek", { day });
  const told = week?.children.filter((child) => !isQuiet(child)) ?? [];
  return (
    <section className="people-part" aria-labelledby="week-title">
      <div className="week-head">
        <h2 id="week-title">The week</h2>
        <IconButton icon="chevron-left" label="The week before" onClick={() => setDay(addDays(day, -7))} />
        <IconButton
          icon="chevron-right"
          label="The week after"
          disabled={addDays(day, 7) > today()}
          onClick={() => setDay(addDays(day, 7))}
        />
      </div>
      <Trouble problem={problem} />
      {!week && !problem && <Skeleton lines={3} label="Loading the week" />}
      {week && (
        <div className="week" aria-live="polite">
          <p className="field-hint">{sayDay(week.from)} to {sayDay(week.through)}</p>
          {told.length === 0 && <p>A quiet week. Nothing would be mailed.</p>}
          {told.map((child) => (
            <article key={child.id} className="week-child" aria-label={child.name}>
              <h3>{child.name}</h3>
              <ul>
                {child.uploads.length > 0 && (
                  <li>
                    {counted(child.uploads.length, "new work")}: <Things things={child.uploads} section="works" />
                  </li>
                )}
                {child.stories.length > 0 && (
                  <li>
                    {counted(child.stories.length, "story", "stories")}:{" "}
                    <Things things={child.stories} section="stories" />
                  </li>
                )}
                {child.tips > 0 && <li>{counted(child.tips, "new tip")}</li>}
                {child.milestones.map(({ id, milestone, date }) => <li key={id}>{milestone}, {sayDay(date)}</li>)}
                {child.trends.map((trend) => <li key={trend}>{trend}</li>)}
              </ul>
            </article>
          ))}
        </div>
      )}
      <Mailed />
    </section>
  );
}

function isQuiet({ uploads, stories, tips, milestones, trends }: ChildWeek): boolean {
  return uploads.length + stories.length + tips + milestones.length + trends.length === 0;
}

/** Works or stories by their titles, each of which leads there. */
function Things({ things, section }: {
  readonly things: ChildWeek["uploads"];
  readonly section: "works" | "stories";
}) {
  const to = usePlace();
  return (
    <span className="week-things">
      {things.map(({ id, title }) => <a key={id} href={to("studio", section, id)}>{title}</a>)}
    </span>
  );
}

/** Off until it is asked for; the time zone goes with it, so that it comes on a morning. */
function Mailed() {
  const [isOn, setOn] = useState<boolean>();
  const { save, isBusy, said, fault } = useSaving();
  useEffect(() => {
    showAccount().then(({ preferences }) => setOn(preferences.weeklySummary), (thrown) => {
      // Without an answer there is nothing to switch.
      if (!(thrown instanceof Problem)) throw thrown;
    });
  }, []);
  if (isOn === undefined) return null;
  const change = async (weeklySummary: boolean) => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const says = weeklySummary ? "The summary is mailed each week." : "No summary is mailed any more.";
    setOn(weeklySummary);
    const isDone = await save(
      says,
      () => callService("PATCH", "/v1/account/preferences", { weeklySummary, ...(weeklySummary ? { zone } : {}) }),
    );
    if (!isDone) setOn(!weeklySummary);
  };
  return (
    <>
      <Switch
        label="Mail me this once a week"
        hint="To your own address, once the week is over, and never after a quiet one."
        isOn={isOn}
        disabled={isBusy}
        onChange={(next) => void change(next)}
      />
      <p className="settings-said" role="status">{said}</p>
      {fault && <p className="field-error" role="alert">{fault}</p>}
    </>
  );
}
