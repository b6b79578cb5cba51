import { useState } from "react";
import { Button, FormDialog, TextField } from "../../design/mod.ts";
import { navigate } from "../../shell/router.ts";
import { mint, Problem, useSource } from "../../source/source.ts";
import { countScalars } from "../editor/scalars.ts";
import { noteAddress, type Shelf } from "../links.ts";
import type { NoteSession } from "../note/NoteSession.ts";
import { newKey, sealed, type SealKey } from "./cipher.ts";
import { PassphraseFields, usePassphrase } from "./PassphraseFields.tsx";
import { useWork } from "./useWork.ts";
import { vaultOf } from "./Vault.ts";
import { nameLengthMax } from "../../source/limits.ts";

interface SealDialogProps {
  /** Of the note that is sealed; without one, a new note is made. */
  readonly session?: NoteSession;
  /** The list that a new note is made in. */
  readonly shelf?: Shelf;
  readonly onClose: () => void;
}

/** Seals a note, or makes a sealed one: says first what stays readable, and what is lost with the passphrase. Requirement N-509. */
export default function SealDialog({ session, shelf, onClose }: SealDialogProps) {
  const source = useSource();
  const vault = vaultOf(source.workspace);
  const [latest, setLatest] = useState<SealKey | undefined>(vault.latest);
  const [title, setTitle] = useState("");
  const passphrase = usePassphrase();
  const { isBusy, problem, run } = useWork();
  const hasText = session !== undefined && session.text().trim() !== "";
  const seal = async (key: SealKey) => {
    if (session) return await sealNote(session, key);
    const note = mint();
    const body = await sealed(key, { note, text: "" });
    const folder = shelf?.kind === "folder" ? { folder: shelf.folder } : {};
    await source.perform({
      type: "notes.createNote",
      note,
      ...(title.trim() ? { title: title.trim() } : {}),
      body,
      ...folder,
    });
    vault.add(key);
    navigate(noteAddress(source.workspace, note, shelf));
  };
  const submit = () => {
    const typed = latest ? "" : passphrase.check();
    if (typed === undefined) return;
    void run(async () => {
      const key = latest ?? await newKey(typed);
      vault.add(key);
      await seal(key);
      onClose();
    });
  };
  return (
    <FormDialog
      title={session ? "Seal this note" : "New sealed note"}
      submit={isBusy ? "Sealing…" : "Seal"}
      isBusy={isBusy}
      fault={problem?.message}
      noValidate
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        The text is encrypted in this browser, and the service keeps only what it cannot read. Title, tags, dates and
        length stay readable. Drawings, files and share links are not for sealed notes, and search finds them in this
        window alone, while they are open.
      </p>
      {hasText && (
        <p>
          <strong>What was written until now stays in the history</strong>{" "}
          of this workspace, where the service can read it. For what it must never see, make a new sealed note.
        </p>
      )}
      {!session && (
        <TextField
          label="Title"
          hint="Not sealed"
          value={title}
          maxLength={nameLengthMax}
          onChange={setTitle}
          data-autofocus
        />
      )}
      {latest
        ? (
          <p>
            It is sealed with the passphrase that is open in this window.{" "}
            <Button kind="quiet" onClick={() => setLatest(undefined)}>Use another one</Button>
          </p>
        )
        : <PassphraseFields passphrase={passphrase} />}
    </FormDialog>
  );
}

/** Puts the sealed text in the place of the clear one. @throws {Problem} */
async function sealNote(session: NoteSession, key: SealKey): Promise<void> {
  await session.flush();
  const { note, source } = session;
  const value = source.watch("showNote", { note }).get().value;
  if (!value) throw new Problem("noSuchNote", "Write something first, or make a new sealed note.");
  if (value.ink.length > 0 || value.files.length > 0) {
    throw new Problem("notSealable", "A sealed note has no drawings and no files. Take them out first.");
  }
  const runs = [{
    position: 0,
    deleteCount: countScalars(value.body),
    insertion: await sealed(key, { note, text: value.body }),
  }];
  await source.perform({ type: "notes.editNote", note, edit: { parents: [...value.parents], runs } }, "Note sealed");
}
