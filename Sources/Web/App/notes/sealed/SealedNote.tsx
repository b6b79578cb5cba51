import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { Button, EmptyState, Icon, IconButton, TextField } from "../../design/mod.ts";
import { navigate, useTitle } from "../../shell/router.ts";
import { notify } from "../../shell/notice.ts";
import { Problem, SourceProvider, useSource, useView, type View } from "../../source/source.ts";
import { performed } from "../folders/actions.ts";
import { shelfAddress } from "../links.ts";
import { NotePane, type NotePaneProps } from "../note/NotePane.tsx";
import { type Block, blocksIn, nameOf } from "./armour.ts";
import { keyOf, newKey, type SealKey } from "./cipher.ts";
import { Fault } from "./PassphraseFields.tsx";
import { ChangePassphrase, TakeSealOff } from "./SealedDialogs.tsx";
import { SealedSource } from "./SealedSource.ts";
import { useWork } from "./useWork.ts";
import { type Keys, type Vault, vaultOf } from "./Vault.ts";

/** Each save writes the whole note anew, so that more of what is typed goes into one. */
const pace = { idleMs: 1000, longestMs: 5000 };

/** A sealed note: asks for its passphrase, and is a note like any other while it is open. Requirement N-509. */
export default function SealedNote(props: NotePaneProps) {
  const { workspace } = useSource();
  const vault = vaultOf(workspace);
  const keys = useSyncExternalStore((changed) => vault.keys.subscribe(changed), () => vault.keys.get());
  const { value } = useView("showNote", { note: props.note });
  const read = useMemo(() => readable(value?.body ?? ""), [value?.body]);
  if (!value) return null;
  if (read instanceof Problem) return <Broken {...props} problem={read} />;
  const missing = read.find((block) => !keys.has(nameOf(block.derivation)));
  const [first] = read;
  const key = first && keys.get(nameOf(first.derivation));
  if (missing || !key) return <Locked {...props} value={value} vault={vault} block={missing ?? first} />;
  return <OpenSealed {...props} vault={vault} keys={keys} sealedWith={key} />;
}

function readable(body: string): readonly Block[] | Problem {
  try {
    return blocksIn(body).blocks;
  } catch (thrown) {
    if (thrown instanceof Problem) return thrown;
    throw thrown;
  }
}

function OpenSealed({ vault, keys, sealedWith, ...props }: NotePaneProps & {
  readonly vault: Vault;
  readonly keys: Keys;
  readonly sealedWith: SealKey;
}) {
  const inner = useSource();
  const { note, place } = props;
  // The same one until the note is locked: what was typed is on its way through it.
  const source = useMemo(() => new SealedSource(inner, note, keys, sealedWith), [inner, note]);
  useEffect(() => source.learn(keys), [source, keys]);
  const [asked, setAsked] = useState<"passphrase" | "unseal">();
  const sealing = useMemo(() => ({
    pace,
    lock: () => vault.lock(),
    changePassphrase: () => setAsked("passphrase"),
    unseal: () => setAsked("unseal"),
  }), [vault]);
  const { problem } = useSyncOpened(source, note);
  if (problem) return <Broken {...props} problem={problem} />;
  return (
    <SourceProvider value={source}>
      <NotePane {...props} sealing={sealing} />
      {asked === "passphrase" && (
        <ChangePassphrase
          onClose={() => setAsked(undefined)}
          does={async (passphrase) => {
            const key = await newKey(passphrase);
            // Known before the note is sealed with it, so that it stays open.
            vault.add(key);
            await source.reseal(key);
          }}
        />
      )}
      {asked === "unseal" && (
        <TakeSealOff
          onClose={() => setAsked(undefined)}
          does={async () => {
            await source.unseal();
            notify("The note is in clear again");
            if (place.isNew) navigate(shelfAddress(inner.workspace, place.shelf));
          }}
        />
      )}
    </SourceProvider>
  );
}

function useSyncOpened(source: SealedSource, note: string) {
  const watched = source.watch("showNote", { note });
  return useSyncExternalStore((changed) => watched.subscribe(changed), () => watched.get());
}

function Bar({ place, isBackShown, isFocused, onFocusMode }: NotePaneProps) {
  const { workspace } = useSource();
  return (
    <header className="notes-bar note-bar">
      {isBackShown && (
        <IconButton
          icon="chevron-left"
          label="Back to the notes"
          onClick={() => navigate(shelfAddress(workspace, place.shelf ?? { kind: "all" }))}
        />
      )}
      <p className="notes-crumbs" />
      {isFocused && <IconButton icon="fullscreen-exit" label="Leave focus mode" onClick={() => onFocusMode(false)} />}
    </header>
  );
}

function Locked({ value, vault, block, ...props }: NotePaneProps & {
  readonly value: View<"showNote">;
  readonly vault: Vault;
  readonly block: Block | undefined;
}) {
  const source = useSource();
  const [passphrase, setPassphrase] = useState("");
  const { isBusy, problem, run } = useWork();
  // Where the folders are not beside it, it is the first heading of the page.
  const Heading = props.isBackShown || props.isFocused ? "h1" : "h2";
  useTitle(value.title);
  const remove = async () => {
    await performed(source, { type: "notes.trashNote", note: value.id }, `“${value.title}” deleted`);
    navigate(shelfAddress(source.workspace, props.place.shelf ?? { kind: "all" }), { replace: true });
  };
  return (
    <section className="note-pane" aria-label={value.title}>
      <Bar {...props} />
      <div className="note-scroller">
        <form
          className="sealed-note stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (isBusy || !block) return;
            void run(async () => vault.add(await keyOf(block, passphrase)));
          }}
        >
          <div className="empty">
            <span className="empty-icon">
              <Icon name="lock" />
            </span>
            <Heading>{value.title}</Heading>
            <p>
              This note is sealed. Only its passphrase opens it, in this window, until you lock it, close the window or
              are away for ten minutes.
            </p>
          </div>
          {value.trashed && <p className="field-hint">It is in the trash.</p>}
          <TextField
            label="Passphrase"
            type="password"
            autoComplete="current-password"
            value={passphrase}
            onChange={setPassphrase}
            autoFocus
          />
          <Fault problem={problem} />
          <Button kind="primary" type="submit" isBusy={isBusy}>{isBusy ? "Opening…" : "Open"}</Button>
          {!value.trashed && <Button kind="quiet" onClick={() => void remove()}>Delete this note</Button>}
        </form>
      </div>
    </section>
  );
}

/** A sealed note whose text was changed by somebody who has no key, or that a newer app has sealed. */
function Broken({ problem, ...props }: NotePaneProps & { readonly problem: Problem }) {
  return (
    <section className="note-pane" aria-label="Sealed note">
      <Bar {...props} />
      {(props.isBackShown || props.isFocused) && <h1 className="visually-hidden">Sealed note</h1>}
      <EmptyState icon="shield-exclamation" title="This note is not shown">{problem.message}</EmptyState>
    </section>
  );
}
