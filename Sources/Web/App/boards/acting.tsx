/** Doing something on a screen, and saying where it was refused. */

import type { ReactNode } from "react";
import { createContext, useCallback, useContext, useEffect, useState } from "react";
import { Banner, IconButton } from "../design/mod.ts";
import type { Command } from "../source/api.ts";
import { Problem, useSource } from "../source/source.ts";

/** Does something; false where it was refused, which the screen then says. */
export type Act = (commands: Command | readonly Command[], says?: string) => Promise<boolean>;

const ActContext = createContext<Act | undefined>(undefined);

/** A screen with a place for what was refused. */
export function Acting({ children, className }: { readonly children: ReactNode; readonly className: string }) {
  const source = useSource();
  const [fault, setFault] = useState<string>();
  const act = useCallback<Act>(async (commands, says) => {
    try {
      await source.perform(commands, says);
      setFault(undefined);
      return true;
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      setFault(thrown.message);
      return false;
    }
  }, [source]);
  return (
    <ActContext.Provider value={act}>
      <div className={className}>
        {fault && (
          <Banner
            tone="warm"
            icon="exclamation-circle"
            actions={<IconButton icon="x-lg" label="Dismiss" onClick={() => setFault(undefined)} />}
          >
            {fault}
          </Banner>
        )}
        {children}
      </div>
    </ActContext.Provider>
  );
}

/** What does things on this screen. */
export function useAct(): Act {
  const act = useContext(ActContext);
  if (!act) throw new Error("useAct outside of Acting");
  return act;
}

/** The day that it is where this device is; another one after midnight, and when a screen is looked at again. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const look = () => setNow((before) => before.toDateString() === new Date().toDateString() ? before : new Date());
    const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
    const timer = setTimeout(look, midnight.getTime() - now.getTime() + 1_000);
    document.addEventListener("visibilitychange", look);
    addEventListener("focus", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
      removeEventListener("focus", look);
    };
  }, [now]);
  return now;
}
