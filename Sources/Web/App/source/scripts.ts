/** Scripts that run beside the page, through the one policy that the content policy allows. */

interface Policy {
  createScriptURL(address: string): string;
}

interface PolicyMaker {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): Policy;
}

let policy: Policy | undefined;

/** The address of a script of the app's own, as browsers that hold to Trusted Types want it. @throws for any other. */
function scriptAddress(address: string): string {
  policy ??= (globalThis as { readonly trustedTypes?: PolicyMaker }).trustedTypes?.createPolicy("daybook", {
    createScriptURL: ownAddress,
  });
  return policy ? policy.createScriptURL(address) : ownAddress(address);
}

function ownAddress(address: string): string {
  if (/^\/(app\/worker-[A-Za-z0-9]+\.js|service-worker\.js)$/.test(address)) return address;
  throw new TypeError(`${address} is no script of Daybook's`);
}

/** Starts a worker of the app. */
export function startWorker(address: string): Worker {
  return new Worker(scriptAddress(address), { type: "module" });
}

/** Has the service worker keep the app, so that it opens without a network. Update.tsx shows when another version is there. */
export async function keepApp(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register(scriptAddress("/service-worker.js"), { updateViaCache: "none" });
  } catch {
    // Offline, or a browser that forbids it: the app works on as a page.
  }
}
