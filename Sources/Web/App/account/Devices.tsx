import { useEffect, useState } from "react";
import { Badge, Banner, Button, Icon } from "../design/mod.ts";
import type { Account } from "../source/api.ts";
import { callService } from "../source/session.ts";
import { useSaving } from "./saving.ts";
import { Section } from "./Section.tsx";

type Device = Account["devices"][number];
type Session = Account["sessions"][number];

const days = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

/** Where one is signed in: every device with its sessions, each to be signed out. */
export function Devices({ account, onChange }: { readonly account: Account; readonly onChange: () => Promise<void> }) {
  const [here, setHere] = useState<string>();
  useEffect(() => {
    const look = async () => {
      const session = await callService("GET", "/v1/session") as { readonly device: string };
      setHere(session.device);
    };
    // Without an answer no device is marked as this one.
    look().catch(() => setHere(undefined));
  }, []);
  const { save, isBusy, said, fault } = useSaving();
  const end = async (what: string, path: string) => {
    if (await save(`${what} is signed out.`, () => callService("DELETE", path))) await onChange();
  };
  const devices = account.devices.filter((device) => !device.revoked)
    .map((device) => ({ device, sessions: openSessions(account, device) }))
    .sort((one, other) => Number(other.device.id === here) - Number(one.device.id === here));
  return (
    <Section title="Devices" lead="Where you are signed in. A device that you sign out keeps nothing it can send.">
      {fault && <Banner tone="warm" icon="exclamation-circle">{fault}</Banner>}
      <ul className="devices">
        {devices.map(({ device, sessions }) => (
          <li key={device.id} className="device">
            <Icon name={device.name.includes("phone") ? "phone" : "laptop"} />
            <div className="device-text">
              <span className="device-name">
                {device.name} {device.id === here && <Badge tone="accent">This device</Badge>}
              </span>
              <span className="field-hint">
                Since {days.format(new Date(device.added))}
                {sessions.length === 0 ? " · signed out" : ` · until ${days.format(lastDay(sessions))}`}
              </span>
            </div>
            {device.id !== here && (
              <Button
                kind="quiet"
                isBusy={isBusy}
                aria-label={`Remove ${device.name}`}
                onClick={() => void end(device.name, `/v1/account/devices/${device.id}`)}
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className="settings-said" role="status">{said}</p>
      {devices.length > 1 && (
        <div>
          <Button
            isBusy={isBusy}
            onClick={() =>
              void save(
                "Your other sessions are over.",
                () => callService("POST", "/v1/sign-out-everywhere", { keepThis: true }),
              ).then(onChange)}
          >
            Sign out everywhere else
          </Button>
        </div>
      )}
    </Section>
  );
}

function openSessions(account: Account, device: Device): readonly Session[] {
  const now = Date.now();
  return account.sessions.filter((session) =>
    session.device === device.id && !session.revoked && Date.parse(session.expires) > now
  );
}

function lastDay(sessions: readonly Session[]): Date {
  return new Date(Math.max(...sessions.map((session) => Date.parse(session.expires))));
}
