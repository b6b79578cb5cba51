import { useEffect, useRef, useState } from "react";
import { Button, Dialog, IconButton, SegmentedControl } from "../../design/mod.ts";
import { useSource, type View } from "../../source/source.ts";
import type { StoryVersion } from "./request.ts";
import { StoryText } from "./StoryText.tsx";
import { useReadAloud } from "./useReadAloud.ts";
import type { IllustratedWork } from "./useStoryWorks.ts";

/** Passages of a page: a short story is one page, to be scrolled. Requirement J-421. */
const pagePassages = 6;

const rates = [{ value: "0.8", label: "Slow" }, { value: "1", label: "Usual" }] as const;

/** A story on the whole screen, to be read and listened to. Requirements J-404, J-418, J-420, J-421. */
export function Reader({ story, version, works, canEdit, onClose }: {
  readonly story: View<"showStory">;
  readonly version: StoryVersion;
  readonly works: readonly IllustratedWork[];
  readonly canEdit: boolean;
  readonly onClose: () => void;
}) {
  const source = useSource();
  const [page, setPage] = useState(0);
  const [rate, setRate] = useState<"0.8" | "1">("1");
  const aloud = useReadAloud(version, Number(rate));
  const text = useRef<HTMLDivElement>(null);
  const pages = Math.max(1, Math.ceil(version.passages.length / pagePassages));
  const spoken = aloud.place?.passage;
  useEffect(() => {
    // That it was read is told once; nobody is asked, and nothing of it is undone.
    if (canEdit) void source.perform({ type: "studio.openStory", story: story.id }).catch(() => undefined);
  }, [source, story.id, canEdit]);
  useEffect(() => {
    if (spoken !== undefined) setPage(Math.floor(spoken / pagePassages));
  }, [spoken]);
  useEffect(() => {
    text.current?.querySelector(".story-spoken")?.scrollIntoView({ block: "center" });
  }, [aloud.place]);
  const turn = (by: number) => {
    setPage(Math.max(0, Math.min(pages - 1, page + by)));
    text.current?.closest(".dialog-content")?.scrollTo({ top: 0 });
  };
  return (
    <Dialog title={story.title} className="reader" onClose={onClose}>
      <div
        ref={text}
        className="reader-text"
        onKeyDown={(event) => {
          if (event.key === "ArrowRight" || event.key === "PageDown") turn(1);
          if (event.key === "ArrowLeft" || event.key === "PageUp") turn(-1);
        }}
      >
        <div className="reader-tools" role="toolbar" aria-label="Read aloud">
          {!aloud.isAble && <p className="field-hint">This browser has no voice to read aloud with.</p>}
          {aloud.isAble && aloud.state !== "reading" && (
            <Button icon="volume-up" data-autofocus onClick={aloud.begin}>
              {aloud.state === "paused" ? "Go on reading" : "Read aloud"}
            </Button>
          )}
          {aloud.state === "reading" && <Button icon="pause" onClick={aloud.pause}>Pause</Button>}
          {aloud.state !== "silent" && <IconButton icon="stop" label="Stop reading" onClick={aloud.stop} />}
          {aloud.isAble && <SegmentedControl label="Pace" choices={rates} value={rate} onChange={setRate} />}
        </div>
        <StoryText
          version={version}
          works={works}
          spoken={aloud.place}
          from={page * pagePassages}
          to={(page + 1) * pagePassages}
        />
        {pages > 1 && (
          <nav className="tip-steps" aria-label="Pages">
            <IconButton icon="chevron-left" label="Page before" disabled={page === 0} onClick={() => turn(-1)} />
            <p role="status">Page {page + 1} of {pages}</p>
            <IconButton
              icon="chevron-right"
              label="Next page"
              disabled={page === pages - 1}
              onClick={() => turn(1)}
            />
          </nav>
        )}
      </div>
    </Dialog>
  );
}
