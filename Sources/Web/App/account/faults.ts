/** What went wrong with an account, in words that tell nobody who has one here. Requirements N-401.3, N-401.5. */

import { Problem } from "../source/source.ts";

const sentences: Readonly<Record<string, string>> = {
  wrongCredentials: "That e-mail address and password do not belong together. Check both, and try again.",
  wrongPassword: "That is not your present password.",
  badEmail: "That does not look like an e-mail address.",
  badName: "A name is one line, and at most 255 characters.",
  signUpClosed: "New accounts cannot be made here at the moment. Ask the person who runs this Daybook.",
  tooManySignUps: "Many accounts were made from your network today. Try again tomorrow.",
  noGuests: "This Daybook cannot be tried without an account. Sign up, or ask the person who runs it.",
  tooManyGuestsHere: "Many people on your network are trying Daybook now. Try again later, or sign up.",
  tooManyGuests: "Many people are trying Daybook now. Try again in a few minutes, or sign up.",
  lastOwner: "You are the only owner of a workspace that others are in. Make somebody else an owner first.",
  badState: "Signing in there took too long, or was begun in another browser. Try again.",
  refusedThere: "You, or the issuer, said no. Try again, or sign in with your password.",
  codeRefused: "The issuer did not confirm it. Try again.",
  badIDToken: "The issuer's answer could not be trusted. Tell the person who runs this Daybook.",
  emailNotVerified: "The issuer has not verified your e-mail address. Do so there first.",
  issuerUnreachable: "The issuer does not answer. Try again in a moment, or sign in with your password.",
  issuerWrong: "The issuer is not set up as it should be. Tell the person who runs this Daybook.",
  notSignedIn: "Your session is over. Sign in again.",
  offline: "Daybook cannot be reached. Check your connection, and try again.",
};

/** A sentence for a person about anything that was thrown. */
export function faultOf(thrown: unknown): string {
  if (!(thrown instanceof Problem)) return "That did not work. Try again in a moment.";
  if (thrown.status === 429 && thrown.code === "tooManyAttempts") return waiting(thrown.message);
  return sentences[thrown.code] ?? sentence(thrown.message);
}

/** A sentence about an error of which only the name is known. */
export function faultOfCode(code: string): string {
  return sentences[code] ?? "That did not work. Try again in a moment.";
}

function waiting(message: string): string {
  const seconds = /\d+/.exec(message)?.[0];
  return seconds
    ? `Too many tries. Wait ${seconds} seconds, then try again.`
    : "Too many tries. Wait a minute, then try again.";
}

/** The same text with a capital in front and a full stop behind. */
function sentence(text: string): string {
  const trimmed = text.trim();
  if (!trimmed) return "That did not work. Try again in a moment.";
  const begun = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

/** What is wrong with an e-mail address as it was typed, as far as a browser can know. */
export function faultOfEmail(email: string): string | undefined {
  return /^\S+@\S+$/.test(email.trim()) ? undefined : "Enter an e-mail address, such as ada@example.org.";
}

/** What is wrong with a new password; the service looks more closely. */
export function faultOfNewPassword(password: string): string | undefined {
  return Array.from(password).length >= 8 ? undefined : "Password must be 8+ characters.";
}
