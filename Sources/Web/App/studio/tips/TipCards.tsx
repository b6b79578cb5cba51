import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { Badge, Button, IconButton } from "../../design/mod.ts";
import { useAct } from "../../boards/acting.tsx";
import type { View } from "../../source/source.ts";
import { skillName } from "../words.ts";

/** A tip as it is listed. */
export type TipLine = View<"listTips">[number];

/** How far a card is drawn before it goes, in CSS pixels. */
const reach = 60;

/** Tips one after another: drawn aside, by arrow keys, by buttons. Requirements J-308, J-309. */
export function TipCards({ tips, canEdit }: { readonly tips: readonly TipLine[]; readonly canEdit: boolean }) {
  const [at, setAt] = useState(0);
  const start = useRef<number>();
  const place = Math.min(at, tips.length - 1);
  const tip = tips[place];
  if (!tip) return null;
  const go = (by: number) => setAt(Math.max(0, Math.min(tips.length - 1, place + by)));
  const press = (event: KeyboardEvent) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    go(by);
  };
  const lift = (event: PointerEvent) => {
    const from = start.current;
    start.current = undefined;
    if (from === undefined) return;
    const distance = event.clientX - from;
    if (Math.abs(distance) >= reach) go(distance < 0 ? 1 : -1);
  };
  return (
    <div className="tip-cards" role="group" aria-roledescription="carousel" aria-label="Tips" onKeyDown={press}>
      <div
        className="tip-stage"
        onPointerDown={(event) => start.current = event.clientX}
        onPointerUp={lift}
        onPointerCancel={() => start.current = undefined}
      >
        <TipCard key={tip.id} tip={tip} canEdit={canEdit} place={`${place + 1} of ${tips.length}`} />
      </div>
      {tips.length > 1 && (
        <div className="tip-steps">
          <IconButton icon="chevron-left" label="Tip before" disabled={place === 0} onClick={() => go(-1)} />
          <p role="status">{place + 1} of {tips.length}</p>
          <IconButton
            icon="chevron-right"
            label="Next tip"
            disabled={place === tips.length - 1}
            onClick={() => go(1)}
          />
        </div>
      )}
    </div>
  );
}

/** One tip, saved and rated where it stands. */
export function TipCard({ tip, canEdit, place, origin }: {
  readonly tip: TipLine;
  readonly canEdit: boolean;
  readonly place?: string;
  /** Where it comes from, in lists of tips from many works. */
  readonly origin?: React.ReactNode;
}) {
  const act = useAct();
  const { analysis, id, rating, saved } = tip;
  const rate = (to: "up" | "down") =>
    void act({ type: "studio.rateTip", analysis, tip: id, rating: rating === to ? "none" : to });
  const save = () =>
    void act(
      { type: saved ? "studio.unsaveTip" : "studio.saveTip", analysis, tip: id },
      saved ? "Tip no longer saved" : "Tip saved",
    );
  return (
    <article className="tip-card" aria-label={place ? `Tip ${place}` : skillName(tip.skill)}>
      <p className="tip-skill">
        <Badge tone="accent">{skillName(tip.skill)}</Badge>
        {tip.new && <Badge tone="warm">New</Badge>}
      </p>
      <p className="tip-text">{tip.text}</p>
      {origin && <p className="tip-origin">{origin}</p>}
      {tip.resource?.startsWith("https://") && (
        <a className="tip-resource" href={tip.resource} target="_blank" rel="noreferrer noopener">
          {new URL(tip.resource).hostname}
        </a>
      )}
      {canEdit && (
        <div className="tip-actions">
          <Button kind="quiet" icon={saved ? "bookmark-fill" : "bookmark"} aria-pressed={saved} onClick={save}>
            {saved ? "Saved" : "Save tip"}
          </Button>
          <IconButton
            icon={rating === "up" ? "hand-thumbs-up-fill" : "hand-thumbs-up"}
            label="Helpful"
            isPressed={rating === "up"}
            onClick={() => rate("up")}
          />
          <IconButton
            icon={rating === "down" ? "hand-thumbs-down-fill" : "hand-thumbs-down"}
            label="Not helpful"
            isPressed={rating === "down"}
            onClick={() => rate("down")}
          />
        </div>
      )}
    </article>
  );
}
