import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Acting } from "../boards/acting.tsx";
import { EmptyState, Icon } from "../design/mod.ts";
import { Link } from "../shell/Link.tsx";
import { useAccess } from "../shell/access.ts";
import { usePlace } from "../shell/place.ts";
import { navigate, useRoute } from "../shell/router.ts";
import { AlbumScreen } from "./album/AlbumScreen.tsx";
import { AlbumsScreen } from "./album/AlbumsScreen.tsx";
import { Adder } from "./capture/adding.tsx";
import { ChildrenScreen } from "./child/ChildrenScreen.tsx";
import { ChildScreen } from "./child/ChildScreen.tsx";
import { GalleryScreen } from "./gallery/GalleryScreen.tsx";
import { HomeScreen } from "./home/HomeScreen.tsx";
import { ReachHome } from "./home/ReachHome.tsx";
import { MilestonesScreen } from "./milestone/MilestonesScreen.tsx";
import { mint, useSource } from "../source/source.ts";
import { StoriesScreen } from "./story/StoriesScreen.tsx";
import { StoryScreen } from "./story/StoryScreen.tsx";
import { StorySheet, type StoryWork } from "./story/StorySheet.tsx";
import { TimelineScreen } from "./timeline/TimelineScreen.tsx";
import { TipsScreen } from "./tips/TipsScreen.tsx";
import { WorkScreen } from "./work/WorkScreen.tsx";

interface ScreenProps {
  readonly rest: readonly string[];
  readonly query: URLSearchParams;
}

const sections = [
  { path: [], label: "Home", icon: "house" },
  { path: ["gallery"], label: "Gallery", icon: "images" },
  { path: ["timeline"], label: "Timeline", icon: "calendar3" },
  { path: ["stories"], label: "Stories", icon: "book" },
  { path: ["albums"], label: "Albums", icon: "collection" },
  { path: ["tips"], label: "Tips", icon: "lightbulb" },
  { path: ["children"], label: "Children", icon: "people" },
] as const;

/** The screens below `studio`. */
export default function StudioArea({ rest, query }: ScreenProps) {
  const { canEdit, reach } = useAccess();
  const [asked, setAsked] = useState<readonly StoryWork[]>();
  const { path } = useRoute();
  useLayoutEffect(() => {
    // The screens share what scrolls them: each begins at its top.
    document.querySelector(".studio-scroller")?.scrollTo({ top: 0, behavior: "instant" });
  }, [path]);
  return (
    <Acting className="studio screen-fill">
      <Adder canEdit={canEdit} className="studio-scroller">
        <Sections />
        <Screen rest={rest} query={reach ? within(query, reach) : query} canEdit={canEdit} onStory={setAsked} />
        {asked && <NewStory works={asked} onClose={() => setAsked(undefined)} />}
      </Adder>
    </Acting>
  );
}

/** The sections side by side. Requirement J-601. */
function Sections() {
  const to = usePlace();
  const { path } = useRoute();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On telephones there are more of them than fit.
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [path]);
  return (
    <nav ref={nav} className="sections studio-sections" aria-label="Studio">
      <ul className="fading">
        {sections.map(({ path, label, icon }) => (
          <li key={label}>
            <Link className="section-link" href={to("studio", ...path)} isCurrentWithin={path.length > 0}>
              <Icon name={icon} />
              <span>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function NewStory({ works, onClose }: { readonly works: readonly StoryWork[]; readonly onClose: () => void }) {
  const source = useSource();
  const to = usePlace();
  return (
    <StorySheet
      title="Create a story"
      works={works}
      onClose={onClose}
      does={async (request) => {
        const story = mint();
        await source.perform({ type: "studio.requestStory", story, request }, "Story asked for");
        onClose();
        navigate(to("studio", "stories", story));
      }}
    />
  );
}

function Screen({ rest: [section, id, ...more], query, canEdit, onStory }: ScreenProps & {
  readonly canEdit: boolean;
  readonly onStory: (works: readonly StoryWork[]) => void;
}) {
  const to = usePlace();
  const { reach } = useAccess();
  // Albums and the list of children are the family's: changed by those who see all of it.
  const canEditFamily = canEdit && !reach;
  if (more.length === 0) {
    if (section === undefined) return reach ? <ReachHome /> : <HomeScreen canEdit={canEdit} />;
    if (section === "gallery" && id === undefined) {
      return <GalleryScreen query={query} canEdit={canEdit} onStory={onStory} />;
    }
    if (section === "works" && id !== undefined) {
      return <WorkScreen key={id} artwork={id} query={query} canEdit={canEdit} />;
    }
    if (section === "timeline" && id === undefined) return <TimelineScreen query={query} />;
    if (section === "milestones" && id === undefined) return <MilestonesScreen canEdit={canEdit} />;
    if (section === "stories") {
      return id === undefined
        ? <StoriesScreen canEdit={canEdit} />
        : <StoryScreen key={id} story={id} query={query} canEdit={canEdit} />;
    }
    if (section === "albums") {
      return id === undefined
        ? <AlbumsScreen canEdit={canEditFamily} />
        : <AlbumScreen key={id} album={id} canEdit={canEditFamily} />;
    }
    if (section === "tips" && id === undefined) return <TipsScreen canEdit={canEdit} />;
    if (section === "children") {
      return id === undefined
        ? <ChildrenScreen canEdit={canEditFamily} />
        : <ChildScreen key={id} child={id} canEdit={canEdit} />;
    }
  }
  return (
    <EmptyState icon="compass" title="Nothing is here" action={<a href={to("studio")}>Go to the studio</a>}>
      This address leads nowhere.
    </EmptyState>
  );
}

/** The same query without a child that is not seen: the service refuses to be asked about it. */
function within(query: URLSearchParams, reach: readonly string[]): URLSearchParams {
  const narrowed = new URLSearchParams(query);
  if (!reach.includes(query.get("child") ?? "")) narrowed.delete("child");
  return narrowed;
}
