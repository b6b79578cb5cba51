import { useRef } from "react";
import { Banner, Button, Menu } from "../design/mod.ts";
import { useView } from "../source/source.ts";
import type { ItemLine } from "./lines.ts";
import { AskButton } from "./review/AskButton.tsx";
import { useDoing } from "./useDoing.ts";

/** How many open items make it worth asking. */
const itemsMin = 5;

const hours = 3_600_000;

/** A gentle word that some items may be organized; it can be put off or dismissed, on all devices. Requirements O-911, O-912. */
export function OrganisePrompt({ items }: { readonly items: readonly ItemLine[] }) {
  const { value } = useView("listPrompts", {});
  const { run } = useDoing();
  const opened = useRef(Date.now());
  const prompt = value?.prompts.find((one) => one.kind === "organise");
  const isPutOff = prompt && ("dismissed" in prompt || Date.parse(prompt.snoozedUntil) > opened.current);
  if (!value || isPutOff || items.filter((item) => item.completed === null).length < itemsMin) return null;
  const snooze = (time: number) => {
    const until = new Date(Date.now() + time).toISOString();
    void run({
      commands: [{ type: "capture.snoozePrompt", prompt: "organise", until }],
      says: "All right, later.",
    });
  };
  const dismiss = () =>
    void run({
      commands: [{ type: "capture.dismissPrompt", prompt: "organise" }],
      says: "It will not be shown again.",
    });
  return (
    <Banner
      tone="accent"
      icon="stars"
      actions={
        <>
          <AskButton />
          <Menu
            label="Later"
            className="button button-quiet"
            sections={[[
              { label: "Tomorrow", onSelect: () => snooze(24 * hours) },
              { label: "In a week", onSelect: () => snooze(7 * 24 * hours) },
            ]]}
          />
          <Button kind="quiet" onClick={dismiss}>Don't show again</Button>
        </>
      }
    >
      <strong>Ready to organize</strong> Select a few items and add them to a plan, when you feel like it.
    </Banner>
  );
}
