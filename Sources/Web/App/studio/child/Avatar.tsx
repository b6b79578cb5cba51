import { Picture } from "../../files/Picture.tsx";
import type { Child } from "../../source/api.ts";

/** The picture that stands for a child: a photo, an emoji, or the first letter of the name. Requirements J-612, J-616. */
export function Avatar({ child, size = "m" }: {
  readonly child: Pick<Child, "name" | "avatar">;
  readonly size?: "s" | "m" | "l";
}) {
  const { avatar, name } = child;
  return (
    <span className={`avatar avatar-${size}`} aria-hidden="true">
      {avatar === null
        ? Array.from(name.trim())[0]?.toUpperCase()
        : typeof avatar === "string"
        ? avatar
        : <Picture file={{ sha256: avatar.digest }} size="160" alt="" />}
    </span>
  );
}
