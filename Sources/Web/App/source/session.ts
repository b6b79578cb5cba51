/** Who is signed in here, and the workspaces they have. */

import { useCallback, useSyncExternalStore } from "react";
import type { AccountViews, OpenedSession } from "./api.ts";
import { openDevice } from "./replica/device.ts";
import { keptChanges } from "./replica/store.ts";
import { destroyReplicas } from "./storage/forget.ts";
import { forgetSession, keepSession, keptSession, sessionKey } from "./storage/keptSession.ts";
import { type Asked, Service } from "./service/service.ts";
import { mint } from "./mint.ts";
import { Problem } from "./problem.ts";
import { allShared } from "./storage/shared.ts";
import { keptThoughts } from "./storage/thoughts.ts";
import type { Source, Watched } from "./source.ts";
import { waitingUploads } from "./storage/waitingUploads.ts";
import { Value } from "./watched.ts";
import { WorkspaceSource } from "./workspace.ts";

/** A workspace, what one may do in it, and which children one sees there where it is not everything. */
export type WorkspaceLine = AccountViews["listWorkspaces"][number];

/** A visit without an account: when it is over, and how many pictures may still be added. */
export type Visit = Pick<AccountViews["showVisit"], "expires" | "uploadsLeft">;

/** Who is signed in. */
export type SessionState = SignedIn | Nobody;

/** Nobody is signed in, as far as is known. `unreachable`: the service cannot be asked, and nobody was signed in here before. */
export interface Nobody {
  readonly kind: "starting" | "signedOut" | "unreachable";
  readonly workspaces: readonly [];
  /** True where a visit has just ended: its addresses lead nowhere any more. */
  readonly isVisitOver?: boolean;
  /** How many changes of the person whose session is over are on this device alone; sent once they have signed in again. */
  readonly unsent?: number;
}

/** Somebody is signed in; where the service cannot be reached, as it was when it was last asked. */
export interface SignedIn {
  readonly kind: "signedIn";
  readonly user: string;
  readonly device: string;
  readonly workspaces: readonly WorkspaceLine[];
  /** Where somebody tries Daybook without an account: nothing of it is kept on this device. */
  readonly visit?: Visit;
}

const service = new Service();
const state = new Value<SessionState>(nobody("starting"));
const sources = new Map<string, WorkspaceSource>();
/** The person who was signed in last in this window: what this device keeps of them is found by it. */
let lastUser: string | undefined;
const deviceKey = "daybook.device";
/** Set in a window that was sent to an issuer. */
const arrivingKey = "daybook.arriving";

// Signing in or out in one tab holds for all of them.
globalThis.addEventListener("storage", ({ key, newValue }) => {
  if (key !== sessionKey) return;
  if (newValue === null) endSession();
  else if (state.get().kind !== "signedIn") void beginSession();
});

/** The session, for what is no component. */
export const session: Watched<SessionState> = state;

/** The session, rendered again when it changes. */
export function useSession(): SessionState {
  return useSyncExternalStore(
    useCallback((changed) => state.subscribe(changed), []),
    useCallback(() => state.get(), []),
  );
}

/** Finds out who is signed in; begun again by "Try again". Never rejects. */
export async function beginSession(): Promise<void> {
  const kept = keptSession();
  lastUser = kept?.user ?? lastUser;
  // Who was here goes on at once; the service is asked meanwhile.
  state.set(kept ?? nobody("starting"));
  try {
    await refreshSession();
    await settleArrival();
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.status === 401) return await leaveSession();
    if (!kept) state.set(nobody("unreachable"));
  }
}

/** Asks for the session and its workspaces anew. @throws {Problem} */
export async function refreshSession(): Promise<void> {
  const here = await askForSession();
  service.csrf = here.csrf ?? undefined;
  const signedIn = "workspace" in here ? visiting(here) : await accountOf(here);
  const former = state.get();
  const isOther = former.kind === "signedIn" && (former.user !== signedIn.user || former.device !== signedIn.device);
  if (isOther) closeSources();
  begin(signedIn);
}

