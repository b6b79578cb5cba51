import { Button, Dialog } from "../../design/mod.ts";
import { copied, ReadOnlyLinks } from "../../sharing/ReadOnlyLinks.tsx";

/** Ways to give a work, an album or a story to grandparents and teachers. Requirement J-464. */
export function ShareWork({ thing, title, noun, onClose }: {
  readonly thing: string;
  readonly title: string;
  readonly noun: "work" | "album" | "story";
  readonly onClose: () => void;
}) {
  return (
    <Dialog title="Share" className="share-dialog" onClose={onClose}>
      <ReadOnlyLinks thing={thing} title={title} noun={noun} />
      <section className="share-section" aria-labelledby="share-family">
        <h3 id="share-family">With members of this workspace</h3>
        <div className="share-ways">
          <Button icon="link-45deg" onClick={() => void copied(location.href, "Link for members copied")}>
            Copy link for members
          </Button>
        </div>
      </section>
    </Dialog>
  );
}
