import { useEffect, useRef, useState } from "react";
import { Button, Icon } from "../design/mod.ts";
import { mainColours } from "./colours.ts";

/** Tries a picture out: it is looked at in this window alone, sent nowhere, and discarded. Requirement J-618. */
export function TryPicture() {
  const [file, setFile] = useState<File>();
  const input = useRef<HTMLInputElement>(null);
  return (
    <section className="start-part" aria-labelledby="try-title">
      <h2 id="try-title">Try a picture</h2>
      <p>It stays in this window, is sent nowhere, and is discarded afterwards.</p>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label="Picture to try"
        onChange={(event) => {
          setFile(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
      {file ? <Tried file={file} onDiscard={() => setFile(undefined)} /> : (
        <div>
          <Button icon="image" onClick={() => input.current?.click()}>Choose a picture</Button>
        </div>
      )}
    </section>
  );
}

function Tried({ file, onDiscard }: { readonly file: File; readonly onDiscard: () => void }) {
  const [address, setAddress] = useState<string>();
  const [colours, setColours] = useState<readonly string[]>([]);
  const [isUnreadable, setUnreadable] = useState(false);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    let isOver = false;
    setAddress(made);
    mainColours(file).then(
      (found) => !isOver && setColours(found),
      () => !isOver && setUnreadable(true),
    );
    return () => {
      isOver = true;
      URL.revokeObjectURL(made);
    };
  }, [file]);
  return (
    <figure className="tried">
      {address && !isUnreadable && <img src={address} alt="The picture that you try" />}
      <figcaption className="tried-words">
        {isUnreadable
          ? <p role="alert">This browser cannot read {file.name}. Choose a photo, such as a JPEG or PNG.</p>
          : (
            <>
              <h3>On the timeline: today</h3>
              <p>
                <span className="tried-colours" role="img" aria-label={`${colours.length} main colours`}>
                  {colours.map((colour) => (
                    <svg key={colour} viewBox="0 0 2 2" className="tried-colour" aria-hidden="true">
                      <circle cx="1" cy="1" r="1" fill={colour} />
                    </svg>
                  ))}
                </span>
              </p>
              <p className="tried-tip">
                <Icon name="lightbulb" /> An example of a tip: ask which of these colours came first, and why.
              </p>
            </>
          )}
        <Button kind="quiet" icon="trash3" onClick={onDiscard}>Discard it</Button>
      </figcaption>
    </figure>
  );
}