/** The session of an account, or else the visit that this browser is on. @throws {Problem} */
async function askForSession(): Promise<AccountViews["showSession"] | AccountViews["showVisit"]> {
  try {
    return await service.json("/v1/session") as AccountViews["showSession"];
  } catch (thrown) {
    if (!(thrown instanceof Problem) || thrown.code !== "notForGuests") throw thrown;
    return await service.json("/v1/guests/visit") as AccountViews["showVisit"];
  }
}

async function accountOf({ user, device }: AccountViews["showSession"]): Promise<SignedIn> {
  const workspaces = await service.json("/v1/workspaces") as AccountViews["listWorkspaces"];
  // However somebody signed in: the next time this is the same device.
  localStorage.setItem(deviceKey, device);
  return { kind: "signedIn", user, device, workspaces };
}

function visiting({ workspace, device, expires, uploadsLeft }: AccountViews["showVisit"]): SignedIn {
  const line = { id: workspace, name: "Just trying", role: "owner", children: null, closed: false } as const;
  return { kind: "signedIn", user: workspace, device, workspaces: [line], visit: { expires, uploadsLeft } };
}

/** Begins a visit without an account, in a workspace that the service keeps in memory only. @throws {Problem} */
export async function beginVisit(): Promise<void> {
  const begun = await callService("POST", "/v1/guests", { cookie: true }) as AccountViews["showVisit"];
  service.csrf = begun.csrf ?? undefined;
  begin(visiting(begun));
}

/** Makes an account of the visit with all that was made in it. @throws {Problem} `unsentChanges` while pictures are on their way. */
export async function keepVisit(wish: { readonly name?: string; readonly email: string; readonly password: string }) {
  const { name, email, password } = wish;
  checkUploads(state.get(), "Go on once that is done; those that were not taken have to be discarded first.");
  for (const source of sources.values()) await delivered(source);
  const opened = await callService("POST", "/v1/guests/convert", {
    email,
    password,
    ...(name ? { name } : {}),
    cookie: true,
    deviceName: deviceName(navigator.userAgent),
  }) as OpenedSession;
  service.csrf = opened.csrf ?? undefined;
  localStorage.setItem(deviceKey, opened.device);
  await refreshSession();
}

/** Sends this window to an issuer to sign in there; it comes back here. `start` is the address that the service says. */
export function leaveForIssuer(start: string): void {
  sessionStorage.setItem(arrivingKey, "1");
  const device = localStorage.getItem(deviceKey);
  const asked = new URLSearchParams({ deviceName: deviceName(navigator.userAgent), ...(device ? { device } : {}) });
  location.assign(`${start}?${asked}`);
}

/** Makes a first workspace for somebody new who comes back from an issuer. @throws {Problem} */
async function settleArrival(): Promise<void> {
  if (sessionStorage.getItem(arrivingKey) === null) return;
  sessionStorage.removeItem(arrivingKey);
  const here = state.get();
  if (here.kind !== "signedIn" || here.workspaces.length > 0) return;
  await makeFirstWorkspace();
  await refreshSession();
}

/** Makes the workspace that an account begins with. @throws {Problem} */
export async function makeFirstWorkspace(): Promise<void> {
  await callService("POST", "/v1/workspaces", { name: "Personal", id: mint() });
}

/** Makes an account with a first workspace, and signs in. @throws {Problem} */
export async function signUp(wish: { readonly name?: string; readonly email: string; readonly password: string }) {
  const { name, email, password } = wish;
  await callService("POST", "/v1/sign-up", { email, password, ...(name ? { name } : {}) });
  await openSession({ email, password });
  const workspaces = await service.json("/v1/workspaces") as AccountViews["listWorkspaces"];
  if (workspaces.length === 0) await makeFirstWorkspace();
  await refreshSession();
}

/** Signs in. @throws {Problem} */
export async function signIn(wish: { readonly email: string; readonly password: string }): Promise<void> {
  await openSession(wish);
  await refreshSession();
}

/**
 * Signs out, and destroys what this device keeps. Where the session is over already, and something waits that only this device has,
 * it is kept, and asked for that the person signs in again.
 *
 * @param isErased the account is erased: nothing that waits can be sent any more.
 * @throws {Problem} `unsentChanges` where something waits that only this device has; then nothing is done.
 */
