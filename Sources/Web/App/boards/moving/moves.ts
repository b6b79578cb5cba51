/** What a board shows while things are on their way: moves that are not in the views yet, and a card that keys have lifted. */

import { useCallback, useMemo, useReducer } from "react";
import { type Lane, moved, type Place, placeAt, type Target } from "./lanes.ts";

/** A card that keys have lifted: where it was, and where it would be put. */
export interface Lifted {
  readonly card: string;
  readonly from: Place;
  readonly place: Place;
}

interface Moves {
  /** Cards that were put down, until the view has them there. */
  readonly sent: ReadonlyMap<string, Target>;
  readonly lifted: Lifted | undefined;
}

type Change =
  | { readonly kind: "sent"; readonly card: string; readonly target: Target }
  | { readonly kind: "settled"; readonly card: string; readonly target: Target }
  | { readonly kind: "lifted"; readonly lifted: Lifted | undefined };

function changed(moves: Moves, change: Change): Moves {
  if (change.kind === "lifted") return { ...moves, lifted: change.lifted };
  const sent = new Map(moves.sent);
  if (change.kind === "sent") sent.set(change.card, change.target);
  else if (sent.get(change.card) === change.target) sent.delete(change.card);
  return { ...moves, sent };
}

/**
 * The lanes as they are shown, and how to change what is on its way.
 *
 * @param send makes a move durable; settled either way, the view says how it is.
 */
export function useMoves(lanes: readonly Lane[], send: (card: string, target: Target) => Promise<boolean>) {
  const [moves, dispatch] = useReducer(changed, { sent: new Map(), lifted: undefined });
  const shown = useMemo(() => {
    let after = lanes;
    for (const [card, target] of moves.sent) after = moved(after, card, placeAt(after, card, target));
    return moves.lifted ? moved(after, moves.lifted.card, moves.lifted.place) : after;
  }, [lanes, moves]);
  const move = useCallback(async (card: string, target: Target) => {
    dispatch({ kind: "sent", card, target });
    try {
      return await send(card, target);
    } finally {
      dispatch({ kind: "settled", card, target });
    }
  }, [send]);
  const lift = useCallback((lifted: Lifted | undefined) => dispatch({ kind: "lifted", lifted }), []);
  return { shown, lifted: moves.lifted, move, lift };
}
