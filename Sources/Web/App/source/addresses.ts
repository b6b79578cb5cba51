/** Addresses below a workspace. */

import { viewAddress } from "./api.ts";
import type { ViewName } from "./source.ts";

type Parameters = Readonly<Record<string, string | number | boolean | undefined>>;

/** The path of a view below the workspace, with its query in the order of names: equal parameters give equal paths. */
export function pathOf(name: ViewName, parameters: object): string {
  const rest = new Map(Object.entries(parameters as Parameters));
  const path = viewAddress[name].replace(/\{([A-Za-z]+)\}/g, (_, key: string) => {
    const value = rest.get(key);
    rest.delete(key);
    return encodeURIComponent(String(value ?? ""));
  });
  const query = [...rest].filter(([, value]) => value !== undefined).sort(([a], [b]) => a < b ? -1 : 1);
  if (query.length === 0) return path;
  return `${path}?${query.map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`).join("&")}`;
}

/** The address of a workspace in the API. */
export function workspaceAddress(workspace: string): string {
  return `/v1/workspaces/${encodeURIComponent(workspace)}`;
}

/** The address of a file, by its digest. */
export function fileAddress(workspace: string, digest: string): string {
  return `${workspaceAddress(workspace)}/blobs/${encodeURIComponent(digest)}`;
}

/** The address of a picture made small: `size` as the API names them. */
export function thumbnailAddress(workspace: string, digest: string, size?: string): string {
  return `${fileAddress(workspace, digest)}/thumbnail${size ? `?size=${encodeURIComponent(size)}` : ""}`;
}
