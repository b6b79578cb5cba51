/** A card on its way from one window to another: dragged as the browser drags, and put down as one move. Requirement P-320. */

import { placeUnder } from "./carry.ts";
import type { Target } from "./lanes.ts";

const format = "application/x-daybook-card";

/** A card as one window hands it to another. */
export interface Parcel {
  readonly workspace: string;
  readonly card: string;
  readonly title: string;
  /** When it was changed last, as the window showed it that it comes from. */
  readonly revision: string;
  /** Where it stood there. */
  readonly board: string;
  readonly column: string;
}

/** Puts a card into what is dragged; its title and address are there for other programs. */
export function send(transfer: DataTransfer, parcel: Parcel, address: string) {
  transfer.effectAllowed = "copyMove";
  transfer.setData(format, JSON.stringify(parcel));
  transfer.setData("text/uri-list", address);
  transfer.setData("text/plain", parcel.title);
}

/** True if a card is dragged: what is in it can be read only once it is put down. */
export function isParcel(transfer: DataTransfer | null): transfer is DataTransfer {
  return transfer?.types.includes(format) ?? false;
}

/** The card that was put down; undefined for anything else. */
export function receive(transfer: DataTransfer): Parcel | undefined {
  try {
    const parcel = JSON.parse(transfer.getData(format)) as Partial<Parcel>;
    const fields = [parcel.workspace, parcel.card, parcel.title, parcel.revision, parcel.board, parcel.column];
    return fields.every((field) => typeof field === "string") ? parcel as Parcel : undefined;
  } catch {
    return undefined;
  }
}

/** What hears of cards from other windows. */
export interface Recipient {
  /** A card is above a place; undefined where it went away. */
  hovering(target: Target | undefined): void;
  received(parcel: Parcel, target: Target): void;
}

/** Takes cards from other windows on a board, until what is returned is called. */
export function receiveParcels(board: HTMLElement, recipient: Recipient): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let shown = "";
  const hover = (target: Target | undefined) => {
    const now = target ? `${target.column} ${target.above}` : "";
    if (now !== shown) recipient.hovering(target);
    shown = now;
  };
  board.addEventListener("dragover", (event) => {
    if (!isParcel(event.dataTransfer)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "move";
    hover(placeUnder(board, event.clientX, event.clientY));
  }, { signal });
  board.addEventListener("dragleave", (event) => {
    if (!(event.relatedTarget instanceof Node && board.contains(event.relatedTarget))) hover(undefined);
  }, { signal });
  board.addEventListener("drop", (event) => {
    if (!isParcel(event.dataTransfer)) return;
    event.preventDefault();
    const target = placeUnder(board, event.clientX, event.clientY);
    const parcel = receive(event.dataTransfer);
    hover(undefined);
    if (parcel && target) recipient.received(parcel, target);
  }, { signal });
  return () => listening.abort();
}
