import type { ReactNode } from "react";
import { useId, useLayoutEffect, useRef } from "react";
import { IconButton } from "./Button.tsx";

/**
 * A window before all others while it is rendered: in the middle, on telephones a sheet from below.
 * Escape and a click beside it call `onClose`; the focus returns to where it was.
 */
export function Dialog({ title, onClose, children, actions, isTitleHidden = false, className }: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons below, the most likely one last. */
  readonly actions?: ReactNode;
  readonly isTitleHidden?: boolean;
  readonly className?: string;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) {
      element.showModal();
      // React's autoFocus comes before the dialog is shown, when nothing in it can take the focus.
      element.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    }
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`dialog ${className ?? ""}`}
      aria-labelledby={id}
      onCancel={(event) => {
        // Those of a dialog in this one, and of a field for files in which nothing was chosen, come by as well.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="dialog-body">
        <div className={isTitleHidden ? "visually-hidden" : "dialog-header"}>
          <h2 id={id}>{title}</h2>
          {!isTitleHidden && <IconButton icon="x-lg" label="Close" onClick={onClose} />}
        </div>
        <div className="dialog-content">{children}</div>
        {actions && <div className="dialog-actions">{actions}</div>}
      </div>
    </dialog>
  );
}
