import { type ReactNode, useId } from "react";

/** A choice of many, with its label. */
export function Select({ label, value, onChange, children, isLabelHidden = false, isDisabled = false }: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Its options. */
  readonly children: ReactNode;
  readonly isLabelHidden?: boolean;
  readonly isDisabled?: boolean;
}) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id} className={isLabelHidden ? "visually-hidden" : "field-label"}>{label}</label>
      <select
        id={id}
        className="input studio-select"
        value={value}
        disabled={isDisabled}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {children}
      </select>
    </div>
  );
}
