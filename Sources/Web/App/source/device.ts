/** The replica of a workspace on this device. */

import type { Identity } from "../core/core.ts";
import type { Service } from "./service.ts";
import type { DeviceBackend } from "./workspace.ts";

/** Opens the replica of a workspace. */
export function openDevice(_service: Service, _identity: Identity): DeviceBackend | undefined {
  return undefined;
}

/** Destroys the keys of the replicas of a person. */
export function destroyReplicas(_user: string): Promise<void> {
  return Promise.resolve();
}
