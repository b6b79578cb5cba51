import { Picture } from "../../files/Picture.tsx";
import { ownPicture } from "../../files/attaching.ts";
import { fileAddress, thumbnailAddress } from "../../source/addresses.ts";
import type { ArtworkImage } from "../../source/api.ts";
import { useSource } from "../../source/source.ts";
import { isUntouched, placing, type Recipe, recipeOf, uprightSize } from "./recipe.ts";

/** Pixels at most, as the service makes pictures small; `whole` is the file as it came. */
export type PictureSize = "160" | "320" | "640" | "1280" | "whole";

/** A picture that stands upright, as a recipe wants it seen. */
export function EditedPicture({ src, width, height, recipe, alt, className = "", isCovering = false }: {
  readonly src: string;
  /** Of the upright picture. */
  readonly width: number;
  readonly height: number;
  readonly recipe: Recipe;
  readonly alt: string;
  readonly className?: string;
  /** Fills its room, and is cut where it has to be. */
  readonly isCovering?: boolean;
}) {
  const { viewBox, transform } = placing(recipe, width, height);
  return (
    <svg
      className={`edited-picture ${className}`}
      viewBox={viewBox}
      preserveAspectRatio={isCovering ? "xMidYMid slice" : "xMidYMid meet"}
      {...(alt ? { role: "img", "aria-label": alt } : { "aria-hidden": true })}
    >
      <image href={src} width={width} height={height} transform={transform} preserveAspectRatio="none" />
    </svg>
  );
}

/** An image of a work, edited as its recipe says. */
export function WorkImage({ image, size, alt, className = "", isCovering = false }: {
  readonly image: ArtworkImage;
  readonly size: PictureSize;
  readonly alt: string;
  readonly className?: string;
  readonly isCovering?: boolean;
}) {
  const { workspace } = useSource();
  const { digest } = image.file;
  const recipe = recipeOf(image);
  if (isUntouched(recipe) && size !== "whole") {
    return <Picture file={{ sha256: digest }} size={size} alt={alt} className={className} />;
  }
  const [width, height] = uprightSize(image);
  const src = ownPicture(digest) ??
    (size === "whole" ? fileAddress(workspace, digest) : thumbnailAddress(workspace, digest, size));
  return <EditedPicture {...{ src, width, height, recipe, alt, className, isCovering }} />;
}
