import { Button, Dialog } from "../design/mod.ts";
import { useSource } from "../source/source.ts";
import { copied, ReadOnlyLinks } from "./ReadOnlyLinks.tsx";
import { canHandOn, fileNameOf, handOn, markdownOf, saveFile } from "./shareLinks.ts";

/** Ways to give a note to somebody: a link that anybody can read, another program, a file. Requirements N-041, N-515, N-624. */
export function ShareDialog({ note, title, text, onClose }: {
  readonly note: string;
  readonly title: string;
  readonly text: () => string;
  readonly onClose: () => void;
}) {
  const { workspace } = useSource();
  const own = `${location.origin}/w/${workspace}/notes/${note}`;
  return (
    <Dialog title="Share" className="share-dialog" onClose={onClose}>
      <ReadOnlyLinks thing={note} title={title} noun="note" />
      <section className="share-section" aria-labelledby="share-others">
        <h3 id="share-others">Other ways</h3>
        <div className="share-ways">
          {canHandOn() && (
            <Button icon="share" onClick={() => void handOn({ title, text: markdownOf(title, text()) })}>Send…</Button>
          )}
          <Button icon="download" onClick={() => saveFile(fileNameOf(title), markdownOf(title, text()))}>
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
