import type { View } from "../../source/source.ts";
import { percent, sayMonth, skillName } from "../words.ts";

/** Skills by month as a table whose cells are coloured, so that nothing is told by colour alone. Requirement J-211. */
export function Heatmap({ months, rows }: {
  readonly months: readonly string[];
  readonly rows: View<"showHeatmap">["rows"];
}) {
  return (
    <div className="heatmap-room" tabIndex={0} role="region" aria-label="Skills by month">
      <table className="heatmap">
        <caption className="visually-hidden">Skills by month</caption>
        <thead>
          <tr>
            <th scope="col">Skill</th>
            {months.map((month) => <th key={month} scope="col">{sayMonth(month, "short")}</th>)}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ skill, cells }) => (
            <tr key={skill}>
              <th scope="row">{skillName(skill)}</th>
              {cells.map((cell, at) => (
                <td
                  key={months[at]}
                  data-heat={cell ? Math.min(4, Math.floor(cell.levelThousandths / 200)) : undefined}
                >
                  {cell ? percent(cell.levelThousandths) : <span className="visually-hidden">nothing</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
