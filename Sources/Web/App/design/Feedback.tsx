import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";

/** A line that says how something stands, above or below what it is about; changes of it are said aloud. */
export function Banner({ tone = "plain", icon, children, actions }: {
  readonly tone?: "plain" | "accent" | "warm";
  readonly icon?: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}) {
  return (
    <div className={`banner banner-${tone}`} role="status">
      {icon && <Icon name={icon} />}
      <div className="banner-text">{children}</div>
      {actions && <div className="banner-actions">{actions}</div>}
    </div>
  );
}

/** The friendly word where there is nothing yet. */
export function EmptyState({ icon, title, children, action }: {
  readonly icon: string;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className="empty">
      <span className="empty-icon">
        <Icon name={icon} />
      </span>
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}

/** Bars in the place of lines that are still being asked for. */
export function Skeleton({ lines = 3, label = "Loading" }: { readonly lines?: number; readonly label?: string }) {
  return (
    <div className="skeleton" role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, at) => <span key={at} className="skeleton-line" />)}
    </div>
  );
}

/** A small word or number beside a thing. */
export function Badge({ tone = "plain", icon, children, label }: {
  readonly tone?: "plain" | "accent" | "warm";
  readonly icon?: string;
  readonly children?: ReactNode;
  /** Said in its place, where a number alone says too little. */
  readonly label?: string;
}) {
  return (
    <span className={`badge badge-${tone}`}>
      {icon && <Icon name={icon} />}
      {label && <span className="visually-hidden">{label}</span>}
      {children !== undefined && <span aria-hidden={label ? true : undefined}>{children}</span>}
    </span>
  );
}
