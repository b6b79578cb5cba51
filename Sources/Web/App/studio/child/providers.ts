/** Who looks at pictures and tells stories, as the service says. Requirements B-72, J-305. */

import { useEffect, useState } from "react";
import type { AccountViews } from "../../source/api.ts";
import { callService } from "../../source/session.ts";
import { notice, type Purpose } from "./consent.ts";

export type Provider = AccountViews["listProviders"]["providers"][number];

/** What is done for a purpose, as the service calls it. */
const does: Record<Purpose, Provider["does"]> = { analysis: "analyse", stories: "tell" };

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

/** The notice that a consent names: the words that were read, and who is to have the pictures. */
export function noticeOf(providers: readonly Provider[] | undefined, purpose: Purpose): string {
  return providers?.find((one) => one.does === does[purpose])?.notice ?? notice;
}

/** Those outside of this service who are sent pictures or titles, each once. */
export function elsewhere(providers: readonly Provider[] | undefined): readonly Provider[] {
  const sent = (providers ?? []).filter((one) => one.remote && Object.values(does).includes(one.does));
  return sent.filter((one, at) => sent.findIndex((other) => other.provider === one.provider) === at);
}
