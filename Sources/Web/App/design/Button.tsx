import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { forwardRef } from "react";
import { Icon } from "./Icon.tsx";

/** What a button is for, which decides its look. */
export type ButtonKind = "plain" | "primary" | "quiet" | "danger";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: ButtonKind;
  readonly icon?: string;
  /** Whether what it began is still under way: it stays where it is, and a second press does nothing. */
  readonly isBusy?: boolean;
  readonly children: ReactNode;
}

/** A button with a word on it. */
export const Button = forwardRef(function Button(
  { kind = "plain", icon, isBusy = false, className, children, onClick, ...rest }: ButtonProps,
  ref: Ref<HTMLButtonElement>,
) {
  return (
    <button
      type="button"
      {...rest}
      ref={ref}
      className={`button button-${kind} ${className ?? ""}`}
      aria-disabled={isBusy || rest["aria-disabled"] || undefined}
      onClick={(event) => isBusy ? event.preventDefault() : onClick?.(event)}
    >
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  );
});

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children" | "aria-label"> {
  readonly icon: string;
  /** Its name, for those who hear it, and as a tip for those who point at it. */
  readonly label: string;
  /** Keys that do the same, such as `S`, shown in the tip. */
  readonly keys?: string;
  /** For a button that stays pressed, such as a star. */
  readonly isPressed?: boolean;
}

/** A button with a picture only. */
export const IconButton = forwardRef(function IconButton(
  { icon, label, keys, isPressed, className, ...rest }: IconButtonProps,
  ref: Ref<HTMLButtonElement>,
) {
  return (
    <button
      type="button"
      {...rest}
      ref={ref}
      className={`icon-button ${className ?? ""}`}
      aria-label={label}
      aria-pressed={isPressed}
      title={keys ? `${label} (${keys})` : label}
    >
      <Icon name={icon} />
    </button>
  );
});
