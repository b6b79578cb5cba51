/** The mark by which a sealed note is known, for those who never open one. */

/** The first line of a sealed body. */
export const beginning = "-----BEGIN DAYBOOK SEALED NOTE-----";

/** True for the body or the snippet of a sealed note. */
export function isSealed(text: string | undefined): boolean {
  return text?.startsWith(beginning) ?? false;
}
