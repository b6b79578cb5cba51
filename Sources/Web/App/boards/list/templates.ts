/** What a new board begins with. */
export interface Template {
  readonly name: string;
  readonly columns: readonly string[];
}

/** The templates in the order in which they are offered. */
export const templates: readonly Template[] = [
  { name: "Simple", columns: ["To do", "Doing", "Done"] },
  { name: "Week", columns: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Weekend"] },
  { name: "Project", columns: ["Ideas", "Next", "In progress", "Waiting", "Done"] },
  { name: "Empty", columns: [] },
];
