import { Button } from "../design/mod.ts";

/** Says that something is under way, and ends it. */
export function Working({ children, onCancel }: { readonly children: string; readonly onCancel: () => void }) {
  return (
    <div className="reading-working">
      <span className="spinner" aria-hidden="true" />
      <p role="status">{children}</p>
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  );
}
