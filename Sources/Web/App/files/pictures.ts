/** Attached pictures within the text of their note. */

import { fileAddress, thumbnailAddress } from "../source/addresses.ts";
import type { AttachedFile } from "../source/api.ts";
import { isPicture, ownPicture, pictureAddress } from "./attaching.ts";

/** The picture at an address of a note's text, such as `daybook:0190…`; undefined where none is attached. */
export type PictureOf = (address: string) => AttachedFile | undefined;

/** Finds the pictures among files that are attached to a note. */
export function picturesAmong(files: readonly AttachedFile[]): PictureOf {
  const pictures = new Map(files.filter(isPicture).map((file) => [pictureAddress(file.id), file]));
  return (address) => pictures.get(address.toLowerCase());
}

/** Adds pictures to what draws drawings: an address gives the picture there, anything else what it gave before. */
export function withPictures(
  draw: (id: string, isAlone: boolean) => Element | undefined,
  workspace: string,
  files: readonly AttachedFile[],
): (id: string, isAlone?: boolean) => Element | undefined {
  const pictureAt = picturesAmong(files);
  return (id, isAlone = false) => {
    const file = pictureAt(id);
    return file ? pictureElement(workspace, file) : draw(id, isAlone);
  };
}

function pictureElement(workspace: string, { sha256 }: AttachedFile): Element {
  const image = document.createElement("img");
  image.alt = "";
  image.decoding = "async";
  image.draggable = false;
  image.addEventListener("error", () => image.src = fileAddress(workspace, sha256), { once: true });
  image.src = ownPicture(sha256) ?? thumbnailAddress(workspace, sha256, "1280");
  return image;
}
