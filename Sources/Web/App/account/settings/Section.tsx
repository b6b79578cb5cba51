import type { ReactNode } from "react";
import { useId } from "react";

/** One part of the settings, with its heading. */
export function Section({ title, lead, children }: {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="settings-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {lead && <p className="settings-lead">{lead}</p>}
      {children}
    </section>
  );
}
