/** Works that a person added and that are not at the service yet, and the commands that they become. */

import type { Command, ImageFacts, PictureFacts } from "../../source/api.ts";
import { isUntouched, type Recipe } from "../pictures/recipe.ts";
import type { Category } from "../words.ts";

/** A picture of a work on its way. */
export interface PendingPicture {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly sizeBytes: number;
  readonly recipe: Recipe;
  /** Where it is uploaded to, once that has begun. */
  readonly address?: string;
  /** Once all of it is there. */
  readonly digest?: string;
  readonly facts?: PictureFacts;
}

/** A work on its way. */
export interface PendingWork {
  readonly id: string;
  readonly child: string;
  readonly title: string;
  readonly notes: string;
  /** The day it was made; empty for the day the pictures say, else today. */
  readonly date: string;
  readonly category: Category;
  readonly tags: readonly string[];
  readonly pictures: readonly PendingPicture[];
  /** Whether it was added again on purpose, although its pictures are here already. */
  readonly isKnownWanted?: boolean;
  /** Why it stopped, until a person retries or discards it. */
  readonly problem?: { readonly code: string; readonly message: string };
}

/** A work whose pictures are all at the service. */
export function isUploaded(work: PendingWork): boolean {
  return work.pictures.every(({ digest }) => digest !== undefined);
}

/** The commands that make the work, on the day `today` of this device. */
export function commandsOf(work: PendingWork, today: string): readonly Command[] {
  const upload: Command = {
    type: "studio.uploadArtwork",
    artwork: work.id,
    child: work.child,
    upload: {
      images: work.pictures.map(factsOf),
      uploaded: today,
      category: work.category,
      ...(work.date ? { date: work.date } : {}),
      ...(work.title ? { caption: work.title } : {}),
      ...(work.notes ? { notes: work.notes } : {}),
      ...(work.tags.length > 0 ? { tags: work.tags } : {}),
    },
    ...(work.isKnownWanted ? { ifKnown: "kept" } : {}),
  };
  const edits = work.pictures.filter(({ recipe }) => !isUntouched(recipe)).map(({ id, recipe }): Command => ({
    type: "studio.editImage",
    artwork: work.id,
    image: id,
    recipe,
  }));
  return [upload, ...edits];
}

function factsOf({ id, name, sizeBytes, digest = "", facts }: PendingPicture): ImageFacts {
  return {
    id,
    file: { name, mediaType: facts?.mediaType ?? "", sizeBytes, digest },
    widthPixels: facts?.widthPixels ?? 0,
    heightPixels: facts?.heightPixels ?? 0,
    orientation: facts?.orientation ?? 1,
    ...(facts?.taken ? { taken: facts.taken } : {}),
  };
}

/** A day as the journal writes it, where this device is: `2026-11-28`. */
export function dayOf(date: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
