import { lazy, Suspense, useEffect, useRef } from "react";
import { Button, EmptyState } from "../design/mod.ts";
import { useInvitation } from "../family/invitation.ts";
import {
  beginSession,
  makeFirstWorkspace,
  openWorkspace,
  refreshSession,
  type SessionState,
  useSession,
  type WorkspaceLine,
} from "../source/session.ts";
import { sharedQuery } from "../source/storage/shared.ts";
import { chosenWorkspace, rememberedWorkspace, rememberWorkspace } from "../source/storage/keptSession.ts";
import { SourceProvider } from "../source/source.ts";
import { startProgress } from "../start/progress.ts";
import { homeOf } from "./access.ts";
import { Boundary } from "./Boundary.tsx";
import { Frame } from "./frame/Frame.tsx";
import { later } from "./later.tsx";
import { isOfAnother, noteOwner, signInAddress } from "./leaving.ts";
import { telling } from "./notice.ts";
import { place } from "./place.ts";
import { navigate, type Route, useRoute } from "./router.ts";

const Welcome = lazy(() => import("../start/Welcome.tsx"));
const SignIn = lazy(() => import("../account/signing/SignIn.tsx"));
const SignUp = lazy(() => import("../account/signing/SignUp.tsx"));
const MiniScreen = lazy(() => import("../mini/MiniScreen.tsx"));
const InvitationScreen = later(async () => (await import("../family/InvitationScreen.tsx")).default);
const Privacy = lazy(() => import("../account/Privacy.tsx"));

/** The whole app: the screen that fits the address and who is signed in. */
export function App() {
  const { path } = useRoute();
  return (
    <Boundary place={path}>
      <Suspense fallback={<Splash />}>
        <Screens />
      </Suspense>
    </Boundary>
  );
}

function Screens() {
  const session = useSession();
  const route = useRoute();
  const isInvited = useInvitation() !== undefined;
  const target = isInvited ? undefined : redirection(session, route);
  const lastUser = useRef<string>();
  if (session.kind === "signedIn") lastUser.current = session.user;
  useEffect(() => {
    if (!target) return;
    if (session.kind === "signedOut") noteOwner(lastUser.current);
    navigate(target, { replace: true });
  }, [target]);
  const [first, workspace] = route.parts;
  if (first === "privacy") return <Privacy />;
  if (isInvited && session.kind !== "starting" && session.kind !== "unreachable" && !isSigning(first, session)) {
    return <InvitationScreen />;
  }
  if (session.kind === "unreachable") return rememberedWorkspace() ? <Unreachable /> : <Welcome isUnreachable />;
  if (session.kind === "starting" || target) return <Splash />;
  if (session.kind === "signedOut") {
    if (first === "sign-up") return <SignUp />;
    return first ? <SignIn /> : <Welcome />;
  }
  if (first === "mini") return <Mini workspaces={session.workspaces} wanted={location.hash.slice(1)} />;
  const line = session.workspaces.find(({ id }) => id === workspace);
  if (!workspace || !line) return <NoWorkspace />;
  return <Workspace key={workspace} id={workspace} />;
}

/** True while somebody signs in or up, to answer an invitation afterwards. */
function isSigning(first: string | undefined, { kind }: SessionState): boolean {
  return kind === "signedOut" && (first === "sign-in" || first === "sign-up");
}

/** Where the address leads to in its place, if it does. */
function redirection(session: SessionState, { path, parts, query }: Route): string | undefined {
  const [first, workspace, area] = parts;
  if (first === "privacy") return undefined;
  if (session.kind === "signedOut") {
    if (first === "sign-in" || first === "sign-up") return undefined;
    if (session.isVisitOver) return first && "/";
    // Somebody who was never here is welcomed; the others sign in, and go on where they wanted to.
    if (!first) return rememberedWorkspace() ? "/sign-in" : undefined;
    return signInAddress(path + location.search + location.hash);
  }
  if (session.kind !== "signedIn") return undefined;
  if (first === "mini") return undefined;
  if (first === "w" && workspace) {
    const line = session.workspaces.find(({ id }) => id === workspace);
    return area || !line ? undefined : place(workspace, homeOf(line));
  }
  const next = isOfAnother(session.user) ? null : query.get("next");
  if (next?.startsWith("/w/") || next?.split("#")[0] === "/mini") return next;
  const own = session.workspaces.filter(({ closed }) => !closed);
  const last = own.find(({ id }) => id === rememberedWorkspace()) ?? own[0];
  const home = query.has(sharedQuery) ? chosenWorkspace(own) : last;
  return home && place(home.id, startProgress() === "wanted" ? "start" : homeOf(home));
}

function Workspace({ id }: { readonly id: string }) {
  const session = useSession();
  const isVisit = session.kind === "signedIn" && session.visit !== undefined;
  useEffect(() => {
    // Somebody who only tried is welcomed again.
    if (!isVisit) rememberWorkspace(id);
  }, [id, isVisit]);
  useEffect(() => {
    if (isVisit || globalThis.Notification?.permission !== "granted") return;
    void import("../notifications/push.ts").then(({ renewPush }) => renewPush());
  }, [isVisit]);
  return (
    <SourceProvider value={openWorkspace(id)}>
      <Frame />
    </SourceProvider>
  );
}

/** The small window, of the workspace that was shown last where none is named. */
function Mini(
  { workspaces, wanted }: { readonly workspaces: readonly WorkspaceLine[]; readonly wanted: string },
) {
  const line = chosenWorkspace(workspaces, wanted);
  if (!line) return <NoWorkspace />;
  return (
    <SourceProvider key={line.id} value={openWorkspace(line.id)}>
      <MiniScreen canEdit={line.role === "owner"} />
    </SourceProvider>
  );
}

function Splash() {
  return <main className="splash" aria-busy="true" aria-label="Opening Daybook" />;
}

function Unreachable() {
  return (
    <main className="alone">
      <EmptyState
        icon="cloud-slash"
        title="Daybook cannot be reached"
        action={<Button kind="primary" onClick={() => void beginSession()}>Try again</Button>}
      >
        Look whether this device is online. What you saved here is still here.
      </EmptyState>
    </main>
  );
}

function NoWorkspace() {
  const { workspaces } = useSession();
  if (workspaces.length === 0) return <FirstWorkspace />;
  return (
    <main className="alone">
      <EmptyState
        icon="signpost-split"
        title="No such workspace"
        action={<a className="button button-primary" href="/">Go to yours</a>}
      >
        It was closed or erased, or you are not a member of it.
      </EmptyState>
    </main>
  );
}

/** For somebody who is a member of nothing, such as after leaving the last workspace. */
function FirstWorkspace() {
  const make = () =>
    void telling(async () => {
      await makeFirstWorkspace();
      await refreshSession();
      navigate("/");
    });
  return (
    <main className="alone">
      <EmptyState
        icon="journal-plus"
        title="No workspace yet"
        action={<Button kind="primary" onClick={make}>Make a workspace</Button>}
      >
        Everything you write is kept in a workspace, your own or one that somebody shares with you.
      </EmptyState>
    </main>
  );
}
