import { useState } from "react";
import { Button, Dialog } from "../design/mod.ts";
import { fileNameOf, saveFile } from "../exports/handing.ts";
import { Making } from "../exports/Making.tsx";
import { InviteDialog } from "../family/InviteDialog.tsx";
import type { DrawnInk } from "../notes/ink/drawings.ts";
import { useSource } from "../source/source.ts";
import { useFamily } from "../studio/child/useFamily.ts";
import { Drawings } from "./Drawings.tsx";
import { copied, ReadOnlyLinks } from "./ReadOnlyLinks.tsx";
import { canHandOn, handOn, markdownOf } from "./shareLinks.ts";
import { WriteTogether } from "./WriteTogether.tsx";

/** Ways to give a note to somebody: a link that anybody can read, a member who writes with one, another program, a file. Requirements N-041, N-515, N-624, B-107. */
export function ShareDialog({ note, title, text, inks, saved, onClose }: {
  readonly note: string;
  readonly title: string;
  readonly text: () => string;
  readonly inks: readonly DrawnInk[];
  /** Resolves once all that was written is handed over. */
  readonly saved: () => Promise<void>;
  readonly onClose: () => void;
}) {
  const source = useSource();
  const { workspace } = source;
  const [isMaking, setMaking] = useState(false);
  const [isInviting, setInviting] = useState(false);
  const family = useFamily().value ?? [];
  const makePDF = async () => {
    await saved();
    // The service makes it of what it has.
    await source.syncNow();
    setMaking(true);
  };
  const own = `${location.origin}/w/${workspace}/notes/${note}`;
  if (isMaking) {
    return (
      <Dialog title="Save as PDF" onClose={onClose}>
        <Making wish={{ kind: "note", thing: note, format: "pdf" }} onClose={onClose} />
      </Dialog>
    );
  }
  if (isInviting) {
    return (
      <InviteDialog
        workspace={workspace}
        family={family}
        note={{ title, address: own }}
        onClose={() => setInviting(false)}
        onInvited={() => undefined}
      />
    );
  }
  return (
    <Dialog title="Share" className="share-dialog" onClose={onClose}>
      <WriteTogether onInvite={() => setInviting(true)} />
      <ReadOnlyLinks thing={note} title={title} noun="note" />
      <Drawings title={title} inks={inks} />
      <section className="share-section" aria-labelledby="share-others">
        <h3 id="share-others">Other ways</h3>
        <div className="share-ways">
          {canHandOn() && (
            <Button icon="share" onClick={() => void handOn({ title, text: markdownOf(title, text()) })}>Send…</Button>
          )}
          <Button icon="file-earmark-pdf" onClick={() => void makePDF()}>Save as PDF</Button>
          <Button
            icon="download"
            onClick={() =>
              saveFile(fileNameOf(title, "md"), new Blob([markdownOf(title, text())], { type: "text/markdown" }))}
          >
            Save as Markdown
          </Button>
          <Button icon="link-45deg" onClick={() => void copied(own, "Link for members copied")}>
            Copy link for members
          </Button>
        </div>
      </section>
    </Dialog>
  );
}