export async function signOut({ isErased = false } = {}): Promise<void> {
  // Another request may find the session over meanwhile: what is kept of this person goes all the same.
  const user = lastUser;
  const here = state.get();
  if (here.kind === "signedIn" && here.visit) {
    await endOnService("DELETE", "/v1/guests/visit");
  } else if (await isSignedIn()) {
    checkUploads(here, "Sign out once that is done.");
    await checkShared();
    await checkThoughts(lastUser);
    for (const source of sources.values()) await delivered(source);
    await checkOthers(user, here);
    await endOnService("POST", "/v1/sign-out");
  } else if (user && !isErased) {
    if (await countUnsent(user) > 0) return await leaveSession();
  }
  endSession();
  if (user) await destroyReplicas(user);
}

/** Leaves a session that is over, to sign in again: what this device keeps stays. */
export async function leaveSession(): Promise<void> {
  endSession();
  const unsent = lastUser ? await countUnsent(lastUser) : 0;
  const here = state.get();
  if (unsent > 0 && here.kind === "signedOut") state.set({ ...here, unsent });
}

/** Destroys what this device keeps of the person who was signed in last: nobody will send it. */
export async function discardUnsent(): Promise<void> {
  if (lastUser) await destroyReplicas(lastUser);
  state.set(nobody("signedOut"));
}

