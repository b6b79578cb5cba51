import { FileSection } from "../../files/FileSection.tsx";
import { useAttaching } from "../../files/useAttaching.ts";
import type { Card } from "../types.ts";

/** The files on a card; what is dropped or pasted here is attached. */
export function CardFiles({ card, canEdit }: { readonly card: Card; readonly canEdit: boolean }) {
  const attaching = useAttaching({ kind: "card", id: card.id }, { isReadOnly: !canEdit });
  return (
    <div className={`inspector-section ${attaching.isOver ? "is-file-target" : ""}`} {...attaching.target}>
      <FileSection files={card.files} attaching={attaching} isReadOnly={!canEdit} level={3} />
    </div>
  );
}
