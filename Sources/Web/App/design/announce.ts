/**
 * Says something to those who hear the page, without moving the focus: "To do, place 2 of 5".
 * The live region is in `index.html`, so that it is there before the first word.
 */
export function announce(text: string) {
  const region = document.getElementById("announcements");
  if (!region) return;
  // The same words twice would not be said twice: a line of its own is.
  const line = document.createElement("p");
  line.textContent = text;
  region.replaceChildren(line);
}
