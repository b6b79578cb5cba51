import { EmptyState, Skeleton } from "../../design/mod.ts";
import { ScreenHead } from "../../inbox/ScreenHead.tsx";
import { Trouble } from "../../inbox/Trouble.tsx";
import { usePlace } from "../../shell/place.ts";
import type { Child } from "../../source/api.ts";
import { useView } from "../../source/source.ts";
import { Avatar } from "../child/Avatar.tsx";
import { useFamily } from "../child/useFamily.ts";
import { WorkRow } from "../gallery/WorkRow.tsx";
import { counted } from "../words.ts";

/** The most works of each child that are shown. */
const recentMost = 8;

/** The studio of a member who sees some children only: each with the works that came last. Requirement J-203. */
export function ReachHome() {
  const { value: family, problem } = useFamily();
  return (
    <div className="screen studio-screen">
      <ScreenHead title="Studio" detail="What is shared with you." />
      <Trouble problem={problem} />
      {!family && !problem && <Skeleton lines={5} label="Loading the studio" />}
      {family?.map((child) => <OneChild key={child.id} child={child} />)}
    </div>
  );
}

function OneChild({ child }: { readonly child: Child }) {
  const works = useView("showGallery", { child: child.id, limit: recentMost }).value;
  const to = usePlace();
  return (
    <section className="studio-section" aria-labelledby={`child-${child.id}`}>
      <a className="child-line" href={to("studio", "children", child.id)}>
        <Avatar child={child} />
        <span className="child-line-text">
          <h2 id={`child-${child.id}`} className="child-line-name">{child.name}</h2>
          <span className="child-line-detail">{counted(child.artworks, "work")}</span>
        </span>
      </a>
      {works?.length === 0 && (
        <EmptyState icon="images" title="No works yet">What is added for {child.name} is shown here.</EmptyState>
      )}
      {works && works.length > 0 && <WorkRow works={works} label={`Works of ${child.name}`} wraps />}
    </section>
  );
}
