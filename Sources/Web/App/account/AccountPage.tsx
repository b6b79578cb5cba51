import type { ReactNode } from "react";
import { useTitle } from "../shell/router.ts";

/** The page around a form of those who are not signed in. */
export function AccountPage({ title, lead, children, after }: {
  readonly title: string;
  readonly lead?: string;
  readonly children: ReactNode;
  /** Where else to go, below the form. */
  readonly after: ReactNode;
}) {
  useTitle(title);
  return (
    <main id="main" className="account-page" tabIndex={-1}>
      <div className="account-card">
        <Mark />
        <h1>{title}</h1>
        {lead && <p className="account-lead">{lead}</p>}
        {children}
      </div>
      <p className="account-after">{after}</p>
      <p className="account-small">
        <a href="/privacy">Privacy</a>
      </p>
    </main>
  );
}

/** The mark of Daybook: a bound book with the sun on its page. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <rect className="mark-cover" width="64" height="64" rx="15" />
      <path className="mark-page" d="M18 13h25a5 5 0 0 1 5 5v28a5 5 0 0 1-5 5H18z" />
      <path className="mark-spine" d="M18 13h4v38h-4z" />
      <circle className="mark-sun" cx="35" cy="27" r="6" />
      <path className="mark-lines" d="M27 36.5h16M27 42.5h11" />
    </svg>
  );
}
