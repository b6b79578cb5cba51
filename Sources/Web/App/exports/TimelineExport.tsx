import { useState } from "react";
import { FormDialog, SegmentedControl, TextField } from "../design/mod.ts";
import { useAccess } from "../shell/access.ts";
import { useFamily } from "../studio/child/useFamily.ts";
import { Select } from "../studio/Select.tsx";
import type { ExportWish } from "./exporting.ts";
import ExportDialog from "./ExportDialog.tsx";

const forms = [
  { value: "html", label: "Page", icon: "file-earmark-richtext" },
  { value: "webm", label: "Film", icon: "film" },
  { value: "mp4", label: "Film as MP4", icon: "film" },
] as const;

const hints = {
  html: "One page that opens in any browser, also without a network; up to 300 works.",
  webm: "A slideshow that browsers and most players show; up to 100 works.",
  mp4: "A slideshow for telephones and televisions; up to 100 works.",
} as const;

/** The timeline as a file: of whom, from when to when, as what. Requirement J-454. */
export default function TimelineExport({ first, onClose }: {
  /** What the timeline is narrowed to. */
  readonly first: { readonly child?: string; readonly from?: string; readonly through?: string };
  readonly onClose: () => void;
}) {
  const children = useFamily().value ?? [];
  const { reach } = useAccess();
  const [format, setFormat] = useState<(typeof forms)[number]["value"]>("html");
  const [child, setChild] = useState(first.child ?? reach?.[0] ?? "");
  const [from, setFrom] = useState(first.from ?? "");
  const [through, setThrough] = useState(first.through ?? "");
  const [wish, setWish] = useState<ExportWish>();
  const title = "Save the timeline";
  if (wish) return <ExportDialog title={title} wish={wish} onClose={onClose} />;
  const days = { ...from ? { from } : {}, ...through ? { through } : {} };
  return (
    <FormDialog
      title={title}
      submit="Make the file"
      icon="download"
      onSubmit={() => setWish({ kind: "timeline", format, ...child ? { thing: child } : {}, ...days })}
      onClose={onClose}
    >
      <SegmentedControl label="As" choices={forms} value={format} onChange={setFormat} />
      <p className="field-hint">{hints[format]}</p>
      {children.length > 1 && (
        <Select label="Works of" value={child} onChange={setChild}>
          {!reach && <option value="">All children</option>}
          {children.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
        </Select>
      )}
      <div className="making-days">
        <TextField label="From" type="date" value={from} max={through || undefined} onChange={setFrom} />
        <TextField label="Through" type="date" value={through} min={from || undefined} onChange={setThrough} />
      </div>
    </FormDialog>
  );
}
