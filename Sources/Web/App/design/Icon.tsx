import { useSyncExternalStore } from "react";
import { shapeOf, watchIcons } from "./shapes.ts";

/** A picture that stands beside a word, or in a button that has a label: never said aloud. */
export function Icon({ name, className }: { readonly name: string; readonly className?: string }) {
  const paths = useSyncExternalStore(watchIcons, () => shapeOf(name));
  return (
    <svg className={className ? `icon ${className}` : "icon"} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      {paths.map((path) =>
        path.startsWith("~") ? <path key={path} fillRule="evenodd" d={path.slice(1)} /> : <path key={path} d={path} />
      )}
    </svg>
  );
}
