import { useEffect, useState } from "react";
import { faultOf } from "../account/faults.ts";
import { useSaving } from "../account/settings/saving.ts";
import { Section } from "../account/settings/Section.tsx";
import { Button, Skeleton, Switch } from "../design/mod.ts";
import { type PushState, readPush, switchPushOff, switchPushOn, topics, tryPush } from "./push.ts";
import type { Topic } from "./subscription.ts";

const labels: Readonly<Record<Topic, string>> = {
  reminders: "Reminders of uploading",
  tips: "New tips",
  family: "What others in the family add",
};

/** Whether this device is notified, and of what. Requirement J-210. */
export function NotificationSettings() {
  const [state, setState] = useState<PushState>();
  const [unread, setUnread] = useState<string>();
  const { save, isBusy, said, fault } = useSaving();
  useEffect(() => {
    readPush().then(setState, (thrown) => setUnread(faultOf(thrown)));
  }, []);
  const change = (success: string | undefined, action: () => Promise<PushState>) =>
    save(success, async () => setState(await action()));
  const isOn = state?.kind === "on";
  return (
    <Section
      title="Notifications"
      lead="They say in a few words that something is new, and lead to it. No name and nothing you wrote is in them."
    >
      {!state && !unread && <Skeleton lines={1} label="Looking at the notifications" />}
      {unread && <p className="field-error" role="alert">{unread}</p>}
      {state?.kind === "absent" && (
        <p>
          This browser cannot show notifications of Daybook. On an iPhone or iPad, add Daybook to the home screen first.
        </p>
      )}
      {state?.kind === "denied" && (
        <p>
          This browser does not let Daybook notify you. Allow notifications for this site in the settings of the
          browser, then come back here.
        </p>
      )}
      {(state?.kind === "off" || isOn) && (
        <Switch
          label="Notifications on this device"
          hint="They go through the push service of this browser, which cannot read them."
          isOn={isOn}
          disabled={isBusy}
          onChange={(on) =>
            void (on
              ? change(undefined, switchPushOn)
              : change("This device is not notified any more.", switchPushOff))}
        />
      )}
      {isOn && (
        <Topics
          chosen={state.topics}
          isBusy={isBusy}
          onChange={(next) => change(undefined, () => switchPushOn(next))}
        />
      )}
      {isOn && (
        <div>
          <Button isBusy={isBusy} onClick={() => void save("Sent. It appears in a moment.", tryPush)}>Try it</Button>
        </div>
      )}
      <p className="settings-said" role="status">{said}</p>
      {fault && <p className="field-error" role="alert">{fault}</p>}
    </Section>
  );
}

/** One of them at least: who wants none switches all of it off. */
function Topics({ chosen, isBusy, onChange }: {
  readonly chosen: readonly Topic[];
  readonly isBusy: boolean;
  readonly onChange: (next: readonly Topic[]) => Promise<unknown>;
}) {
  return (
    <fieldset className="settings-group">
      <legend className="field-label">Notify me of</legend>
      {topics.map((topic) => {
        const isOn = chosen.includes(topic);
        return (
          <Switch
            key={topic}
            label={labels[topic]}
            isOn={isOn}
            disabled={isBusy || (isOn && chosen.length === 1)}
            onChange={(on) => void onChange(topics.filter((one) => one === topic ? on : chosen.includes(one)))}
          />
        );
      })}
    </fieldset>
  );
}
