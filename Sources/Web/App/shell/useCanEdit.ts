import { useAccess } from "./access.ts";

/** Whether one may change things in the workspace that is shown. */
export function useCanEdit(): boolean {
  return useAccess().canEdit;
}
