import { useEffect, useRef } from "react";
import { PageHold } from "./PageHold.ts";

/** Keeps what is typed into a field that is kept when it is left: also where its screen goes, or its page. */
export function usePageHold(isUnsaved: boolean, keep: () => void): void {
  const latest = useRef({ isUnsaved, keep });
  latest.current = { isUnsaved, keep };
  const hold = useRef<PageHold>();
  useEffect(() => {
    const flush = () => {
      if (latest.current.isUnsaved) latest.current.keep();
    };
    const begun = hold.current = new PageHold(flush);
    return () => {
      begun.end();
      flush();
    };
  }, []);
  useEffect(() => {
    if (hold.current) hold.current.isUnsaved = isUnsaved;
  }, [isUnsaved]);
}
