import { useEffect, useState } from "react";
import { IconButton } from "../../design/mod.ts";
import { EditedPicture } from "../pictures/WorkPicture.tsx";
import { PictureEditor } from "../pictures/PictureEditor.tsx";
import { type Recipe, turned, untouched } from "../pictures/recipe.ts";

/** A picture that was chosen, and how it is to be seen. */
export interface Chosen {
  readonly file: File;
  readonly src: string;
  /** Of the upright picture; 0 until it is known, and where this browser cannot read it. */
  readonly width: number;
  readonly height: number;
  readonly recipe: Recipe;
}

/** The pictures that were chosen, and what is done to them before they are added. */
export interface ChosenState {
  readonly pictures: readonly Chosen[];
  readonly change: (picture: Chosen, recipe: Recipe) => void;
  readonly remove: (picture: Chosen) => void;
}

/** Keeps the pictures of `files`, with their sizes as soon as they are known. */
export function useChosen(files: readonly File[]): ChosenState {
  const [pictures, setPictures] = useState<readonly Chosen[]>([]);
  useEffect(() => {
    const all = files.map((file): Chosen => ({
      file,
      src: URL.createObjectURL(file),
      width: 0,
      height: 0,
      recipe: untouched,
    }));
    setPictures(all);
    for (const picture of all) {
      const image = new Image();
      image.onload = () => {
        const { naturalWidth: width, naturalHeight: height } = image;
        setPictures((now) => now.map((one) => one.src === picture.src ? { ...one, width, height } : one));
      };
      image.src = picture.src;
    }
    return () => all.forEach(({ src }) => URL.revokeObjectURL(src));
  }, [files]);
  return {
    pictures,
    change: ({ src }, recipe) => setPictures(pictures.map((one) => one.src === src ? { ...one, recipe } : one)),
    remove: ({ src }) => setPictures(pictures.filter((one) => one.src !== src)),
  };
}

/** The pictures side by side, each to be turned, cropped and taken out. Requirements J-104, J-708. */
export function ChosenPictures({ chosen: { pictures, change, remove } }: { readonly chosen: ChosenState }) {
  const [edited, setEdited] = useState<Chosen>();
  return (
    <>
      <ul className="chosen" aria-label="Pictures to add">
        {pictures.map((picture) => (
          <li key={picture.src} className="chosen-picture">
            {picture.width > 0
              ? <EditedPicture {...picture} alt={picture.file.name} />
              : <span className="chosen-name">{picture.file.name}</span>}
            <div className="chosen-tools">
              <IconButton
                icon="arrow-clockwise"
                label={`Turn ${picture.file.name}`}
                disabled={picture.width === 0}
                onClick={() => change(picture, turned(picture.recipe))}
              />
              <IconButton
                icon="crop"
                label={`Crop ${picture.file.name}`}
                disabled={picture.width === 0}
                onClick={() => setEdited(picture)}
              />
              {pictures.length > 1 && (
                <IconButton
                  icon="x-lg"
                  label={`Leave out ${picture.file.name}`}
                  onClick={() => remove(picture)}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
      {edited && (
        <PictureEditor
          {...edited}
          onClose={() => setEdited(undefined)}
          onSave={(recipe) => {
            change(edited, recipe);
            setEdited(undefined);
          }}
        />
      )}
    </>
  );
}
