import { lazy, Suspense, useRef, useState } from "react";
import { Button, EmptyState, IconButton, SegmentedControl } from "../../design/mod.ts";
import { ScreenHead } from "../../inbox/ScreenHead.tsx";
import { Trouble } from "../../inbox/Trouble.tsx";
import { useAccess } from "../../shell/access.ts";
import { usePlace } from "../../shell/place.ts";
import { navigate } from "../../shell/router.ts";
import { useView } from "../../source/source.ts";
import { FilterBar } from "../gallery/FilterBar.tsx";
import { type Filter, filterOf, queryOf } from "../gallery/filters.ts";
import { counted } from "../words.ts";
import { edges, useDensity } from "./density.ts";
import { TimelinePage } from "./TimelinePage.tsx";

const TimelineExport = lazy(() => import("../../exports/TimelineExport.tsx"));

/** Works of a page: the view gives 200 at most. */
export const pageSize = 60;

/** How works are put together. */
export type Grouping = "month" | "year";

/** Works by the months they were made in, with milestones and trends. Requirements J-450 to J-458. */
export function TimelineScreen({ query }: { readonly query: URLSearchParams }) {
  const filter = filterOf(query);
  const to = usePlace();
  const { reach } = useAccess();
  const stage = useRef<HTMLDivElement>(null);
  const density = useDensity(stage);
  const [grouping, setGrouping] = useState<Grouping>("month");
  const [isSaving, setSaving] = useState(false);
  const { value, problem } = useView("showTimeline", { ...filter, limit: pageSize });
  return (
    <div ref={stage} className="screen studio-screen timeline">
      <ScreenHead title="Timeline" detail={value && counted(value.total, "work")}>
        <IconButton
          icon="zoom-out"
          label="Smaller pictures"
          keys="-"
          disabled={!density.canShrink}
          onClick={() => density.change(-1)}
        />
        <IconButton
          icon="zoom-in"
          label="Larger pictures"
          keys="+"
          disabled={!density.canGrow}
          onClick={() => density.change(1)}
        />
        {value !== undefined && value.total > 0 && (
          <IconButton
            icon="download"
            label="Save the timeline"
            onClick={() => setSaving(true)}
          />
        )}
      </ScreenHead>
      <FilterBar
        filter={filter}
        onChange={(next) => navigate(to("studio", "timeline") + queryOf(next), { replace: true })}
      >
        <SegmentedControl
          label="By"
          choices={[{ value: "month", label: "Months" }, { value: "year", label: "Years" }]}
          value={grouping}
          onChange={setGrouping}
        />
        {!reach && <Button icon="trophy" onClick={() => navigate(to("studio", "milestones"))}>Milestones</Button>}
      </FilterBar>
      <Trouble problem={problem} />
      {isSaving && (
        <Suspense fallback={null}>
          <TimelineExport first={filter} onClose={() => setSaving(false)} />
        </Suspense>
      )}
      {value?.total === 0 && (
        Object.keys(filter).length > 0
          ? <EmptyState icon="funnel" title="No work matches">Change or clear the filter to see others.</EmptyState>
          : (
            <EmptyState icon="calendar3" title="The timeline begins with the first work">
              Add pictures, old ones too: each stands at the day it was made.
            </EmptyState>
          )
      )}
      <Pages key={JSON.stringify(filter)} filter={filter} grouping={grouping} level={density.level} />
    </div>
  );
}

/** Pages one after another, each asked for as the one before comes into sight. Requirements J-455, J-456. */
function Pages({ filter, grouping, level }: {
  readonly filter: Filter;
  readonly grouping: Grouping;
  readonly level: number;
}) {
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined]);
  return (
    <div className="timeline-line" data-level={level} style={{ ["--edge" as string]: `${edges[level]}rem` }}>
      {cursors.map((after, place) => (
        <TimelinePage
          key={after ?? ""}
          filter={filter}
          after={after}
          grouping={grouping}
          onEnd={place === cursors.length - 1
            ? (next) => setCursors((now) => now.includes(next) ? now : [...now, next])
            : undefined}
        />
      ))}
    </div>
  );
}
