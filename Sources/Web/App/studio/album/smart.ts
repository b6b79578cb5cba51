/** Filters of albums that fill themselves. */

import type { ArtworkFilter } from "../../source/api.ts";
import type { View } from "../../source/source.ts";
import type { Filter } from "../gallery/filters.ts";
import { categoryName, sayDay, skillName } from "../words.ts";

/** A filter of the gallery as the journal keeps it. */
export function asArtworkFilter({ child, category, skill, tag, from, through, favourites }: Filter): ArtworkFilter {
  return {
    ...child ? { children: [child] } : {},
    ...category ? { categories: [category] } : {},
    ...skill ? { skill } : {},
    ...tag ? { tags: [tag] } : {},
    ...from ? { from } : {},
    ...through ? { through } : {},
    ...favourites ? { favouritesOnly: true } : {},
  };
}

/** A kept filter in words: `Drawing, tagged sea, favourites`. */
export function sayFilter(
  filter: NonNullable<View<"showAlbum">["filter"]>,
  nameOf: (child: string) => string,
): string {
  return [
    ...filter.children.map(nameOf),
    ...filter.categories.map(categoryName),
    ...filter.tags.map((tag) => `tagged ${tag}`),
    filter.skill ? skillName(filter.skill) : "",
    filter.from ? `from ${sayDay(filter.from)}` : "",
    filter.through ? `through ${sayDay(filter.through)}` : "",
    filter.favouritesOnly ? "favourites" : "",
  ].filter(Boolean).join(", ") || "every work";
}