/** Everything that is on this device alone. */
async function countUnsent(user: string): Promise<number> {
  const [changes, shared, thoughts] = await Promise.all([keptChanges(user), allShared(), keptThoughts(user)]);
  const counts = [...changes.values(), waitingUploads(), shared.length, thoughts.length];
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Ends the session or the visit on the service; one that is over already is as good. */
async function endOnService(method: string, path: string): Promise<void> {
  try {
    await service.json(path, { method });
  } catch (thrown) {
    if (!(thrown instanceof Problem) || thrown.status !== 401) throw thrown;
  }
}

/** Whether the session still is one; it is none any more after the account was erased. */
async function isSignedIn(): Promise<boolean> {
  const { status } = await service.send("/v1/session");
  return status !== 401;
}

/** The source of a workspace: the same one each time. */
export function openWorkspace(id: string): Source {
  const known = sources.get(id);
  if (known) return known;
  const here = state.get();
  const device = here.kind === "signedIn" && !here.visit
    ? openDevice(service, { workspace: id, user: here.user, device: here.device })
    : undefined;
  const source = new WorkspaceSource(id, service, device);
  sources.set(id, source);
  return source;
}

/** A request of the account's, with what it answers. @throws {Problem} */
export async function callService(
  method: string,
  path: string,
  body?: unknown,
  more: Pick<Asked, "headers" | "signal"> = {},
): Promise<unknown> {
  try {
    return await service.json(path, { ...more, method, ...(body === undefined ? {} : { body }) });
  } catch (thrown) {
    if (thrown instanceof Problem && isOver.has(thrown.code) && state.get().kind === "signedIn") await leaveSession();
    throw thrown;
  }
}

async function openSession({ email, password }: { readonly email: string; readonly password: string }): Promise<void> {
  const device = localStorage.getItem(deviceKey) ?? undefined;
  const wish = { email, password, cookie: true, deviceName: deviceName(navigator.userAgent) };
  let opened: OpenedSession;
  try {
    opened = await service.json("/v1/sign-in", { method: "POST", body: { ...wish, device } }) as OpenedSession;
  } catch (thrown) {
    // The device is of another account: this one gets its own.
    if (!device || !(thrown instanceof Problem) || !deviceFaults.has(thrown.code)) throw thrown;
    opened = await service.json("/v1/sign-in", { method: "POST", body: wish }) as OpenedSession;
  }
  service.csrf = opened.csrf ?? undefined;
  localStorage.setItem(deviceKey, opened.device);
}

/** Names of problems that say that a session or a visit is over. */
const isOver: ReadonlySet<string> = new Set(["notSignedIn", "noSuchGuest", "guestExpired"]);

const deviceFaults: ReadonlySet<string> = new Set(["notYourDevice", "noSuchDevice", "deviceRevoked"]);

/** Pictures that wait are on this device only. Those for a workspace that one is in no more can go nowhere. */
function checkUploads({ workspaces }: SessionState, advice: string): void {
  const count = workspaces.reduce((sum, { id }) => sum + waitingUploads(id), 0);
  if (count === 0) return;
  const works = count === 1 ? "1 work waits" : `${count} works wait`;
  throw new Problem("unsentChanges", `${works} to be uploaded from this device. ${advice}`);
}

/** Files of captures that wait for a connection are on this device only, too. */
async function checkShared(): Promise<void> {
  const count = (await allShared()).length;
  if (count === 0) return;
  const captures = count === 1 ? "Files of 1 capture wait" : `Files of ${count} captures wait`;
  throw new Problem("unsentChanges", `${captures} on this device only. Sign out once they are sent.`);
}

/** A thought from the small window waits here until a window of its workspace takes it. */
async function checkThoughts(user: string | undefined): Promise<void> {
  const count = user ? (await keptThoughts(user)).length : 0;
  if (count === 0) return;
  const thoughts = count === 1 ? "1 thought waits" : `${count} thoughts wait`;
  throw new Problem("unsentChanges", `${thoughts} on this device only. Open the small window, then sign out.`);
}

async function delivered(source: WorkspaceSource): Promise<void> {
  try {
    await source.deliver();
  } catch {
    const count = source.sync.get().waiting;
    if (count === 0) return;
    const changes = count === 1 ? "1 change waits" : `${count} changes wait`;
    throw new Problem("unsentChanges", `${changes} on this device only. Sign out once they are sent.`);
  }
  const held = source.sync.get().held ?? 0;
  if (held > 0) {
    const thoughts = held === 1 ? "1 change stays" : `${held} changes stay`;
    throw new Problem(
      "unsentChanges",
      `${thoughts} on this device only. Have thoughts sent, in Settings, then sign out.`,
    );
  }
  const refused = source.sync.get().refused.length;
  if (refused === 0) return;
  const changes = refused === 1 ? "1 change" : `${refused} changes`;
  throw new Problem(
    "unsentChanges",
    `The service refused ${changes}, on this device only by now. Open Sync to try again, or to discard, then sign out.`,
  );
}

/** Workspaces whose changes somebody was told can go nowhere. */
const warned = new Set<string>();

/** Workspaces that are not open here may have something that waits as well. */
async function checkOthers(user: string | undefined, here: SessionState): Promise<void> {
  if (!user) return;
  for (const [workspace, count] of await keptChanges(user)) {
    if (sources.has(workspace)) continue;
    const name = here.workspaces.find(({ id }) => id === workspace)?.name;
    const changes = count === 1 ? "1 change waits" : `${count} changes wait`;
    if (name === undefined) {
      // It takes nothing from this person any more; asked for again, they are given up.
      if (warned.has(workspace)) continue;
      warned.add(workspace);
      throw new Problem(
        "unsentChanges",
        `${changes} for a workspace that you are not in any more, and cannot be sent. Sign out again to give up what you wrote there.`,
      );
    }
    throw new Problem("unsentChanges", `${changes} in “${name}” on this device only. Open it, then sign out.`);
  }
}

function nobody(kind: Nobody["kind"]): Nobody {
  return { kind, workspaces: [] };
}

function begin(signedIn: SignedIn): void {
  lastUser = signedIn.user;
  keepSession(signedIn);
  state.set(signedIn);
}

function endSession(): void {
  const former = state.get();
  const isVisitOver = former.kind === "signedIn" && former.visit !== undefined;
  closeSources();
  forgetSession();
  service.csrf = undefined;
  state.set({ ...nobody("signedOut"), isVisitOver });
}

function closeSources(): void {
  for (const source of sources.values()) source.close();
  sources.clear();
}

/** A name by which a person knows this browser in the list of devices: "Firefox on Windows". */
export function deviceName(agent: string): string {
  const find = (names: readonly (readonly [string, string])[]) => names.find(([mark]) => agent.includes(mark))?.[1];
  const browser = find([
    ["Edg/", "Edge"],
    ["OPR/", "Opera"],
    ["Firefox/", "Firefox"],
    ["Chrome/", "Chrome"],
    ["Safari/", "Safari"],
  ]);
  const system = find([
    ["iPhone", "iPhone"],
    ["iPad", "iPad"],
    ["Android", "Android"],
    ["Windows", "Windows"],
    ["Mac OS X", "Mac"],
    ["Linux", "Linux"],
  ]);
  return `${browser ?? "Browser"} on ${system ?? "this device"}`;
}
