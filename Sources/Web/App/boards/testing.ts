/** Throws unless two values say the same, told apart as JSON. */
export function equal(found: unknown, expected: unknown) {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  if (one !== other) throw new Error(`found ${one}\nexpected ${other}`);
}
