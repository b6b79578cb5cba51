import type { AnchorHTMLAttributes } from "react";
import { useRoute } from "./router.ts";

/** A link within the app that knows whether it leads to where one is. */
export function Link({ href, isCurrentWithin = false, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & {
  readonly href: string;
  /** Counts everything below its address as where it leads to. */
  readonly isCurrentWithin?: boolean;
}) {
  const { path } = useRoute();
  const isCurrent = path === href || (isCurrentWithin && path.startsWith(`${href}/`));
  return <a href={href} aria-current={isCurrent ? (path === href ? "page" : "true") : undefined} {...rest} />;
}
