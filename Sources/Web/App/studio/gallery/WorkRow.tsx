import { type TileWork, WorkTile } from "./WorkTile.tsx";

/** A few works below a heading: in one row that goes on past the edge, or in as many rows as they need. */
export function WorkRow({ works, label, wraps = false }: {
  readonly works: readonly TileWork[];
  readonly label: string;
  readonly wraps?: boolean;
}) {
  return (
    <ul className={wraps ? "work-grid" : "work-row fading"} aria-label={label}>
      {works.map((work) => (
        <li key={work.id}>
          <WorkTile work={work} among={works} isNameShown />
        </li>
      ))}
    </ul>
  );
}
