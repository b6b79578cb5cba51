/** Which works are shown: kept in the address, so that it can be gone back to and shared. Requirements J-406, J-452. */

import type { Category, Skill } from "../words.ts";

/** A filter of works, as the views take it. */
export interface Filter {
  readonly child?: string;
  readonly category?: Category;
  readonly skill?: Skill;
  readonly tag?: string;
  readonly from?: string;
  readonly through?: string;
  readonly favourites?: boolean;
}

const names = ["child", "category", "skill", "tag", "from", "through"] as const;

/** The filter of an address. */
export function filterOf(query: URLSearchParams): Filter {
  const texts = names.flatMap((name) => query.get(name) ? [[name, query.get(name)]] : []);
  return { ...Object.fromEntries(texts), ...(query.get("favourites") ? { favourites: true } : {}) };
}

/** The query of an address with a filter: `?child=…`, or nothing. */
export function queryOf(filter: Filter): string {
  const query = new URLSearchParams();
  for (const name of names) if (filter[name]) query.set(name, filter[name]);
  if (filter.favourites) query.set("favourites", "1");
  const text = query.toString();
  return text && `?${text}`;
}
