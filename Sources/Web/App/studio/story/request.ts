/** What a story is asked for with. */

import type { StoryRequest } from "../../source/api.ts";
import type { View } from "../../source/source.ts";

type Story = View<"showStory">;

/** A story, and one of its versions. */
export type StoryVersion = Story["versions"][number];

/** Themes that are offered; any other may be written. Requirements J-403, J-411. */
export const themes: readonly string[] = ["Adventure", "Fantasy", "Friendship", "Animals", "Bedtime"];

/** The states of a story in words. */
export const statusWords: Readonly<Record<StoryVersion["status"], string>> = {
  pending: "Being told",
  told: "Told",
  blocked: "Held back",
  failed: "Did not succeed",
  stopped: "Stopped",
};

/** The request of a version, to begin another one with. */
export function requestOf({ artworks, theme, names, length, note }: StoryVersion): StoryRequest {
  return { artworks, theme, names, length, note };
}

/** The version that is shown: the one that is asked for, else the last that was told, else the last. */
export function shownVersion({ versions, shown }: Story, wanted: number | undefined): StoryVersion | undefined {
  return versions.find(({ version }) => version === wanted) ?? versions.find(({ version }) => version === shown) ??
    versions.at(-1);
}
