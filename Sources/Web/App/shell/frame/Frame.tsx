import { Suspense, useEffect, useRef } from "react";
import { Acting } from "../../boards/acting.tsx";
import { Banner, Icon, IconButton, Skeleton } from "../../design/mod.ts";
import { Capture } from "../../inbox/capture/Capture.tsx";
import { SearchKeys } from "../../search/SearchKeys.tsx";
import { useSource } from "../../source/source.ts";
import { waitingUploads } from "../../source/storage/waitingUploads.ts";
import { FirstUse } from "../../start/FirstUse.tsx";
import { VisitBanner } from "../../start/VisitBanner.tsx";
import { AccountMenu, WorkspaceMenu } from "./menus.tsx";
import { useAccess } from "../access.ts";
import { Boundary } from "../Boundary.tsx";
import { useCommands } from "../commands/commands.ts";
import { Help } from "../commands/Help.tsx";
import { later, loadAhead } from "../later.tsx";
import { Link } from "../Link.tsx";
import { showOverlay, useOverlay } from "../overlay.ts";
import { Palette } from "../commands/Palette.tsx";
import { place } from "../place.ts";
import { areas } from "../registered.ts";
import { useRoute } from "../router.ts";
import { spelled, useShortcuts } from "../commands/shortcuts.ts";
import { PullToRefresh } from "./PullToRefresh.tsx";
import { sidebarKeys, toggleSidebar, useIsSidebarCollapsed } from "./sidebar.ts";
import { syncNow, useShownSync } from "./sync.ts";
import { SyncIndicator } from "./SyncIndicator.tsx";
import { UndoBanner } from "./UndoBanner.tsx";
import { Update } from "./Update.tsx";

const Settings = later(async () => (await import("../../account/settings/Settings.tsx")).default);
const PeopleScreen = later(async () => (await import("../../family/PeopleScreen.tsx")).default);
const StartScreen = later(async () => (await import("../../start/StartScreen.tsx")).default);
const NewBoard = later(async () => (await import("../../boards/list/NewBoard.tsx")).NewBoard);
const TagsDialog = later(async () => (await import("../../tags/TagsDialog.tsx")).TagsDialog);

