import { useEffect, useState } from "react";
import type { AccountViews } from "../../source/api.ts";
import { callService } from "../../source/session.ts";
import type { Provider } from "./providers.ts";

/** Those who are asked; undefined until the service has said so, and while it cannot be asked. */
export function useProviders(): readonly Provider[] | undefined {
  const [providers, setProviders] = useState<readonly Provider[]>();
  useEffect(() => {
    const look = async () => {
      const answer = await callService("GET", "/v1/providers") as AccountViews["listProviders"];
      setProviders(answer.providers);
    };
    // Without an answer a consent names nobody, and nothing leaves by it.
    look().catch(() => setProviders(undefined));
  }, []);
  return providers;
}
