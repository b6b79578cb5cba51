import type { InputHTMLAttributes, ReactNode } from "react";
import { useId } from "react";
import { Icon } from "./Icon.tsx";

/** One of the choices of a `SegmentedControl`. */
export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly icon?: string;
  /** The accent that a dot before the label has the colour of. */
  readonly swatch?: string;
}

/** A few choices side by side, one of which is taken. */
export function SegmentedControl<T extends string>({ label, choices, value, onChange, isLabelHidden = true }: {
  readonly label: string;
  readonly choices: readonly Choice<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly isLabelHidden?: boolean;
}) {
  const name = useId();
  return (
    <fieldset className="segments">
      <legend className={isLabelHidden ? "visually-hidden" : "field-label"}>{label}</legend>
      <div className="segments-row">
        {choices.map((choice) => (
          <label key={choice.value} className="segment">
            <input
              type="radio"
              name={name}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            <span className="segment-face">
              {choice.icon && <Icon name={choice.icon} />}
              {choice.swatch && <span className="swatch" data-accent={choice.swatch} aria-hidden="true" />}
              {choice.label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface TickProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "checked" | "type"> {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Something that is on or off, at once and by itself. */
export function Switch({ label, isOn, onChange, hint, ...rest }: TickProps & { readonly hint?: ReactNode }) {
  const id = useId();
  return (
    <div className="switch-row">
      <label htmlFor={id}>
        {label}
        {hint && <span id={`${id}-hint`} className="field-hint">{hint}</span>}
      </label>
      <input
        {...rest}
        id={id}
        className="switch"
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  );
}

/** A round box to tick: a task, an item of a checklist. The label is shown beside it, or said only. */
export function Checkbox({ label, isOn, onChange, isLabelHidden = false, className, ...rest }: TickProps & {
  readonly isLabelHidden?: boolean;
}) {
  return (
    <label className={`tick ${className ?? ""}`}>
      <input
        {...rest}
        type="checkbox"
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={isLabelHidden ? "visually-hidden" : undefined}>{label}</span>
    </label>
  );
}
