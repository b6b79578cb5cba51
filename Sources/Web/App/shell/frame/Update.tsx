import { useEffect, useState } from "react";
import { Banner, Button } from "../../design/mod.ts";

/** Says that a newer version of the app is there, and takes it when asked: never under somebody's hands. */
export function Update() {
  const [waiting, setWaiting] = useState<ServiceWorker>();
  useEffect(() => {
    if (!navigator.serviceWorker) return;
    let isOver = false;
    const look = async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      if (isOver || !registration) return;
      const noticed = () => {
        // Without a controller it is the first version, which takes effect by itself.
        if (registration.waiting && navigator.serviceWorker.controller) setWaiting(registration.waiting);
      };
      noticed();
      registration.addEventListener("updatefound", () => {
        registration.installing?.addEventListener("statechange", noticed);
      });
    };
    void look();
    return () => {
      isOver = true;
    };
  }, []);
  if (!waiting) return null;
  const reload = () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    waiting.postMessage({ type: "skipWaiting" });
  };
  return (
    <Banner
      tone="accent"
      icon="stars"
      actions={<Button kind="quiet" onClick={reload}>Reload to update</Button>}
    >
      A new version of Daybook is ready.
    </Banner>
  );
}
