import { useState } from "react";
import { useSaving } from "../account/settings/saving.ts";
import { Button, Dialog, FormDialog, Icon, IconButton, TextField } from "../design/mod.ts";
import { copied } from "../sharing/ReadOnlyLinks.tsx";
import { canHandOn, handOn } from "../sharing/shareLinks.ts";
import type { Child } from "../source/api.ts";
import { Select } from "../studio/Select.tsx";
import { invitationLink } from "./invitation.ts";
import { invite, type Reach } from "./members.ts";
import { ReachFields } from "./ReachFields.tsx";
import { emailLengthMax } from "../source/limits.ts";

const spans = [{ days: 3, label: "3 days" }, { days: 14, label: "2 weeks" }, { days: 90, label: "3 months" }] as const;

/** Invites somebody by a link: what they may do, what they see, and for how long the link is good. Requirement J-203. */
export function InviteDialog({ workspace, family, note, onClose, onInvited }: {
  readonly workspace: string;
  readonly family: readonly Pick<Child, "id" | "name">[];
  /** The note that they are invited to write with one, which stands in the letter. */
  readonly note?: InvitedTo;
  readonly onClose: () => void;
  readonly onInvited: () => void;
}) {
  const [reach, setReach] = useState<Reach>({ role: "editor", children: undefined });
  const [email, setEmail] = useState("");
  const [days, setDays] = useState("14");
  const [link, setLink] = useState<string>();
  const { save, isBusy, fault } = useSaving();
  const send = async () => {
    if (reach.children?.length === 0) return;
    await save(undefined, async () => {
      const secret = await invite(workspace, { ...reach, email: email.trim(), days: Number(days) });
      setLink(invitationLink(secret));
      onInvited();
    });
  };
  if (link) return <Invited link={link} email={email.trim()} note={note} onClose={onClose} />;
  return (
    <FormDialog
      title={note ? `Write “${note.title}” together` : "Invite somebody"}
      submit="Make the link"
      icon="person-plus"
      isBusy={isBusy}
      fault={fault}
      noValidate
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <ReachFields reach={reach} family={family} onChange={setReach} />
      <TextField
        label="Their e-mail address, if you like"
        hint="Then only they can accept. Nothing is sent; you give them the link."
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={emailLengthMax}
        value={email}
        onChange={setEmail}
      />
      <Select label="The link is good for" value={days} onChange={setDays}>
        {spans.map((span) => <option key={span.days} value={span.days}>{span.label}</option>)}
      </Select>
    </FormDialog>
  );
}

/** A note that somebody is invited to. */
export interface InvitedTo {
  readonly title: string;
  readonly address: string;
}

/** The link, shown once, with the ways to give it to somebody. */
function Invited({ link, email, note, onClose }: {
  readonly link: string;
  readonly email: string;
  readonly note: InvitedTo | undefined;
  readonly onClose: () => void;
}) {
  const then = note ? `\n\nThen we write “${note.title}” together here:\n${note.address}` : "";
  const text = `I share my Daybook with you. Open this to join:\n${link}${then}`;
  const mail = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent("Daybook")}&body=${
    encodeURIComponent(text)
  }`;
  return (
    <Dialog
      title="Give them this link"
      onClose={onClose}
      actions={<Button kind="primary" onClick={onClose}>Done</Button>}
    >
      <div className="stack">
        <p>It is shown this once, and is good for one person.</p>
        <div className="share-made">
          <TextField label="The link that invites" value={link} readOnly onChange={() => undefined} />
          <IconButton icon="clipboard" label="Copy link" onClick={() => void copied(link, "Link copied")} />
        </div>
        <div className="share-ways">
          {canHandOn() && <Button icon="share" onClick={() => void handOn({ title: "Daybook", text })}>Send…</Button>}
          <a className="button button-plain" href={mail}>
            <Icon name="envelope" />
            <span>Send by e-mail</span>
          </a>
        </div>
      </div>
    </Dialog>
  );
}
