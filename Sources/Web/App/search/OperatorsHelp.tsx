import { Dialog } from "../design/mod.ts";

const operators: readonly (readonly [string, string])[] = [
  ["kamera schrank", "Both words, anywhere in one thing"],
  ['"im Schrank"', "The phrase as it stands"],
  ["kam*", "Words that begin so"],
  ["-broken", "Things without the word"],
  ["kamera OR foto", "Either of them"],
  ["tag:house", "With the tag, or one within it"],
  ['in:Projects, in:"To do"', "In a folder, board, column, plan or list"],
  ["type:note", "One kind: note, folder, card, board, column, item, collection"],
  ["is:done", "done, open, starred, archived or trashed"],
  ["has:attachment", "attachment, drawing, checklist, comment or tag"],
  ["before:2026-11", "Changed before that day, month or year"],
  ["after:2026-11-22", "Changed then or later"],
];

/** What can be written into the search box; a choice puts it there. */
export function OperatorsHelp({ onChoose, onClose }: {
  readonly onChoose: (term: string) => void;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title="What you can search for" onClose={onClose} className="operators">
      <ul className="choices">
        {operators.map(([term, meaning]) => (
          <li key={term}>
            <button
              type="button"
              className="choice"
              onClick={() => {
                onClose();
                onChoose(term.split(",")[0] ?? term);
              }}
            >
              <code>{term}</code>
              <span className="choice-detail">{meaning}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
