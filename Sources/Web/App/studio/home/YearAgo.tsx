import { addDays } from "../../boards/due.ts";
import { useView } from "../../source/source.ts";
import { today } from "../child/birth.ts";
import { WorkRow } from "../gallery/WorkRow.tsx";

/** How near to the day a year ago a work was made, and how many of them are shown. */
const daysAround = 10;
const most = 8;

/** What was made about a year ago, where something was: one comes back to look, and no longer only to add. */
export function YearAgo() {
  const day = addDays(today(), -365);
  const works = useView("showGallery", {
    from: addDays(day, -daysAround),
    through: addDays(day, daysAround),
    limit: most,
  }).value;
  if (!works || works.length === 0) return null;
  return (
    <section aria-labelledby="year-ago-title" className="studio-section">
      <h2 id="year-ago-title">A year ago</h2>
      <WorkRow works={works} label="Works of a year ago" />
    </section>
  );
}
