/** What a family agreed to: for all of its children, or for one. Requirements J-305, J-310. */

import type { Command } from "../../source/api.ts";
import type { View } from "../../source/source.ts";

type Consents = View<"listConsents">;

/** The purposes that are asked for here. */
export type Purpose = "analysis" | "stories";

/** The words that were read before agreeing, by their date; kept with the answer. */
export const notice = "studio 2026-11";

/** What was answered for a child, or for all of them (`null`). */
export function answerFor(consents: Consents, purpose: Purpose, child: string | null): "given" | "withdrawn" | "open" {
  return consents.find((one) => one.purpose === purpose && one.child === child)?.answer ?? "open";
}

/** Whether someone said yes, for the child or for all, and nobody no. */
export function isAllowed(consents: Consents, purpose: Purpose, child: string): boolean {
  const answers = [answerFor(consents, purpose, null), answerFor(consents, purpose, child)];
  return answers.includes("given") && !answers.includes("withdrawn");
}

/** The command that answers; `read` is the notice that was read. */
export function answering(purpose: Purpose, child: string | null, isGiven: boolean, read: string): Command {
  return isGiven
    ? { type: "studio.giveConsent", purpose, child, notice: read }
    : { type: "studio.withdrawConsent", purpose, child };
}

/** What each purpose is, in words for parents. */
export const purposes: readonly { readonly purpose: Purpose; readonly label: string; readonly text: string }[] = [
  {
    purpose: "analysis",
    label: "Tips from pictures",
    text:
      "Daybook looks at each new picture, measures lines, colours and how the page is used, and suggests what to try next.",
  },
  {
    purpose: "stories",
    label: "Stories",
    text: "Daybook tells a story around works that you choose, with the names that you give.",
  },
];
