/** The text in the place of a picture: what it is, and what an analysis saw in it, if one said. Requirement J-415. */
export function withDescription(title: string, description: string | undefined): string {
  return description ? `${title}: ${description}` : title;
}
