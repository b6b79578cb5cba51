import { Pane } from "../design/mod.ts";
import { HistoryPanel, type Kind } from "./HistoryPanel.tsx";

/** The history of a thing beside it, on telephones as a sheet. */
export function HistoryPane({ thing, kind, title, onClose }: {
  readonly thing: string;
  readonly kind?: Kind;
  readonly title?: string;
  readonly onClose: () => void;
}) {
  return (
    <Pane label={title ? `History of ${title}` : "History"} onClose={onClose}>
      <HistoryPanel thing={thing} {...kind ? { kind } : {}} />
    </Pane>
  );
}
