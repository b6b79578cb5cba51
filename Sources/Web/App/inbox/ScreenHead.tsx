import type { ReactNode } from "react";
import { useTitle } from "../shell/router.ts";

/** The heading of a list, with what can be done at its end. */
export function ScreenHead({ title, detail, children }: {
  readonly title: string;
  readonly detail?: ReactNode;
  readonly children?: ReactNode;
}) {
  useTitle(title);
  return (
    <header className="screen-head">
      <div className="screen-head-text">
        <h1>{title}</h1>
        {detail && <p className="screen-detail">{detail}</p>}
      </div>
      {children && <div className="screen-head-actions">{children}</div>}
    </header>
  );
}
