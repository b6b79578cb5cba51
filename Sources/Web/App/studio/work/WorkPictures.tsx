import { useState } from "react";
import { Button, Dialog, Icon } from "../../design/mod.ts";
import { useAct } from "../../boards/acting.tsx";
import { ownPicture } from "../../files/attaching.ts";
import { fileAddress, thumbnailAddress } from "../../source/addresses.ts";
import type { ArtworkImage } from "../../source/api.ts";
import { useSource } from "../../source/source.ts";
import { PictureEditor } from "../pictures/PictureEditor.tsx";
import { recipeOf, uprightSize } from "../pictures/recipe.ts";
import { WorkImage } from "../pictures/WorkPicture.tsx";
import { withDescription } from "./alternative.ts";

/** The pictures of a work: one large, the others below; seen whole, turned and cropped. Requirements J-459, J-708. */
export function WorkPictures({ artwork, title, description, images, canEdit }: {
  readonly artwork: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly images: readonly ArtworkImage[];
  readonly canEdit: boolean;
}) {
  const { workspace } = useSource();
  const act = useAct();
  const [at, setAt] = useState(0);
  const [open, setOpen] = useState<"whole" | "editor">();
  const image = images[Math.min(at, images.length - 1)];
  if (!image) return null;
  const { digest, name } = image.file;
  const [width, height] = uprightSize(image);
  const alt = images.length > 1 ? `${title}, picture ${at + 1} of ${images.length}` : title;
  const remove = () =>
    void act({ type: "studio.removeImage", artwork, image: image.id }, `Picture removed from “${title}”`);
  return (
    <div className="work-pictures">
      <button
        type="button"
        className="work-picture"
        style={{ aspectRatio: `${image.width} / ${image.height}` }}
        aria-label={`${withDescription(alt, description)}: see it whole`}
        onClick={() => setOpen("whole")}
      >
        <WorkImage key={image.id} image={image} size="1280" alt="" />
      </button>
      {images.length > 1 && (
        <ul className="work-strip" aria-label="Pictures">
          {images.map((one, place) => (
            <li key={one.id}>
              <button
                type="button"
                className="work-strip-picture"
                aria-label={`Picture ${place + 1}`}
                aria-pressed={one === image}
                onClick={() => setAt(place)}
              >
                <WorkImage image={one} size="160" alt="" isCovering />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="work-picture-tools">
        {canEdit && <Button kind="quiet" icon="crop" onClick={() => setOpen("editor")}>Turn and crop</Button>}
        <a className="button button-quiet" href={fileAddress(workspace, digest)} download={name}>
          <Icon name="download" />
          <span>Original</span>
        </a>
        {canEdit && images.length > 1 && <Button kind="quiet" icon="trash3" onClick={remove}>Remove picture</Button>}
      </div>
      {open === "whole" && (
        <Dialog title={title} className="whole-picture" onClose={() => setOpen(undefined)}>
          <WorkImage image={image} size="whole" alt={withDescription(alt, description)} />
        </Dialog>
      )}
      {open === "editor" && (
        <PictureEditor
          src={ownPicture(digest) ?? thumbnailAddress(workspace, digest, "1280")}
          width={width}
          height={height}
          recipe={recipeOf(image)}
          onClose={() => setOpen(undefined)}
          onSave={(recipe) => {
            setOpen(undefined);
            void act({ type: "studio.editImage", artwork, image: image.id, recipe }, "Picture edited");
          }}
        />
      )}
    </div>
  );
}
