import { type FormEvent, useState } from "react";
import { Icon } from "../../design/mod.ts";
import { usePlace } from "../../shell/place.ts";
import { navigate } from "../../shell/router.ts";

/** The field above a list that leads to the search among all notes. Requirement N-619. */
export function FindNotes() {
  const [words, setWords] = useState("");
  const to = usePlace();
  const find = (event: FormEvent) => {
    event.preventDefault();
    if (words.trim()) navigate(`${to("search")}?q=${encodeURIComponent(`${words.trim()} type:note`)}`);
  };
  return (
    <form role="search" className="notes-find" onSubmit={find}>
      <Icon name="search" />
      <input
        type="search"
        aria-label="Search notes"
        placeholder="Search notes"
        enterKeyHint="search"
        maxLength={900}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
    </form>
  );
}
