import type { ReactNode } from "react";
import { useId } from "react";
import { Button, type ButtonKind } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";

/** A dialog that asks for something: fields in a form, and below them "Cancel" and the button that sends it, as Enter in a field does. */
export function FormDialog(
  { title, submit, cancel = "Cancel", kind = "primary", icon, onSubmit, onClose, isBusy = false, ...rest }: {
    readonly title: string;
    /** The word on the button that sends it. */
    readonly submit: string;
    readonly cancel?: string;
    readonly kind?: ButtonKind;
    readonly icon?: string;
    /** What is wrong with it as a whole, as a sentence. */
    readonly fault?: ReactNode;
    readonly onSubmit: () => void;
    readonly onClose: () => void;
    /** Whether it is on its way, or cannot be sent yet. */
    readonly isBusy?: boolean;
    /** Says itself what is missing, and leaves nothing of that to the browser. */
    readonly noValidate?: boolean;
    readonly className?: string;
    readonly children: ReactNode;
  },
) {
  const id = useId();
  const { fault, noValidate, className, children } = rest;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      {...className ? { className } : {}}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind={kind} type="submit" form={id} isBusy={isBusy} {...icon ? { icon } : {}}>{submit}</Button>
        </>
      }
    >
      <form
        id={id}
        className="stack"
        noValidate={noValidate}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) onSubmit();
        }}
      >
        {children}
        {fault && <p className="field-error" role="alert">{fault}</p>}
      </form>
    </Dialog>
  );
}
