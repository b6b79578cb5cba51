import { useEffect, useState } from "react";
import { TextArea } from "../../design/mod.ts";
import { usePageHold } from "../../shell/usePageHold.ts";
import { useAct } from "../acting.tsx";
import type { Card } from "../types.ts";

/** The title of a card, edited where it stands: Enter or leaving it keeps it, Escape does not. */
export function CardTitle({ card, canEdit }: { readonly card: Card; readonly canEdit: boolean }) {
  const act = useAct();
  const [title, setTitle] = useState(card.title);
  const [isWriting, setWriting] = useState(false);
  useEffect(() => {
    if (!isWriting) setTitle(card.title);
  }, [card.title, isWriting]);
  const keep = async () => {
    setWriting(false);
    const text = title.trim();
    if (!text || text === card.title) return setTitle(card.title);
    if (!await act({ type: "boards.retitleCard", card: card.id, title: text }, "Card renamed")) setTitle(card.title);
  };
  usePageHold(isWriting && title.trim() !== "" && title.trim() !== card.title, () => void keep());
  if (!canEdit) return <h3 className="inspector-title">{card.title}</h3>;
  return (
    <TextArea
      className="inspector-title"
      label="Title"
      isLabelHidden
      rows={1}
      maxLength={500}
      value={title}
      onChange={(text) => setTitle(text.replace(/\s*\n\s*/g, " "))}
      onFocus={() => setWriting(true)}
      onBlur={() => void keep()}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter") {
          event.preventDefault();
          event.currentTarget.blur();
        }
        if (event.key === "Escape") {
          event.preventDefault();
          setTitle(card.title);
        }
      }}
    />
  );
}
