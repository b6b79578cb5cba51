import { lazy, Suspense, useState } from "react";
import { Banner, Button, EmptyState, IconButton, Menu, type MenuItem, Skeleton } from "../../design/mod.ts";
import { useAct } from "../../boards/acting.tsx";
import { usePlace } from "../../shell/place.ts";
import { navigate, useTitle } from "../../shell/router.ts";
import { useSource, useView, type View } from "../../source/source.ts";
import type { ExportWish } from "../../exports/exporting.ts";
import { Reader } from "./Reader.tsx";
import { requestOf, shownVersion, statusWords, type StoryVersion } from "./request.ts";
import { RetitleDialog } from "./RetitleDialog.tsx";
import { ShareWork } from "../work/ShareWork.tsx";
import { shareStory } from "./shareStory.ts";
import { StorySheet } from "./StorySheet.tsx";
import { StoryText } from "./StoryText.tsx";
import { useStoryWorks } from "./useStoryWorks.ts";

const ExportDialog = lazy(() => import("../../exports/ExportDialog.tsx"));

/** The files that a story is saved as. */
const files: readonly { readonly format: ExportWish["format"]; readonly label: string; readonly icon: string }[] = [
  { format: "pdf", label: "Save as PDF", icon: "file-earmark-pdf" },
  { format: "epub", label: "Save as an e-book (EPUB)", icon: "book" },
  { format: "opus", label: "Save read aloud (sound)", icon: "headphones" },
];

/** One story: told, being told, or why not; its versions. Requirements J-413, J-414, J-416 to J-419. */
export function StoryScreen({ story: id, query, canEdit }: {
  readonly story: string;
  readonly query: URLSearchParams;
  readonly canEdit: boolean;
}) {
  const { value: story, problem } = useView("showStory", { story: id });
  const source = useSource();
  const act = useAct();
  const to = usePlace();
  const [open, setOpen] = useState<"reader" | "anew" | "title" | "share">();
  const [saved, setSaved] = useState<(typeof files)[number]>();
  useTitle(story?.title);
  const version = story && shownVersion(story, Number(query.get("version") ?? 0) || undefined);
  const works = useStoryWorks(version?.artworks ?? []);
  if (problem) {
    return (
      <EmptyState
        icon="exclamation-circle"
        title="This story cannot be shown"
        action={<a href={to("studio", "stories")}>All stories</a>}
      >
        {problem.message}
      </EmptyState>
    );
  }
  if (!story || !version) return <Skeleton lines={5} label="Loading the story" />;
  const isLive = story.state === "live";
  const last = Math.max(...story.versions.map((one) => one.version));
  const trash = async () => {
    if (await act({ type: "studio.trashStory", story: id }, `“${story.title}” moved to the trash`)) {
      navigate(to("studio", "stories"));
    }
  };
  const show = (wanted: number) => navigate(`${to("studio", "stories", id)}?version=${wanted}`, { replace: true });
  const isTold = version.status === "told";
  const versions = story.versions.map((one): MenuItem => ({
    label: `Version ${one.version}: ${one.theme}, ${statusWords[one.status].toLowerCase()}`,
    isChosen: one.version === version.version,
    onSelect: () => show(one.version),
  }));
  return (
    <div className="screen studio-screen story">
      <header className="work-head">
        <IconButton icon="chevron-left" label="Back to stories" onClick={() => navigate(to("studio", "stories"))} />
        <div className="work-head-text">
          <h1>{story.title}</h1>
          <p className="screen-detail">{version.theme} · with {version.names.join(", ")}</p>
        </div>
        <div className="screen-head-actions">
          {versions.length > 1 && <Menu label="Versions" icon="clock-history" sections={[versions]} />}
          {isTold && (
            <IconButton
              icon="share"
              label="Share"
              onClick={() => void shareStory(story.title, version, location.href)}
            />
          )}
          {isLive && (canEdit || isTold) && (
            <Menu
              label="More for this story"
              icon="three-dots"
              sections={[
                ...isTold ? [files.map((file) => ({ ...file, onSelect: () => setSaved(file) }))] : [],
                ...isTold && isLive
                  ? [[{ label: "Links for others…", icon: "link-45deg", onSelect: () => setOpen("share") }]]
                  : [],
                ...canEdit
                  ? [
                    [{ label: "Rename", icon: "pencil", onSelect: () => setOpen("title") }],
                    [{ label: "Move to the trash", icon: "trash3", isDanger: true, onSelect: () => void trash() }],
                  ]
                  : [],
              ]}
            />
          )}
        </div>
      </header>
      {!isLive && (
        <div className="studio-card work-trashed">
          <p>This story is in the trash.</p>
          {canEdit && (
            <Button
              kind="primary"
              onClick={() => void act({ type: "studio.restoreStory", story: id }, `“${story.title}” restored`)}
            >
              Restore it
            </Button>
          )}
        </div>
      )}
      <Standing
        version={version}
        onAnew={canEdit && isLive && version.version === last ? () => setOpen("anew") : undefined}
        onCancel={canEdit && isLive && story.versions.length === 1 ? () => void trash() : undefined}
      />
      {isTold && (
        <>
          <div className="story-actions">
            <Button kind="primary" icon="book" onClick={() => setOpen("reader")}>Read</Button>
            {canEdit && isLive && <Button icon="magic" onClick={() => setOpen("anew")}>Edit and tell anew</Button>}
          </div>
          <StoryText version={version} works={works} />
        </>
      )}
      {saved && (
        <Suspense fallback={null}>
          <ExportDialog
            title={saved.label}
            wish={{ kind: "story", thing: id, format: saved.format }}
            onClose={() => setSaved(undefined)}
          />
        </Suspense>
      )}
      {open === "reader" && (
        <Reader
          story={story}
          version={version}
          works={works}
          canEdit={canEdit}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === "share" && (
        <ShareWork
          thing={story.id}
          title={story.title}
          noun="story"
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === "title" && <RetitleDialog story={story} onClose={() => setOpen(undefined)} />}
      {open === "anew" && (
        <StorySheet
          title="Tell it anew"
          works={works}
          first={requestOf(version)}
          onClose={() => setOpen(undefined)}
          does={async (request) => {
            await source.perform(
              { type: "studio.regenerateStory", story: id, version: last + 1, request },
              "Told anew; the earlier version is kept",
            );
            setOpen(undefined);
            show(last + 1);
          }}
        />
      )}
    </div>
  );
}

function Standing({ version: { status, reason }, onAnew, onCancel }: {
  readonly version: StoryVersion;
  readonly onAnew: (() => void) | undefined;
  readonly onCancel: (() => void) | undefined;
}) {
  if (status === "told") return null;
  if (status === "pending") {
    return (
      <div className="studio-card story-pending" role="status">
        <span className="spinner" aria-hidden="true" />
        <div>
          <p className="story-pending-words">Weaving magic…</p>
          <p className="field-hint">You can go on with something else; the story appears here by itself.</p>
        </div>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    );
  }
  return (
    <Banner
      tone="warm"
      icon="exclamation-circle"
      actions={onAnew && (
        <Button onClick={onAnew}>{status === "blocked" ? "Change and tell anew" : "Try again?"}</Button>
      )}
    >
      {status === "blocked"
        ? "This story was held back, since something in it may not be for children. It is not shown."
        : status === "stopped"
        ? "This story was stopped, since stories were turned off."
        : `This story could not be told${reason ? `: ${reason}` : ""}.`}
    </Banner>
  );
}

/** A story as the view tells it. */
export type Story = View<"showStory">;
