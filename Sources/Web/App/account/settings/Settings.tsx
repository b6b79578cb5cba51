import { useCallback, useEffect, useState } from "react";
import { Banner, Button, Skeleton } from "../../design/mod.ts";
import { NotificationSettings } from "../../notifications/NotificationSettings.tsx";
import { useTitle } from "../../shell/router.ts";
import type { Account } from "../../source/api.ts";
import { useSession } from "../../source/session.ts";
import { showAccount } from "./account.ts";
import { Appearance } from "./Appearance.tsx";
import { Devices } from "./Devices.tsx";
import { EraseAccount } from "./EraseAccount.tsx";
import { faultOf } from "../faults.ts";
import { Password, Person } from "./Person.tsx";
import { ThisDevice } from "./ThisDevice.tsx";
import { WorkspaceSettings } from "./WorkspaceSettings.tsx";

/** How the app looks, who one is, where one is signed in, and the ways out. */
export default function Settings() {
  useTitle("Settings");
  const session = useSession();
  if (session.kind === "signedIn" && session.visit) {
    return (
      <div className="settings">
        <h1>Settings</h1>
        <Appearance />
      </div>
    );
  }
  return <AccountSettings />;
}

function AccountSettings() {
  const [account, setAccount] = useState<Account>();
  const [fault, setFault] = useState<string>();
  const load = useCallback(async () => {
    try {
      setAccount(await showAccount());
      setFault(undefined);
    } catch (thrown) {
      setFault(faultOf(thrown));
    }
  }, []);
  useEffect(() => void load(), [load]);
  return (
    <div className="settings">
      <h1>Settings</h1>
      <Appearance />
      <WorkspaceSettings />
      <ThisDevice />
      {fault && (
        <Banner
          icon="cloud-slash"
          actions={
            <Button
              kind="quiet"
              onClick={() => void load()}
            >
              Try again
            </Button>
          }
        >
          {fault}
        </Banner>
      )}
      {account
        ? (
          <>
            <Person account={account} onChange={load} />
            <Password />
            <NotificationSettings />
            <Devices account={account} onChange={load} />
            <EraseAccount account={account} />
          </>
        )
        : !fault && <Skeleton lines={6} label="Loading your account" />}
      <p className="settings-end">
        <a href="/privacy">What is kept, and where</a>
      </p>
    </div>
  );
}
