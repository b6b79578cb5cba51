import { useState } from "react";
import { Button, Icon, Skeleton } from "../design/mod.ts";
import { ScreenHead } from "../inbox/ScreenHead.tsx";
import { Trouble } from "../inbox/Trouble.tsx";
import { useAccess } from "../shell/access.ts";
import { telling } from "../shell/notice.ts";
import { navigate } from "../shell/router.ts";
import { refreshSession, useSession } from "../source/session.ts";
import { useSource } from "../source/source.ts";
import { useFamily } from "../studio/child/useFamily.ts";
import { Feed } from "./Feed.tsx";
import { InviteDialog } from "./InviteDialog.tsx";
import { MemberList } from "./MemberList.tsx";
import { type Invitation, revokeInvitation, roleNames, saySight } from "./members.ts";
import { useMembers } from "./useMembers.ts";
import { Week } from "./Week.tsx";

/** The people of a workspace, what they did lately, and their week. Requirements J-108, J-203, J-212. */
export default function PeopleScreen() {
  const { workspace } = useSource();
  const session = useSession();
  const { isOwner } = useAccess();
  const { members, problem, reload } = useMembers(workspace);
  const family = useFamily().value ?? [];
  const [isInviting, setInviting] = useState(false);
  const own = session.kind === "signedIn" ? session.user : "";
  const waiting =
    members?.invitations.filter(({ answer, expires }) => answer === "waiting" && Date.parse(expires) > Date.now()) ??
      [];
  const leave = () =>
    void telling(async () => {
      await refreshSession();
      navigate("/");
    });
  return (
    <div className="screen people-screen">
      <ScreenHead title="People">
        {isOwner && <Button kind="primary" icon="person-plus" onClick={() => setInviting(true)}>Invite</Button>}
      </ScreenHead>
      <Trouble problem={problem} />
      {!members && !problem && <Skeleton lines={3} label="Loading the members" />}
      {members && (
        <MemberList
          members={members.members}
          own={own}
          workspace={workspace}
          family={family}
          isOwner={isOwner}
          onChanged={reload}
          onLeft={leave}
        />
      )}
      {waiting.length > 0 && (
        <section className="people-part" aria-labelledby="waiting-title">
          <h2 id="waiting-title">Invited</h2>
          <ul className="people" aria-label="Invitations">
            {waiting.map((one) => (
              <InvitationLine
                key={one.id}
                invitation={one}
                names={new Map(family.map(({ id, name }) => [id, name]))}
                onRevoke={() =>
                  void telling(async () => {
                    await revokeInvitation(workspace, one.id);
                    reload();
                  })}
              />
            ))}
          </ul>
        </section>
      )}
      <Week />
      {isOwner && <Feed />}
      {isInviting && (
        <InviteDialog
          workspace={workspace}
          family={family}
          onClose={() => setInviting(false)}
          onInvited={reload}
        />
      )}
    </div>
  );
}

function InvitationLine({ invitation, names, onRevoke }: {
  readonly invitation: Invitation;
  readonly names: ReadonlyMap<string, string>;
  readonly onRevoke: () => void;
}) {
  const name = invitation.email ?? "Anybody with the link";
  const until = new Date(invitation.expires).toLocaleDateString(undefined, { dateStyle: "long" });
  return (
    <li className="person">
      <Icon name="envelope" className="person-icon" />
      <div className="person-text">
        <span className="person-name">{name}</span>
        <span className="field-hint">{roleNames[invitation.role]} · {saySight(invitation, names)} · until {until}</span>
      </div>
      <Button kind="quiet" aria-label={`Take back the invitation of ${name}`} onClick={onRevoke}>Take back</Button>
    </li>
  );
}
