import type { ReactNode } from "react";
import { IconButton } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { useIsPhone } from "./media.ts";

/** What belongs to the thing that is chosen: beside it, on telephones a sheet from below. */
export function Pane({ label, onClose, children, actions }: {
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons of its heading, before the one that closes it. */
  readonly actions?: ReactNode;
}) {
  if (useIsPhone()) {
    return (
      <Dialog title={label} onClose={onClose} className="pane-sheet">
        {actions && <div className="pane-sheet-actions">{actions}</div>}
        {children}
      </Dialog>
    );
  }
  return (
    <aside className="pane" aria-label={label}>
      <header className="pane-header">
        <h2>{label}</h2>
        <div className="pane-actions">
          {actions}
          <IconButton icon="x-lg" label="Close" onClick={onClose} />
        </div>
      </header>
      <div className="pane-content">{children}</div>
    </aside>
  );
}
