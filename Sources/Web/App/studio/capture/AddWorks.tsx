import { useState } from "react";
import { FormDialog, SegmentedControl, TextArea, TextField } from "../../design/mod.ts";
import type { Child } from "../../source/api.ts";
import { Problem, useSource } from "../../source/source.ts";
import { today } from "../child/birth.ts";
import { ChildPicker } from "../child/ChildPicker.tsx";
import { Select } from "../Select.tsx";
import { categories, type Category, counted, tagsOf } from "../words.ts";
import { type Chosen, ChosenPictures, useChosen } from "./ChosenPictures.tsx";
import { uploadQueue } from "./UploadQueue.ts";

const childKey = "daybook.studio.child";

/** What is added: whose it is, when and what; the pictures may be turned and cropped before. Requirements J-706 to J-711. */
export function AddWorks({ files, family, onClose }: {
  readonly files: readonly File[];
  readonly family: readonly Child[];
  readonly onClose: () => void;
}) {
  const source = useSource();
  const chosen = useChosen(files);
  const [isOne, setOne] = useState(false);
  const [child, setChild] = useState(() => firstChild(family));
  const [title, setTitle] = useState("");
  const [date, setDate] = useState("");
  const [category, setCategory] = useState<Category>("drawing");
  const [tags, setTags] = useState("");
  const [notes, setNotes] = useState("");
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { pictures } = chosen;
  const works = isOne || pictures.length === 1 ? [pictures] : pictures.map((picture) => [picture]);

  const save = async () => {
    if (pictures.length === 0) return;
    setBusy(true);
    localStorage.setItem(childKey, child);
    const about = {
      child,
      date,
      category,
      notes: notes.trim(),
      tags: tagsOf(tags),
      title: works.length === 1 ? title.trim() : "",
    };
    try {
      await uploadQueue(source).add(works.map((own) => ({ ...about, pictures: own.map(kept) })));
      onClose();
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      setFault(thrown.message);
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={pictures.length === 1 ? "Add a work" : "Add works"}
      submit={works.length > 1 ? `Add ${counted(works.length, "work")}` : "Add work"}
      icon="cloud-upload"
      className="add-works"
      isBusy={isBusy}
      fault={fault}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <ChosenPictures chosen={chosen} />
      {pictures.length > 1 && (
        <SegmentedControl
          label="How many works"
          isLabelHidden={false}
          choices={[
            { value: "each", label: counted(pictures.length, "work") },
            { value: "one", label: `One work with ${pictures.length} pictures` },
          ]}
          value={isOne ? "one" : "each"}
          onChange={(value) => setOne(value === "one")}
        />
      )}
      <ChildPicker options={family} value={child} onChange={setChild} />
      {works.length === 1 && (
        <TextField label="Title, if it has one" value={title} onChange={setTitle} maxLength={200} />
      )}
      <div className="studio-pair">
        <Select label="Kind" value={category} onChange={(value) => setCategory(value as Category)}>
          {categories.map(({ value, label }) => <option key={value} value={value}>{label}</option>)}
        </Select>
        <TextField label="Day, if not the picture’s" type="date" max={today()} value={date} onChange={setDate} />
      </div>
      <TextField label="Tags" hint="With commas between them." value={tags} onChange={setTags} />
      <TextArea
        label="Notes"
        value={notes}
        onChange={setNotes}
        placeholder="What did your child say about it?"
        maxLength={20_000}
      />
    </FormDialog>
  );
}

function kept({ file, recipe }: Chosen) {
  return { file, recipe };
}

/** The one that was chosen last on this device. */
function firstChild(family: readonly Child[]): string {
  const last = localStorage.getItem(childKey);
  return family.find(({ id }) => id === last)?.id ?? family[0]?.id ?? "";
}
