/** How many works wait to be uploaded from this device, by workspace: known before anything of the studio is loaded. */

const place = "daybook.uploads";

/** Notes how many works wait in a workspace. */
export function noteWaitingUploads(workspace: string, count: number): void {
  const { [workspace]: _, ...others } = read();
  const all = count > 0 ? { ...others, [workspace]: count } : others;
  if (Object.keys(all).length > 0) localStorage.setItem(place, JSON.stringify(all));
  else localStorage.removeItem(place);
}

/** The works that wait in a workspace, or in all of them. */
export function waitingUploads(workspace?: string): number {
  const all = read();
  return workspace === undefined ? Object.values(all).reduce((sum, one) => sum + one, 0) : all[workspace] ?? 0;
}

/** Forgets that anything waits, once nothing does any more. */
export function forgetWaitingUploads(): void {
  localStorage.removeItem(place);
}

function read(): Readonly<Record<string, number>> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? "{}");
    return typeof kept === "object" && kept !== null ? kept as Record<string, number> : {};
  } catch {
    return {};
  }
}
