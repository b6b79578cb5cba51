import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from "react";
import { forwardRef, useId, useLayoutEffect, useRef } from "react";

declare module "react" {
  interface TextareaHTMLAttributes<T> {
    enterKeyHint?: "enter" | "done" | "go" | "next" | "previous" | "search" | "send";
  }
}

interface FieldProps {
  readonly label: string;
  /** Shows the label to those who hear the page only. */
  readonly isLabelHidden?: boolean;
  readonly hint?: ReactNode;
  /** Why it cannot stay so, as a sentence. */
  readonly error?: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

type TextFieldProps = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps>;

/** A field of one line with its label, a hint and an error. */
export const TextField = forwardRef(function TextField(
  { label, isLabelHidden = false, hint, error, value, onChange, className, ...rest }: TextFieldProps,
  ref: Ref<HTMLInputElement>,
) {
  const id = useId();
  return (
    <div className={`field ${className ?? ""}`}>
      <label htmlFor={id} className={isLabelHidden ? "visually-hidden" : "field-label"}>{label}</label>
      <input
        {...rest}
        ref={ref}
        id={id}
        className="input"
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
});

type TextAreaProps = FieldProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, keyof FieldProps>;

/** A field of several lines, which grows with its text. */
export const TextArea = forwardRef(function TextArea(
  { label, isLabelHidden = false, hint, error, value, onChange, className, ...rest }: TextAreaProps,
  ref: Ref<HTMLTextAreaElement>,
) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement | null>(null);
  useLayoutEffect(() => grow(area.current), [value]);
  return (
    <div className={`field ${className ?? ""}`}>
      <label htmlFor={id} className={isLabelHidden ? "visually-hidden" : "field-label"}>{label}</label>
      <textarea
        rows={2}
        {...rest}
        ref={(element) => {
          area.current = element;
          if (typeof ref === "function") ref(element);
          else if (ref) (ref as { current: HTMLTextAreaElement | null }).current = element;
        }}
        id={id}
        className="input input-area"
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
});

/** The heights that a text area has without `field-sizing`, where the browser lacks it. */
function grow(area: HTMLTextAreaElement | null) {
  if (!area || CSS.supports("field-sizing", "content")) return;
  area.style.height = "auto";
  area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`;
}

function describedBy(id: string, hint: ReactNode, error: string | undefined): string | undefined {
  return [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ") || undefined;
}

function FieldNotes({ id, hint, error }: {
  readonly id: string;
  readonly hint: ReactNode;
  readonly error: string | undefined;
}) {
  return (
    <>
      {hint && <p id={`${id}-hint`} className="field-hint">{hint}</p>}
      {error && <p id={`${id}-error`} className="field-error" role="alert">{error}</p>}
    </>
  );
}
