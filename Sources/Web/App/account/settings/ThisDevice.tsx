import { useEffect, useState, useSyncExternalStore } from "react";
import { Switch } from "../../design/mod.ts";
import { useSource } from "../../source/source.ts";
import { keepThoughts, thoughtsStay, watchThoughtsStay } from "../../source/storage/heldThoughts.ts";
import { Section } from "./Section.tsx";

/** What this device does otherwise than the others. */
export function ThisDevice() {
  const source = useSource();
  const isStaying = useSyncExternalStore(watchThoughtsStay, thoughtsStay);
  const [isLocal, setLocal] = useState(source.isLocal);
  useEffect(() => void source.settled.then(() => setLocal(source.isLocal)), [source]);
  // Without a replica nothing can stay here.
  if (!isLocal && !isStaying) return null;
  return (
    <Section title="This device">
      <Switch
        label="Keep thoughts on this device"
        isOn={isStaying}
        onChange={keepThoughts}
        hint="What you capture here is not sent, and not on your other devices, until you turn this off. Nothing else has it meanwhile: a device that is lost loses it."
      />
    </Section>
  );
}
