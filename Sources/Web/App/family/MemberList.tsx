import { useState } from "react";
import { useSaving } from "../account/settings/saving.ts";
import { Badge, FormDialog, IconButton, Menu } from "../design/mod.ts";
import type { Child } from "../source/api.ts";
import { changeMember, type Member, type Reach, removeMember, roleNames, saySight } from "./members.ts";
import { ReachFields } from "./ReachFields.tsx";

/** Those who belong to a workspace, and what they see. Owners change it; everybody may leave. */
export function MemberList({ members, own, workspace, family, isOwner, onChanged, onLeft }: {
  readonly members: readonly Member[];
  /** The id of the person who looks. */
  readonly own: string;
  readonly workspace: string;
  readonly family: readonly Pick<Child, "id" | "name">[];
  readonly isOwner: boolean;
  readonly onChanged: () => void;
  readonly onLeft: () => void;
}) {
  const [changed, setChanged] = useState<Member>();
  const [removed, setRemoved] = useState<Member>();
  const names = new Map(family.map(({ id, name }) => [id, name]));
  // The last owner must stay: somebody has to decide who is here.
  const isLastOwner = isOwner && members.filter(({ role }) => role === "owner").length === 1;
  const close = () => {
    setChanged(undefined);
    setRemoved(undefined);
  };
  return (
    <>
      <ul className="people" aria-label="Members">
        {members.map((member) => {
          const isOwn = member.user === own;
          return (
            <li key={member.user} className="person">
              <span className="avatar avatar-m" aria-hidden="true">{Array.from(member.name)[0]?.toUpperCase()}</span>
              <div className="person-text">
                <span className="person-name">{member.name} {isOwn && <Badge tone="accent">You</Badge>}</span>
                <span className="field-hint">{roleNames[member.role]} · {saySight(member, names)}</span>
              </div>
              {isOwner && !isOwn && (
                <Menu
                  label={`More for ${member.name}`}
                  icon="three-dots"
                  sections={[
                    [{ label: "Change…", icon: "pencil", onSelect: () => setChanged(member) }],
                    [{ label: "Remove…", icon: "person-dash", isDanger: true, onSelect: () => setRemoved(member) }],
                  ]}
                />
              )}
              {isOwn && !isLastOwner && (
                <IconButton
                  icon="box-arrow-right"
                  label="Leave this workspace"
                  onClick={() => setRemoved(member)}
                />
              )}
            </li>
          );
        })}
      </ul>
      {changed && (
        <ChangeDialog member={changed} workspace={workspace} family={family} onClose={close} onDone={onChanged} />
      )}
      {removed && (
        <RemoveDialog
          member={removed}
          isOwn={removed.user === own}
          workspace={workspace}
          onClose={close}
          onDone={removed.user === own ? onLeft : onChanged}
        />
      )}
    </>
  );
}

function ChangeDialog({ member, workspace, family, onClose, onDone }: {
  readonly member: Member;
  readonly workspace: string;
  readonly family: readonly Pick<Child, "id" | "name">[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const [reach, setReach] = useState<Reach>({ role: member.role, children: member.children ?? undefined });
  const { save, isBusy, fault } = useSaving();
  const submit = async () => {
    if (reach.children?.length === 0) return;
    if (!await save(undefined, () => changeMember(workspace, member.user, reach))) return;
    onDone();
    onClose();
  };
  return (
    <FormDialog
      title={`What ${member.name} may do`}
      submit="Save"
      isBusy={isBusy}
      fault={fault}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <ReachFields reach={reach} family={family} isOwnerOffered onChange={setReach} />
    </FormDialog>
  );
}

/** Asks first: somebody who is out has to be invited again, so this cannot simply be undone. */
function RemoveDialog({ member, isOwn, workspace, onClose, onDone }: {
  readonly member: Member;
  readonly isOwn: boolean;
  readonly workspace: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const { save, isBusy, fault } = useSaving();
  const remove = async () => {
    if (!await save(undefined, () => removeMember(workspace, member.user))) return;
    onClose();
    onDone();
  };
  return (
    <FormDialog
      title={isOwn ? "Leave this workspace?" : `Remove ${member.name}?`}
      submit={isOwn ? "Leave" : "Remove"}
      cancel={isOwn ? "Stay" : "Keep"}
      kind="danger"
      isBusy={isBusy}
      fault={fault}
      onSubmit={() => void remove()}
      onClose={onClose}
    >
      <p>
        {isOwn
          ? "You see nothing of it any more. What you added stays. To come back you need another invitation."
          : "They see nothing of it any more. What they added stays. They can be invited again."}
      </p>
    </FormDialog>
  );
}
