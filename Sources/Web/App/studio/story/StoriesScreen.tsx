import { Badge, Button, EmptyState, Skeleton } from "../../design/mod.ts";
import { ScreenHead } from "../../inbox/ScreenHead.tsx";
import { Trouble } from "../../inbox/Trouble.tsx";
import { usePlace } from "../../shell/place.ts";
import { navigate } from "../../shell/router.ts";
import { useWhole } from "../../source/views/whole.ts";
import { FirstUse } from "../../start/FirstUse.tsx";
import { counted } from "../words.ts";
import { statusWords } from "./request.ts";
import { StoryCover } from "./StoryCover.tsx";

/** All stories, those asked for last first. */
export function StoriesScreen({ canEdit }: { readonly canEdit: boolean }) {
  const { items, problem } = useWhole("listStories");
  const to = usePlace();
  const choose = () => navigate(to("studio", "gallery"));
  return (
    <div className="screen studio-screen">
      <ScreenHead title="Stories" detail={items && counted(items.length, "story", "stories")}>
        {canEdit && <Button kind="primary" icon="magic" onClick={choose}>New story</Button>}
      </ScreenHead>
      {canEdit && (
        <FirstUse tip="stories">
          Choose two to five works in the gallery, then “New story”: it is told around your own pictures.
        </FirstUse>
      )}
      <Trouble problem={problem} />
      {!items && !problem && <Skeleton lines={4} label="Loading stories" />}
      {items?.length === 0 && (
        <EmptyState icon="book" title="No stories yet">
          Select two to five works in the gallery, and have a story told around them.
        </EmptyState>
      )}
      {items && items.length > 0 && (
        <ul className="story-grid" aria-label="Stories">
          {items.map((story) => (
            <li key={story.id}>
              <a className="story-tile" href={to("studio", "stories", story.id)}>
                <StoryCover story={story.id} />
                <span className="child-line-text">
                  <span className="child-line-name">{story.title}</span>
                  <span className="child-line-detail">
                    {counted(story.artworks, "work")}
                    {story.versions > 1 && ` · ${story.versions} versions`}
                  </span>
                </span>
                {story.status !== "told" && (
                  <Badge tone={story.status === "pending" ? "accent" : "warm"}>{statusWords[story.status]}</Badge>
                )}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
