import { useState } from "react";
import { FormDialog, TextField } from "../../design/mod.ts";
import type { Avatar as Face, Child, Command } from "../../source/api.ts";
import { mint, Problem, useSource } from "../../source/source.ts";
import { Select } from "../Select.tsx";
import { AvatarChoice } from "./AvatarChoice.tsx";
import { ages, birthYears, monthNames, today } from "./birth.ts";

/** Adds a child, or changes one: name, age or month of birth, picture. Requirements J-201, J-612, J-614 to J-616. */
export function ChildDialog({ child, onClose, onAdded }: {
  /** The child that is changed; none for a new one. */
  readonly child?: Child;
  readonly onClose: () => void;
  /** Called in place of `onClose` once a child was added. */
  readonly onAdded?: (child: string) => void;
}) {
  const source = useSource();
  const [name, setName] = useState(child?.name ?? "");
  const [age, setAge] = useState("");
  const [bornYear, bornMonth] = child?.born && !child.bornIsEstimated ? child.born.split("-") : [];
  const [year, setYear] = useState(bornYear ?? "");
  const [month, setMonth] = useState(bornMonth ?? "");
  const [face, setFace] = useState<Face>(faceOf(child));
  const [fault, setFault] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const birth = year && month ? `${year}-${month}` : undefined;

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
      setFault(undefined);
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      setFault(thrown);
    } finally {
      setBusy(false);
    }
  };
  const usePhoto = (file: File) =>
    void attempt(async () => {
      const digest = await source.upload(file);
      setFace({ photo: { name: file.name, mediaType: file.type, sizeBytes: file.size, digest } });
    });
  const save = () => {
    if (!name.trim()) return;
    void attempt(async () => {
      if (child) {
        const commands = changes(child, { name: name.trim(), birth, face });
        if (commands.length > 0) await source.perform(commands, `${name.trim()} changed`);
        return onClose();
      }
      const id = mint();
      await source.perform({
        type: "studio.addChild",
        child: id,
        name: name.trim(),
        avatar: face,
        today: today(),
        ...(birth ? { birth } : age ? { age: Number(age) } : {}),
      }, `${name.trim()} added`);
      if (onAdded) onAdded(id);
      else onClose();
    });
  };
  const isName = fault?.code === "studio.badName";
  return (
    <FormDialog
      title={child ? `Change ${child.name}` : "Add a child"}
      submit={child ? "Save" : "Add child"}
      isBusy={isBusy}
      fault={isName ? undefined : fault?.message}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        maxLength={100}
        required
        data-autofocus
        error={isName ? fault?.message : undefined}
      />
      {!child && (
        <Select label="Age" value={age} onChange={setAge} isDisabled={birth !== undefined}>
          <option value="">{birth ? "From the month of birth" : "Choose"}</option>
          {ages.map((one) => <option key={one} value={one}>{one} years</option>)}
        </Select>
      )}
      <fieldset className="studio-pair">
        <legend className="field-label">{child ? "Month of birth" : "Month of birth, if you like"}</legend>
        <Select label="Month" isLabelHidden value={month} onChange={setMonth}>
          <option value="">Month</option>
          {monthNames().map((one) => <option key={one.value} value={one.value}>{one.label}</option>)}
        </Select>
        <Select label="Year" isLabelHidden value={year} onChange={setYear}>
          <option value="">Year</option>
          {birthYears(child ? 21 : 10).map((one) => <option key={one} value={one}>{one}</option>)}
        </Select>
      </fieldset>
      <p className="field-hint">
        Tips and stories fit the age. With the month of birth they grow up with your child.
      </p>
      <AvatarChoice
        value={face}
        letter={Array.from(name.trim())[0]?.toUpperCase() ?? ""}
        onChange={setFace}
        onPhoto={usePhoto}
      />
    </FormDialog>
  );
}

function faceOf(child: Child | undefined): Face {
  const avatar = child?.avatar;
  if (!avatar) return {};
  if (typeof avatar === "string") return { emoji: avatar };
  const { name, type, bytes, digest } = avatar;
  return { photo: { name, mediaType: type, sizeBytes: bytes, digest } };
}

function changes(
  child: Child,
  wish: { readonly name: string; readonly birth: string | undefined; readonly face: Face },
): readonly Command[] {
  const former = faceOf(child);
  const isNewFace = former.emoji !== wish.face.emoji || former.photo?.digest !== wish.face.photo?.digest;
  const isNewBirth = wish.birth !== undefined && (wish.birth !== child.born || child.bornIsEstimated);
  return [
    ...wish.name === child.name ? [] : [{ type: "studio.renameChild", child: child.id, name: wish.name } as const],
    ...isNewBirth
      ? [{ type: "studio.correctBirth", child: child.id, birth: wish.birth ?? null, today: today() } as const]
      : [],
    ...isNewFace ? [{ type: "studio.portrayChild", child: child.id, avatar: wish.face } as const] : [],
  ];
}
