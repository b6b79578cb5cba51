/** A change that came too late: somebody replaced the same words meanwhile. Both versions, and what keeps one or both. */

import type { Command } from "../source/api.ts";
import type { RefusedChange, Source } from "../source/source.ts";

/** The words as this device has them and as they are at the service now. */
export interface StaleChange {
  readonly mine: string;
  readonly theirs: string;
  /** The command that puts other words in their place. */
  readonly command: (words: string) => Command;
}

/** What a refused change is about, where it replaced words that others replaced meanwhile. @throws {Problem} */
export async function staleChange(
  source: Source,
  { commands, problem }: RefusedChange,
): Promise<StaleChange | undefined> {
  const [command] = commands;
  if (problem.code !== "stale" || !command || commands.length > 1) return undefined;
  switch (command.type) {
    case "notes.retitleNote": {
      const { title } = await source.ask("showNote", { note: command.note });
      return of(command.title ?? "", title, (words) => ({ ...command, title: words || null }));
    }
    case "notes.renameFolder": {
      const { name } = await source.ask("showFolder", { folder: command.folder });
      return of(command.name, name, (words) => ({ ...command, name: words }));
    }
    case "boards.retitleBoard": {
      const { title } = await source.ask("showBoard", { board: command.board });
      return of(command.title, title, (words) => ({ ...command, title: words }));
    }
    case "boards.retitleCard": {
      const { title } = await source.ask("showCard", { card: command.card });
      return of(command.title, title, (words) => ({ ...command, title: words }));
    }
    case "capture.rewordItem": {
      const { content } = await source.ask("showItem", { item: command.item });
      return of(command.content, content, (words) => ({ ...command, content: words }));
    }
    case "capture.renameCollection": {
      const { name } = await source.ask("showCollection", { collection: command.collection });
      return of(command.name, name, (words) => ({ ...command, name: words }));
    }
    default:
      return undefined;
  }
}

function of(mine: string, theirs: string, command: StaleChange["command"]): StaleChange {
  return { mine, theirs, command };
}

/** Both versions as one, theirs first; those of several lines stand below each other. */
export function bothOf({ mine, theirs }: StaleChange): string {
  return mine.includes("\n") || theirs.includes("\n") ? `${theirs}\n${mine}` : `${theirs} / ${mine}`;
}
