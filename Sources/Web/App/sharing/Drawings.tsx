import { Button } from "../design/mod.ts";
import { canHandOnFile, fileNameOf, handOnFile, saveFile } from "../exports/handing.ts";
import { InkView } from "../notes/ink/InkView.tsx";
import type { DrawnInk } from "../notes/ink/drawings.ts";
import { pngOf } from "../notes/ink/picture.ts";
import { notify } from "../shell/notice.ts";

const png = "image/png";

/** The drawings of a note, each to be saved or handed on as a picture. Requirement B-107. */
export function Drawings({ title, inks }: { readonly title: string; readonly inks: readonly DrawnInk[] }) {
  const drawn = inks.filter(({ strokes }) => strokes.length > 0);
  if (drawn.length === 0) return null;
  return (
    <section className="share-section" aria-labelledby="share-drawings">
      <h3 id="share-drawings">{drawn.length === 1 ? "Drawing" : "Drawings"}</h3>
      <ul className="share-drawings">
        {drawn.map(({ id, strokes }, at) => {
          const name = fileNameOf(drawn.length === 1 ? title : `${title} ${at + 1}`, "png");
          const give = async (way: (file: File) => Promise<void> | void) => {
            const picture = await pngOf(strokes);
            if (picture) await way(new File([picture], name, { type: png }));
            else notify("This browser could not paint the drawing.");
          };
          return (
            <li key={id}>
              <InkView id={id} inks={inks} isAlone={false} />
              <div className="share-ways">
                {canHandOnFile(name, png) && (
                  <Button
                    icon="share"
                    onClick={() => void give(handOnFile)}
                  >
                    Send…
                  </Button>
                )}
                <Button icon="download" onClick={() => void give((file) => saveFile(name, file))}>Save as PNG</Button>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
