import type { HTMLAttributes, ReactNode } from "react";
import { Icon } from "./Icon.tsx";

/** A line of a list: a link or a button over the whole of it, with what can be done at its end. */
export function ListRow({ title, detail, icon, leading, trailing, href, onOpen, isCurrent = false, ...rest }: {
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  readonly icon?: string;
  /** Stands before the title and can be operated by itself, such as a box to tick. */
  readonly leading?: ReactNode;
  /** Stands behind the title and can be operated by itself. */
  readonly trailing?: ReactNode;
  readonly href?: string;
  readonly onOpen?: () => void;
  /** Whether it is what is shown beside the list. */
  readonly isCurrent?: boolean;
} & Omit<HTMLAttributes<HTMLLIElement>, "title">) {
  const face = (
    <>
      {icon && <Icon name={icon} className="list-row-icon" />}
      <span className="list-row-text">
        <span className="list-row-title">{title}</span>
        {detail && <span className="list-row-detail">{detail}</span>}
      </span>
    </>
  );
  return (
    <li {...rest} className={`list-row ${isCurrent ? "is-current" : ""} ${rest.className ?? ""}`}>
      {leading}
      {href
        ? <a className="list-row-face" href={href} aria-current={isCurrent ? "page" : undefined}>{face}</a>
        : onOpen
        ? <button type="button" className="list-row-face" aria-pressed={isCurrent} onClick={onOpen}>{face}</button>
        : <span className="list-row-face">{face}</span>}
      {trailing && <span className="list-row-trailing">{trailing}</span>}
    </li>
  );
}
