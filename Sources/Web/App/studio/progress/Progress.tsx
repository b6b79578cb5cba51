import { lazy, Suspense, useState } from "react";
import { Badge, Button, SegmentedControl } from "../../design/mod.ts";
import { useView, type View } from "../../source/source.ts";
import { Select } from "../Select.tsx";
import { type Skill, skillName } from "../words.ts";
import { Heatmap } from "./Heatmap.tsx";
import { TrendChart } from "./TrendChart.tsx";

const ExportDialog = lazy(() => import("../../exports/ExportDialog.tsx"));

/** Said where there is too little to show anything. Requirement J-462. */
export const sparse = "Add more uploads for better insights!";

/** How a child is coming along: bars, a line through time, a heatmap. Requirements J-211, J-451, J-453, J-460 to J-462. */
export function Progress({ child }: { readonly child: string }) {
  const progress = useView("showProgress", { child }).value;
  const heatmap = useView("showHeatmap", { child, months: 12 }).value;
  const [look, setLook] = useState<"bars" | "line" | "heatmap">("bars");
  const [skill, setSkill] = useState<Skill>();
  const [isMaking, setMaking] = useState(false);
  if (!progress || !heatmap) return null;
  const rows = heatmap.rows.filter(({ cells }) => cells.some((cell) => cell !== null));
  const shown = rows.find((row) => row.skill === skill) ?? rows[0];
  return (
    <section className="studio-card" aria-labelledby="progress-title">
      <div className="progress-head">
        <h2 id="progress-title">Progress</h2>
        {rows.length > 0 && (
          <Button kind="quiet" icon="file-earmark-pdf" onClick={() => setMaking(true)}>Report as PDF</Button>
        )}
      </div>
      {isMaking && (
        <Suspense fallback={null}>
          <ExportDialog
            title="Progress report"
            wish={{ kind: "progress", thing: child, format: "pdf" }}
            onClose={() => setMaking(false)}
          />
        </Suspense>
      )}
      {progress.skills.length === 0 || rows.length === 0 ? <p className="sparse">{sparse}</p> : (
        <>
          <SegmentedControl
            label="Show progress as"
            choices={[
              { value: "bars", label: "Now", icon: "bar-chart-line" },
              { value: "line", label: "Over time", icon: "graph-up" },
              { value: "heatmap", label: "By month", icon: "grid-3x3" },
            ]}
            value={look}
            onChange={setLook}
          />
          {look === "bars" && <Bars skills={progress.skills} />}
          {look === "line" && shown && (
            <>
              <Select label="Skill" value={shown.skill} onChange={(one) => setSkill(one as Skill)}>
                {rows.map((row) => <option key={row.skill} value={row.skill}>{skillName(row.skill)}</option>)}
              </Select>
              <TrendChart
                name={skillName(shown.skill)}
                months={heatmap.months}
                levels={shown.cells.map((cell) => cell?.levelThousandths)}
              />
            </>
          )}
          {look === "heatmap" && <Heatmap months={heatmap.months} rows={rows} />}
        </>
      )}
    </section>
  );
}

function Bars({ skills }: { readonly skills: View<"showProgress">["skills"] }) {
  return (
    <ul className="skill-bars" aria-label="Skills now">
      {skills.map(({ skill, levelThousandths, step, badge, sentence }) => (
        <li key={skill} className="skill-bar">
          <span className="skill-name">{skillName(skill)}</span>
          {step && <Badge>{step}</Badge>}
          {badge && <Badge tone="accent">{badge.split(": ").at(-1)}</Badge>}
          {levelThousandths !== null && (
            <meter min={0} max={1000} value={levelThousandths} aria-label={skillName(skill)} />
          )}
          <p className="field-hint">{sentence}</p>
        </li>
      ))}
    </ul>
  );
}
