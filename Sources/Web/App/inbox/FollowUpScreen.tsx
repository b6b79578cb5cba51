import { Button, EmptyState, Skeleton } from "../design/mod.ts";
import { useView } from "../source/source.ts";
import { sayDay, sayMomentWithin, sayWholeDay, today } from "./days.ts";
import { type Group, ItemList } from "./items/ItemList.tsx";
import { ScreenHead } from "./ScreenHead.tsx";
import { Trouble } from "./Trouble.tsx";
import { useDoing } from "./useDoing.ts";

/** What is open and has a day to be looked at again, day by day, and the prompts that were put off. */
export function FollowUpScreen({ shown }: { readonly shown: string | undefined }) {
  const { value, problem } = useView("showFollowUp", {});
  const now = today();
  const days = value?.days ?? [];
  const earlier = days.filter(({ day }) => day < now).flatMap(({ items }) => items);
  const groups: readonly Group[] = [
    ...earlier.length > 0 ? [{ heading: "Earlier", items: earlier }] : [],
    ...days.filter(({ day }) => day >= now).map(({ day, items }) => ({ heading: heading(day, now), items })),
  ];
  return (
    <div className="screen">
      <ScreenHead title="Follow-up" detail="What you want to look at again. Nothing reminds you of it." />
      <Trouble problem={problem} />
      {!value && !problem && <Skeleton lines={5} label="Loading" />}
      {value && groups.length === 0 && (
        <EmptyState icon="calendar-event" title="Nothing to follow up">
          Give an item a day by “Follow up…” in its menu, or by the key F.
        </EmptyState>
      )}
      {groups.length > 0 && <ItemList label="Items to follow up" groups={groups} path={["follow-up"]} shown={shown} />}
      <PutOff />
    </div>
  );
}

function heading(day: string, now: string): string {
  const name = sayDay(day, now);
  return name === "Today" || name === "Tomorrow" ? `${name}, ${sayWholeDay(day)}` : sayWholeDay(day);
}

const promptNames: Readonly<Record<string, string>> = {
  "organise": "Ready to organize",
  "upload-reminder": "Reminders of uploading artworks",
  "milestone": "Milestones",
  "weekly-summary": "The weekly summary",
};

/** Prompts that were put off or dismissed, each with a way back. Requirement O-912. */
function PutOff() {
  const { value } = useView("listPrompts", {});
  const { run, problem, dismiss } = useDoing();
  const prompts = (value?.prompts ?? []).filter((one) =>
    "dismissed" in one || Date.parse(one.snoozedUntil) > Date.now()
  );
  if (prompts.length === 0) return null;
  return (
    <section className="put-off" aria-labelledby="put-off">
      <h2 id="put-off" className="items-heading">Prompts you put off</h2>
      <Trouble problem={problem} onDismiss={dismiss} />
      <ul>
        {prompts.map((one) => (
          <li key={one.kind} className="line">
            <span className="line-text">
              <span>{promptNames[one.kind] ?? one.kind}</span>
              <span className="line-detail">
                {"dismissed" in one ? "Not shown again" : `Until ${sayMomentWithin(one.snoozedUntil)}`}
              </span>
            </span>
            <Button
              kind="quiet"
              onClick={() => void run({ type: "capture.revivePrompt", prompt: one.kind })}
            >
              Show again
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
