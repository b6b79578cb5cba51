import type { ReactNode } from "react";
import { useEffect, useState } from "react";
import { Badge, Banner, Button, Icon } from "../../design/mod.ts";
import type { Account } from "../../source/api.ts";
import { callService } from "../../source/session.ts";
import { useSaving } from "./saving.ts";
import { Section } from "./Section.tsx";

const days = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const moments = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** The session that asks, and its device. */
interface Here {
  readonly device: string;
  readonly session: string | null;
}

interface Props {
  readonly account: Account;
  readonly onChange: () => Promise<void>;
}

/** Where one is signed in: devices to be removed, and sessions to be ended. */
export function Devices({ account, onChange }: Props) {
  const [here, setHere] = useState<Here>();
  useEffect(() => {
    const look = async () => setHere(await callService("GET", "/v1/session") as Here);
    // Without an answer nothing is marked as this one.
    look().catch(() => setHere(undefined));
  }, []);
  return (
    <>
      <DeviceList account={account} onChange={onChange} here={here} />
      <SessionList account={account} onChange={onChange} here={here} />
    </>
  );
}

function DeviceList({ account, onChange, here }: Props & { readonly here: Here | undefined }) {
  const { save, isBusy, said, fault } = useSaving();
  const remove = async (name: string, id: string) => {
    const isDone = await save(
      `${name} is removed, and signed out.`,
      () => callService("DELETE", `/v1/account/devices/${id}`),
    );
    if (isDone) await onChange();
  };
  const devices = account.devices.filter(({ revoked }) => !revoked)
    .map((device) => ({ ...device, isHere: device.id === here?.device }))
    .sort((one, other) => Number(other.isHere) - Number(one.isHere));
  return (
    <Section
      title="Devices"
      lead="What you signed in on. A device that you remove is signed out and sends nothing more."
    >
      {fault && <Banner tone="warm" icon="exclamation-circle">{fault}</Banner>}
      <ul className="devices" aria-label="Devices">
        {devices.map(({ id, name, added, isHere }) => (
          <Line
            key={id}
            name={name}
            detail={`Since ${days.format(new Date(added))}`}
            mark={isHere && <Badge tone="accent">This device</Badge>}
            action={!isHere && here && (
              <Button
                kind="quiet"
                isBusy={isBusy}
                aria-label={`Remove ${name}, since ${days.format(new Date(added))}`}
                onClick={() => void remove(name, id)}
              >
                Remove
              </Button>
            )}
          />
        ))}
      </ul>
      <p className="settings-said" role="status">{said}</p>
    </Section>
  );
}

function SessionList({ account, onChange, here }: Props & { readonly here: Here | undefined }) {
  const { save, isBusy, said, fault } = useSaving();
  const run = async (success: string, action: () => Promise<unknown>) => {
    if (await save(success, action)) await onChange();
  };
  const open = account.sessions.filter(({ revoked, expires }) => !revoked && Date.parse(expires) > Date.now())
    .map((session) => ({ ...session, isHere: session.id === here?.session }))
    .sort((one, other) => Number(other.isHere) - Number(one.isHere) || other.opened.localeCompare(one.opened));
  return (
    <Section title="Sessions" lead="Where you are signed in now.">
      {fault && <Banner tone="warm" icon="exclamation-circle">{fault}</Banner>}
      <ul className="devices" aria-label="Sessions">
        {open.map(({ id, device, opened, expires, isHere }) => (
          <Line
            key={id}
            name={device}
            detail={`Signed in ${moments.format(new Date(opened))} · until ${days.format(new Date(expires))}`}
            mark={isHere && <Badge tone="accent">This session</Badge>}
            action={!isHere && here && (
              <Button
                kind="quiet"
                isBusy={isBusy}
                aria-label={`Sign out ${device}, signed in ${moments.format(new Date(opened))}`}
                onClick={() =>
                  void run(`${device} is signed out.`, () => callService("DELETE", `/v1/account/sessions/${id}`))}
              >
                Sign out
              </Button>
            )}
          />
        ))}
      </ul>
      {open.length > 1 && (
        <div>
          <Button
            isBusy={isBusy}
            onClick={() =>
              void run(
                "You are signed out everywhere else.",
                () => callService("POST", "/v1/sign-out-everywhere", { keepThis: true }),
              )}
          >
            Sign out everywhere else
          </Button>
        </div>
      )}
      <p className="settings-said" role="status">{said}</p>
    </Section>
  );
}

function Line({ name, detail, mark, action }: {
  readonly name: string;
  readonly detail: string;
  readonly mark: ReactNode;
  readonly action: ReactNode;
}) {
  return (
    <li className="device">
      <Icon name="laptop" />
      <div className="device-text">
        <span className="device-name">{name} {mark}</span>
        <span className="field-hint">{detail}</span>
      </div>
      {action}
    </li>
  );
}
