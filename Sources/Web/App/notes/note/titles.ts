/** What a note without a title is called. */
export const untitled = "Untitled Note";
