import { Banner, Button } from "../design/mod.ts";
import type { Problem } from "../source/source.ts";

/** Why something was refused or cannot be shown, until it is put away or tried again. */
export function Trouble({ problem, onDismiss }: {
  readonly problem: Problem | undefined;
  readonly onDismiss?: () => void;
}) {
  if (!problem) return null;
  return (
    <Banner
      tone="warm"
      icon="exclamation-circle"
      actions={onDismiss && <Button kind="quiet" onClick={onDismiss}>Dismiss</Button>}
    >
      {problem.message}
    </Banner>
  );
}
