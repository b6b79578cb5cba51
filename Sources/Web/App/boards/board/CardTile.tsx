import { memo } from "react";
import { Badge, Icon } from "../../design/mod.ts";
import { dueState, dueText, parseDue } from "../due.ts";
import { capitalised, counted, type Tag, tagText } from "./filter.ts";
import { QuickEdit } from "./QuickEdit.tsx";
import type { CardLine } from "../types.ts";

interface Props {
  readonly card: CardLine;
  readonly href: string;
  readonly today: string;
  /** Whether Tab stops here in its column. */
  readonly isStop: boolean;
  readonly isOpen: boolean;
  readonly isLifted: boolean;
  /** Whether a pointer carries it: it keeps its element and cannot be seen. */
  readonly isCarried: boolean;
  readonly isEditing: boolean;
  /** Whether there are other windows that it can be dragged to. */
  readonly isSendable: boolean;
  readonly onEdited: (card: string, title: string | undefined) => void;
}

/** A card in its column. Its surface is a link that opens it; keys and pointers are the board's. */
export const CardTile = memo(function CardTile(props: Props) {
  const { card, isEditing, isCarried } = props;
  const classes = ["card"];
  if (props.isOpen) classes.push("is-open");
  if (props.isLifted) classes.push("is-lifted");
  if (isCarried) classes.push("is-carried");
  return (
    <li className={classes.join(" ")} data-card={card.id} aria-hidden={isCarried || undefined}>
      {isEditing
        ? <QuickEdit label="Title of the card" value={card.title} onDone={(title) => props.onEdited(card.id, title)} />
        : <CardFace {...props} />}
    </li>
  );
}, isSame);

function CardFace({ card, href, today, isStop, isOpen, isSendable }: Props) {
  return (
    <>
      <a
        className="card-face"
        href={href}
        draggable={false}
        tabIndex={isStop ? 0 : -1}
        data-stop="card"
        aria-current={isOpen ? "true" : undefined}
        aria-describedby="board-keys"
      >
        {card.tags.length > 0 && (
          <span className="card-tags">
            {card.tags.map((tag) => <TagChip key={`${tag.colour} ${tag.label}`} tag={tag} />)}
          </span>
        )}
        <span className="card-title">{card.title}</span>
        <CardFacts card={card} today={today} />
      </a>
      {isSendable && (
        <span className="card-send" draggable data-send={card.id} title="Drag to another window" aria-hidden="true">
          <Icon name="grip-vertical" />
        </span>
      )}
      <button
        type="button"
        className="icon-button card-more"
        data-menu={card.id}
        aria-label={`Menu of ${card.title}`}
        aria-haspopup="menu"
        title="Menu (.)"
        tabIndex={-1}
      >
        <Icon name="three-dots" />
      </button>
    </>
  );
}

/** A tag in its colour, always with words. */
export function TagChip({ tag }: { readonly tag: Tag }) {
  return <span className="tag-chip" data-colour={tag.colour ?? "none"}>{tagText(tag)}</span>;
}

function CardFacts({ card, today }: { readonly card: CardLine; readonly today: string }) {
  const due = parseDue(card.due);
  const state = due && dueState(due, today);
  if (!due && card.priority === "none" && card.items === 0 && card.comments === 0 && !card.excerpt) return null;
  return (
    <span className="card-facts">
      {due && (
        <Badge
          icon="calendar4"
          tone={state === "overdue" ? "warm" : state === "today" ? "accent" : "plain"}
          label={`${state === "overdue" ? "Overdue" : "Due"}: ${dueText(due, today)}`}
        >
          {dueText(due, today)}
        </Badge>
      )}
      {card.priority !== "none" && <PriorityMark priority={card.priority} />}
      {card.excerpt && <Badge icon="text-left" label="Has a description" />}
      {card.items > 0 && (
        <Badge
          icon="check2-square"
          tone={card.done === card.items ? "accent" : "plain"}
          label={`${card.done} of ${counted(card.items, "item")} done`}
        >
          {card.done}/{card.items}
        </Badge>
      )}
      {card.comments > 0 && <Badge icon="chat" label={counted(card.comments, "comment")}>{card.comments}</Badge>}
    </span>
  );
}

/** How urgent something is, as bars and a word. */
export function PriorityMark({ priority }: { readonly priority: CardLine["priority"] }) {
  const tone = priority === "urgent" ? "warm" : "plain";
  return (
    <Badge tone={tone} label={`Priority: ${priority}`}>
      <PriorityBars priority={priority} />
      {capitalised(priority)}
    </Badge>
  );
}

/** How urgent something is, as bars beside the word. */
export function PriorityBars({ priority }: { readonly priority: CardLine["priority"] }) {
  return (
    <span className="priority" data-priority={priority} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}

/** Whether two renderings would look the same: a view that changed has new objects for cards that did not. */
function isSame(before: Props, after: Props): boolean {
  const keys = [
    "href",
    "today",
    "isStop",
    "isOpen",
    "isLifted",
    "isCarried",
    "isEditing",
    "isSendable",
    "onEdited",
  ] as const;
  return keys.every((key) => before[key] === after[key]) && isSameCard(before.card, after.card);
}

/** Whether two values of a card's line say the same. */
export function isSameCard(one: CardLine, other: CardLine): boolean {
  if (one === other) return true;
  const keys = ["id", "title", "due", "priority", "done", "items", "comments", "excerpt"] as const;
  return keys.every((key) => one[key] === other[key]) && one.tags.length === other.tags.length &&
    one.tags.every((tag, at) => tag.colour === other.tags[at]?.colour && tag.label === other.tags[at]?.label);
}
