/** Who looks at pictures and tells stories, as the service says. Requirements B-72, J-305. */

import type { AccountViews } from "../../source/api.ts";
import { notice, type Purpose } from "./consent.ts";

export type Provider = AccountViews["listProviders"]["providers"][number];

/** What is done for a purpose, as the service calls it. */
const does: Record<Purpose, Provider["does"]> = { analysis: "analyse", stories: "tell" };

/** The notice that a consent names: the words that were read, and who is to have the pictures. */
export function noticeOf(providers: readonly Provider[] | undefined, purpose: Purpose): string {
  return providers?.find((one) => one.does === does[purpose])?.notice ?? notice;
}

/** Those outside of this service who are sent pictures or titles, each once. */
export function elsewhere(providers: readonly Provider[] | undefined): readonly Provider[] {
  const sent = (providers ?? []).filter((one) => one.remote && Object.values(does).includes(one.does));
  return sent.filter((one, at) => sent.findIndex((other) => other.provider === one.provider) === at);
}
