import { percent, sayMonth } from "../words.ts";
import { sparse } from "./Progress.tsx";

const [width, height, left, bottom] = [600, 220, 44, 26];
/** Points below which a line would say more than is known. */
const pointsLeast = 3;

/** A skill through time as a line, and as a table. Requirements J-460, J-462. */
export function TrendChart({ name, months, levels }: {
  readonly name: string;
  readonly months: readonly string[];
  readonly levels: readonly (number | undefined)[];
}) {
  const x = (at: number) => left + (width - left - 12) * (months.length < 2 ? 0.5 : at / (months.length - 1));
  const y = (level: number) => 8 + (height - bottom - 8) * (1 - level / 1000);
  const points = levels.flatMap((level, at) => level === undefined ? [] : [{ at, level, x: x(at), y: y(level) }]);
  if (points.length < pointsLeast) return <p className="sparse">{sparse}</p>;
  const [first, last] = [points[0], points.at(-1)];
  return (
    <figure className="trend">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${name}: ${percent(first?.level ?? 0)} in ${sayMonth(months[first?.at ?? 0] ?? "")}, ${
          percent(last?.level ?? 0)
        } in ${sayMonth(months[last?.at ?? 0] ?? "")}`}
      >
        {[0, 250, 500, 750, 1000].map((level) => (
          <g key={level}>
            <line className="trend-rule" x1={left} x2={width - 12} y1={y(level)} y2={y(level)} />
            <text className="trend-label" x={left - 6} y={y(level) + 4} textAnchor="end">{level / 10} %</text>
          </g>
        ))}
        {[first, last].map((point) =>
          point && (
            <text
              key={point.at}
              className="trend-label"
              x={point.x}
              y={height - 6}
              textAnchor={point === first ? "start" : "end"}
            >
              {sayMonth(months[point.at] ?? "", "short")}
            </text>
          )
        )}
        <polyline className="trend-line" points={points.map((point) => `${point.x},${point.y}`).join(" ")} />
        {points.map((point) => <circle key={point.at} className="trend-point" cx={point.x} cy={point.y} r={4} />)}
      </svg>
      <details>
        <summary>As a table</summary>
        <table className="trend-table">
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col">{name}</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ at, level }) => (
              <tr key={at}>
                <th scope="row">{sayMonth(months[at] ?? "")}</th>
                <td>{percent(level)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
