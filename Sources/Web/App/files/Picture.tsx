import { useState } from "react";
import { fileAddress, thumbnailAddress } from "../source/addresses.ts";
import type { AttachedFile } from "../source/api.ts";
import { ownPicture } from "./attaching.ts";
import { useSource } from "../source/source.ts";

/** A picture made small by the service; the whole one where it makes none. */
export function Picture({ file, size, alt, className = "" }: {
  readonly file: Pick<AttachedFile, "sha256">;
  /** Pixels at most. */
  readonly size: "160" | "320" | "640" | "1280";
  readonly alt: string;
  readonly className?: string;
}) {
  const { workspace } = useSource();
  const [isWhole, setWhole] = useState(false);
  return (
    <img
      className={`picture ${className}`}
      src={ownPicture(file.sha256) ??
        (isWhole ? fileAddress(workspace, file.sha256) : thumbnailAddress(workspace, file.sha256, size))}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={() => setWhole(true)}
    />
  );
}
