/** The works among which one was opened, so that one goes on to the next as in a book: kept while the page is there. */

let order: readonly string[] = [];

/** Remembers the list that a work is opened from. */
export function openAmong(works: readonly { readonly id: string }[]) {
  order = works.map(({ id }) => id);
}

/** The works before and after one in the list that it was opened from. */
export function neighboursOf(
  work: string,
): { readonly previous: string | undefined; readonly next: string | undefined } {
  const at = order.indexOf(work);
  return at < 0 ? { previous: undefined, next: undefined } : { previous: order[at - 1], next: order[at + 1] };
}
