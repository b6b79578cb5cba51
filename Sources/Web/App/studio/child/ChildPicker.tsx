import { SegmentedControl } from "../../design/mod.ts";
import type { Child } from "../../source/api.ts";
import { Select } from "../Select.tsx";

/** Which child: side by side while they are few. `all` is one choice more. Requirement J-706. */
export function ChildPicker({ options, value, onChange, all, isLabelHidden = false }: {
  readonly options: readonly Child[];
  readonly value: string;
  readonly onChange: (child: string) => void;
  readonly all?: string;
  readonly isLabelHidden?: boolean;
}) {
  const choices = [
    ...all ? [{ value: "", label: all }] : [],
    ...options.map(({ id, name }) => ({ value: id, label: name })),
  ];
  if (choices.length <= 4 && choices.every(({ label }) => label.length <= 12)) {
    return (
      <SegmentedControl
        label="Child"
        choices={choices}
        value={value}
        onChange={onChange}
        isLabelHidden={isLabelHidden}
      />
    );
  }
  return (
    <Select label="Child" value={value} onChange={onChange} isLabelHidden={isLabelHidden}>
      {choices.map((choice) => <option key={choice.value} value={choice.value}>{choice.label}</option>)}
    </Select>
  );
}
