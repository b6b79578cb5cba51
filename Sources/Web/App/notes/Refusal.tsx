import { useSyncExternalStore } from "react";
import { Banner, IconButton } from "../design/mod.ts";
import { refusals } from "./folders/actions.ts";

function subscribe(changed: () => void): () => void {
  refusals.watchers.add(changed);
  return () => refusals.watchers.delete(changed);
}

/** Says why the last thing that was asked for was not done, until it is closed. */
export function Refusal() {
  const text = useSyncExternalStore(subscribe, () => refusals.text);
  if (!text) return null;
  return (
    <Banner
      tone="warm"
      icon="exclamation-triangle"
      actions={<IconButton icon="x-lg" label="Close" onClick={() => refusals.show("")} />}
    >
      {text}
    </Banner>
  );
}