/** What stands around every screen: where to go, how it stands, where to write down a thought. */
export function Frame() {
  const access = useAccess();
  const { parts, path, query } = useRoute();
  const [, , areaPath, ...rest] = parts;
  const commands = useCommands(access);
  useShortcuts("Everywhere", commands.shortcuts);
  useArrival(path);
  useUploading();
  useEffect(loadAhead, []);
  const overlay = useOverlay();
  const isCollapsed = useIsSidebarCollapsed();
  const canCapture = access.isOwner && access.canEdit;
  const stage = useRef<HTMLDivElement>(null);
  return (
    <div className={isCollapsed ? "frame is-collapsed" : "frame"}>
      <a className="skip" href="#main">Skip to content</a>
      <header className="frame-head">
        <div className="frame-top">
          <WorkspaceMenu />
          <SidebarButton isCollapsed={isCollapsed} />
        </div>
        <button
          type="button"
          className="frame-button frame-find"
          aria-label="Go to or do"
          title={`Go to or do (${spelled("mod+k")})`}
          onClick={() => showOverlay("palette")}
        >
          <Icon name="command" />
          <span className="frame-button-label" aria-hidden="true">Go to or do…</span>
          <kbd aria-hidden="true">{spelled("mod+k")}</kbd>
        </button>
      </header>
      <Navigation />
      <footer className="frame-foot">
        <div className="frame-sync">
          <SyncIndicator />
          <SyncButton />
        </div>
        <AccountMenu />
      </footer>
      <div ref={stage} className="frame-stage">
        <PullToRefresh stage={stage} />
        <Notices canCapture={canCapture} />
        <main id="main" tabIndex={-1}>
          <Boundary place={path}>
            <Suspense fallback={<Skeleton lines={5} />}>
              <Screen path={areaPath} rest={rest} query={query} />
            </Suspense>
          </Boundary>
        </main>
        <UndoBanner />
      </div>
      {canCapture && (
        <section id="capture" className="frame-capture" aria-label="Capture">
          <Capture />
        </section>
      )}
      <SearchKeys />
      {overlay === "palette" && <Palette commands={commands.items} />}
      {overlay === "help" && <Help />}
      {overlay === "board" && (
        <Acting className="frame-over">
          <Suspense fallback={null}>
            <NewBoard onClose={() => showOverlay(undefined)} />
          </Suspense>
        </Acting>
      )}
      {overlay === "tags" && (
        <Suspense fallback={null}>
          <TagsDialog onClose={() => showOverlay(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

function Screen({ path, rest, query }: {
  readonly path: string | undefined;
  readonly rest: readonly string[];
  readonly query: URLSearchParams;
}) {
  const { workspace } = useSource();
  const open = useAccess();
  const area = open.areas.find((one) => one.path === path);
  if (area) return <area.Screen rest={rest} query={query} />;
  if (path === "settings") return <Settings />;
  if (path === "start") return <StartScreen />;
  if (path === "people") return <PeopleScreen />;
  const home = open.areas.find((one) => one.path === "inbox") ?? open.areas[0];
  const isShut = areas.some((one) => one.path === path);
  return (
    <div className="empty">
      <h1>{isShut ? "Not shared with you" : "Nothing is here"}</h1>
      <p>
        {isShut
          ? "You are a member of this workspace, and this part of it is not shared."
          : "This address leads nowhere, or to something that is gone."}
      </p>
      {home && (
        <a className="button button-primary" href={place(workspace, home.path)}>Go to the {home.label.toLowerCase()}</a>
      )}
    </div>
  );
}

/** Collapses the sidebar of desktops to its icons, and back. */
function SidebarButton({ isCollapsed }: { readonly isCollapsed: boolean }) {
  const keys = spelled(sidebarKeys());
  const label = isCollapsed ? "Show the sidebar" : "Collapse the sidebar";
  return (
    <IconButton
      className="frame-collapse"
      icon={isCollapsed ? "layout-sidebar-inset" : "layout-sidebar"}
      label={label}
      keys={keys}
      aria-expanded={!isCollapsed}
      onClick={toggleSidebar}
    />
  );
}

/** Asks the service at once for what is new. Requirement P-309. */
function SyncButton() {
  const source = useSource();
  return (
    <IconButton
      className="frame-sync-now"
      icon="arrow-clockwise"
      label="Sync now"
      keys={spelled("mod+r")}
      onClick={() => void syncNow(source)}
    />
  );
}

function Navigation() {
  const { workspace } = useSource();
  const { areas } = useAccess();
  return (
    <nav className="frame-nav" aria-label="Areas">
      <ul>
        {areas.map((area) => (
          <li key={area.path}>
            <Link
              className="frame-link"
              href={place(workspace, area.path)}
              isCurrentWithin
              title={`${area.label} (${spelled(`g ${area.key}`)})`}
            >
              <Icon name={area.icon} />
              <span>{area.label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Notices({ canCapture }: { readonly canCapture: boolean }) {
  const { isLocal } = useSource();
  const { kind } = useShownSync();
  return (
    <div className="frame-notices">
      <Update />
      <VisitBanner />
      {canCapture && (
        <FirstUse tip="capture">
          Whatever is on your mind goes into the capture field, on any screen. Enter keeps it; you can organize it
          later.
        </FirstUse>
      )}
      {kind === "offline" && (
        <Banner icon="cloud-slash">
          {isLocal
            ? "You are offline. Everything is saved on this device and sent later."
            : "You are offline. You see what was there; changes can be made once you are back."}
        </Banner>
      )}
    </div>
  );
}

/** Puts the focus where one has arrived, when what had it is gone. */
function useArrival(path: string) {
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    // After the screen has taken the focus, where it does.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) document.getElementById("main")?.focus({ preventScroll: true });
    }, 100);
    return () => clearTimeout(timer);
  }, [path]);
}

/** Goes on with works that were on their way when the app was closed. Requirement J-106. */
function useUploading() {
  const source = useSource();
  useEffect(() => {
    if (waitingUploads(source.workspace) === 0) return;
    void import("../../studio/capture/UploadQueue.ts").then(({ uploadQueue }) => uploadQueue(source).run());
  }, [source]);
}
