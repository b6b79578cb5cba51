import { useId, useRef } from "react";
import { Button } from "../../design/mod.ts";
import type { Avatar as Face } from "../../source/api.ts";

const emojis = "🦊 🐻 🐼 🐨 🦁 🐯 🐸 🐙 🦄 🐝 🦋 🐢 🐳 🦖 🐧 🦉 🌻 🌈 ⭐ 🚀 🎈 🍓 ⚽ 🎨".split(" ");

/** Which picture stands for a child: an emoji, the first letter, or a photo. Requirements J-612, J-616. */
export function AvatarChoice({ value, letter, onChange, onPhoto }: {
  readonly value: Face;
  readonly letter: string;
  readonly onChange: (face: Face) => void;
  readonly onPhoto: (file: File) => void;
}) {
  const name = useId();
  const file = useRef<HTMLInputElement>(null);
  const isLetter = !value.emoji && !value.photo;
  return (
    <fieldset className="avatar-choice">
      <legend className="field-label">Picture</legend>
      <div className="avatar-choices">
        <label>
          <input type="radio" name={name} checked={isLetter} onChange={() => onChange({})} />
          <span className="avatar avatar-m">{letter || "A"}</span>
          <span className="visually-hidden">First letter</span>
        </label>
        {emojis.map((emoji) => (
          <label key={emoji}>
            <input
              type="radio"
              name={name}
              checked={value.emoji === emoji}
              aria-label={emoji}
              onChange={() => onChange({ emoji })}
            />
            <span className="avatar avatar-m" aria-hidden="true">{emoji}</span>
          </label>
        ))}
      </div>
      <Button icon="image" onClick={() => file.current?.click()}>
        {value.photo ? "Choose another photo" : "Use a photo"}
      </Button>
      {value.photo && <p className="field-hint">“{value.photo.name}” is used.</p>}
      <input
        ref={file}
        type="file"
        accept="image/*"
        hidden
        aria-label="Photo of the child"
        onChange={(event) => {
          const [chosen] = Array.from(event.currentTarget.files ?? []);
          event.currentTarget.value = "";
          if (chosen) onPhoto(chosen);
        }}
      />
    </fieldset>
  );
}
