import { type FormEvent, useEffect, useState } from "react";
import { useSetup } from "../account/signing/useSetup.ts";
import { Button, Icon, IconButton, Skeleton, TextField } from "../design/mod.ts";
import { notify } from "../shell/notice.ts";
import { Problem, useSource } from "../source/source.ts";
import {
  canHandOn,
  handOn,
  type MadeLink,
  makeLink,
  openLinks,
  revokeLink,
  type ShareLink,
  type ShareWish,
} from "./shareLinks.ts";
import { emailLengthMax } from "../source/limits.ts";

const spans = [
  { days: 1, label: "1 day" },
  { days: 7, label: "7 days" },
  { days: 30, label: "30 days" },
  { days: 365, label: "1 year" },
] as const;

/** Puts a text on the clipboard, and says so. */
export async function copied(text: string, says: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(says);
  } catch {
    notify("This browser did not allow copying. Select the link, and copy it by hand.");
  }
}

/** The links by which anybody reads one thing: made, listed and ended. Requirements N-041, J-464. */
export function ReadOnlyLinks({ thing, title, noun }: {
  readonly thing: string;
  readonly title: string;
  /** Names the kind of thing: `note`. */
  readonly noun: string;
}) {
  const { workspace } = useSource();
  const [links, setLinks] = useState<readonly ShareLink[]>();
  const [made, setMade] = useState<MadeLink>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const attempt = async (action: () => Promise<void>) => {
    setBusy(true);
    try {
      await action();
      setProblem(undefined);
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      setProblem(sentenceOf(thrown));
    } finally {
      setBusy(false);
    }
  };
  const look = async () => setLinks(await openLinks(workspace, thing));
  useEffect(() => void attempt(look), [workspace, thing]);
  return (
    <section className="share-section" aria-labelledby="share-link" aria-busy={isBusy}>
      <h3 id="share-link">Read-only link</h3>
      <p>
        Whoever has it reads this {noun} as it is then, and sees nothing else. It ends by itself, or when you end it.
      </p>
      {problem && <p role="alert" className="share-problem">{problem}</p>}
      {!links && !problem && <Skeleton lines={2} label="Looking for links" />}
      {made && <NewAddress made={made} title={title} />}
      {links && links.length > 0 && (
        <ul className="share-links" aria-label={`Links to this ${noun}`}>
          {links.map((link) => (
            <li key={link.id}>
              <Icon name={link.password ? "shield-check" : "link-45deg"} />
              <span>
                Open until {new Date(link.expires).toLocaleDateString(undefined, { dateStyle: "long" })}
                {link.password && ", with a password"}
              </span>
              <Button
                isBusy={isBusy}
                onClick={() =>
                  void attempt(async () => {
                    await revokeLink(workspace, link.id);
                    setMade(undefined);
                    await look();
                  })}
              >
                End it
              </Button>
            </li>
          ))}
        </ul>
      )}
      {links && (
        <NewLink
          isBusy={isBusy}
          onMake={(wish) =>
            void attempt(async () => {
              setMade(await makeLink(workspace, { thing, ...wish }));
              await look();
            })}
        />
      )}
    </section>
  );
}

function sentenceOf(problem: Problem): string {
  if (problem.code === "offline") return "Links need a connection. Everything below works without one.";
  if (problem.status === 403) return "Only an owner of this workspace makes links for others.";
  return problem.message;
}

function NewAddress({ made: { address, mailed }, title }: { readonly made: MadeLink; readonly title: string }) {
  const subject = encodeURIComponent(title);
  const body = encodeURIComponent(`${title}\n${address}`);
  return (
    <>
      {mailed && <p role="status">{mailed}</p>}
      <div className="share-made">
        <TextField label="Your new link, shown this once" value={address} readOnly onChange={() => undefined} />
        <IconButton icon="clipboard" label="Copy link" onClick={() => void copied(address, "Link copied")} />
        {canHandOn() && (
          <IconButton
            icon="share"
            label="Send link…"
            onClick={() => void handOn({ title, url: address })}
          />
        )}
      </div>
      <div className="share-ways">
        <a className="button button-plain" href={`mailto:?subject=${subject}&body=${body}`}>
          <Icon name="envelope" />
          <span>Send by e-mail</span>
        </a>
        <a className="button button-plain" href={`sms:?body=${body}`}>
          <Icon name="chat-text" />
          <span>Send as a text message</span>
        </a>
      </div>
    </>
  );
}

function NewLink({ isBusy, onMake }: {
  readonly isBusy: boolean;
  readonly onMake: (wish: Omit<ShareWish, "thing">) => void;
}) {
  const [days, setDays] = useState<number>(30);
  const [password, setPassword] = useState("");
  const [mailTo, setMailTo] = useState("");
  const isMailing = useSetup()?.mail ?? false;
  const make = (event: FormEvent) => {
    event.preventDefault();
    onMake({ days, password, mailTo: mailTo.trim() });
    setPassword("");
    setMailTo("");
  };
  return (
    <form className="share-new" onSubmit={make}>
      <label className="share-days">
        <span>Ends after</span>
        <select value={days} onChange={(event) => setDays(Number(event.currentTarget.value))}>
          {spans.map((span) => <option key={span.days} value={span.days}>{span.label}</option>)}
        </select>
      </label>
      <TextField
        label="Password, if you like"
        type="password"
        autoComplete="new-password"
        maxLength={511}
        value={password}
        onChange={setPassword}
      />
      {isMailing && (
        <TextField
          className="share-mail"
          label="Mail it to, if you like"
          type="email"
          autoComplete="off"
          maxLength={emailLengthMax}
          value={mailTo}
          onChange={setMailTo}
        />
      )}
      <Button type="submit" kind="primary" icon="link-45deg" isBusy={isBusy}>Make a link</Button>
    </form>
  );
}
