import { useState } from "react";
import { Button, FormDialog, SegmentedControl, TextArea, TextField } from "../../design/mod.ts";
import type { Command, StoryRequest } from "../../source/api.ts";
import { Problem, useSource, useView } from "../../source/source.ts";
import { answering, isAllowed } from "../child/consent.ts";
import { noticeOf } from "../child/providers.ts";
import { useProviders } from "../child/useProviders.ts";
import { TilePicture } from "../gallery/WorkTile.tsx";
import { tagsOf } from "../words.ts";
import { themes } from "./request.ts";
import { useAccess } from "../../shell/access.ts";

/** A work that a story is told around. */
export interface StoryWork {
  readonly id: string;
  readonly title: string;
  readonly child: string;
  readonly childName: string;
  readonly digest: string | null;
}

/** Asks what a story is about, and asks for it. Requirements J-401, J-403, J-411, J-419. */
export function StorySheet({ works, first, title, does, onClose }: {
  readonly works: readonly StoryWork[];
  /** What it begins with, where a story is told anew. */
  readonly first?: StoryRequest;
  readonly title: string;
  /** Asks for the story. @throws {Problem} */
  readonly does: (request: StoryRequest) => Promise<void>;
  readonly onClose: () => void;
}) {
  const source = useSource();
  const { isOwner } = useAccess();
  const consents = useView("listConsents", {}).value;
  const children = [...new Map(works.map((work) => [work.child, work.childName]))];
  const [theme, setTheme] = useState(first?.theme ?? "Adventure");
  const [own, setOwn] = useState(first && !themes.includes(first.theme) ? first.theme : "");
  const [names, setNames] = useState((first?.names ?? children.map(([, name]) => name)).join(", "));
  const [length, setLength] = useState<"short" | "medium">(first?.length ?? "short");
  const [note, setNote] = useState(first?.note ?? "");
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const providers = useProviders();
  const off = consents ? children.filter(([id]) => !isAllowed(consents, "stories", id)) : [];

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
      setFault(undefined);
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      setFault(thrown.message);
    } finally {
      setBusy(false);
    }
  };
  const allow = () =>
    void attempt(() =>
      source.perform(
        off.map(([id]): Command => answering("stories", id, true, noticeOf(providers, "stories"))),
        "Stories are on",
      )
    );
  const ask = () =>
    void attempt(() =>
      does({
        artworks: works.map(({ id }) => id),
        theme: own.trim() || theme,
        names: tagsOf(names),
        length,
        ...note.trim() ? { note: note.trim() } : {},
      })
    );
  return (
    <FormDialog
      title={title}
      submit="Tell the story"
      icon="magic"
      className="story-sheet"
      isBusy={isBusy || off.length > 0}
      fault={fault}
      onSubmit={ask}
      onClose={onClose}
    >
      <ul className="story-works" aria-label="Works in this story">
        {works.map((work) => (
          <li key={work.id} className="story-work">
            <TilePicture work={work} />
            <span className="visually-hidden">{work.title}</span>
          </li>
        ))}
      </ul>
      <SegmentedControl
        label="Theme"
        isLabelHidden={false}
        choices={themes.map((value) => ({ value, label: value }))}
        value={own ? "" : theme}
        onChange={(value) => {
          setTheme(value);
          setOwn("");
        }}
      />
      <TextField
        label="Or a theme of your own"
        value={own}
        onChange={setOwn}
        maxLength={100}
        placeholder="A journey to the moon"
      />
      <TextField
        label="Names"
        hint="Who is in it; with commas between them."
        value={names}
        onChange={setNames}
        required
      />
      <SegmentedControl
        label="Length"
        isLabelHidden={false}
        choices={[{ value: "short", label: "Short" }, { value: "medium", label: "Medium" }]}
        value={length}
        onChange={setLength}
      />
      <TextArea
        label="Anything else"
        value={note}
        onChange={setNote}
        placeholder="The dog should be brave."
        maxLength={1000}
      />
      {off.length > 0 && (
        <div className="consent">
          <div className="consent-text">
            <p>
              Stories are off for{" "}
              {off.map(([, name]) => name).join(" and ")}. To tell one, Daybook has to look at the works that you chose.
              {!isOwner && " An owner of this workspace can allow it, under Children."}
            </p>
            {isOwner && (
              <div className="consent-actions">
                <Button onClick={allow} isBusy={isBusy}>Allow stories</Button>
              </div>
            )}
          </div>
        </div>
      )}
    </FormDialog>
  );
}
