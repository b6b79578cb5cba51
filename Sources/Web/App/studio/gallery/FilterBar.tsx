import { type ReactNode, useState } from "react";
import { Button, TextField } from "../../design/mod.ts";
import { useAccess } from "../../shell/access.ts";
import { useView } from "../../source/source.ts";
import { Select } from "../Select.tsx";
import { categories, type Category, type Skill, skills } from "../words.ts";
import type { Filter } from "./filters.ts";
import { useFamily } from "../child/useFamily.ts";

/** Shows works of one child, kind, skill, tag or time; folded beside `children` until it is wanted. Requirements J-406, J-452. */
export function FilterBar({ filter, onChange, children }: {
  readonly filter: Filter;
  readonly children?: ReactNode;
  readonly onChange: (filter: Filter) => void;
}) {
  const count = Object.keys(filter).length;
  const [isOpen, setOpen] = useState(count > 0);
  const { reach } = useAccess();
  const family = useFamily().value ?? [];
  const tags = useView("listTags", { limit: 500 }).value?.filter(({ uses }) => (uses.artwork ?? 0) > 0) ?? [];
  const set = (fields: { readonly [N in keyof Filter]?: Filter[N] | "" | undefined }) => {
    const all = Object.entries({ ...filter, ...fields }).filter(([, value]) => value);
    onChange(Object.fromEntries(all) as Filter);
  };
  return (
    <section className="studio-filter" aria-label="Filter">
      <div className="studio-find">
        {children}
        <Button icon="funnel" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {count > 0 ? `Filter (${count})` : "Filter"}
        </Button>
      </div>
      {isOpen && (
        <div className="studio-filters">
          <Select label="Child" value={filter.child ?? ""} onChange={(child) => set({ child })}>
            {!reach && <option value="">All children</option>}
            {family.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
          </Select>
          <Select
            label="Kind"
            value={filter.category ?? ""}
            onChange={(category) => set({ category: category as Category })}
          >
            <option value="">All kinds</option>
            {categories.map(({ value, label }) => <option key={value} value={value}>{label}</option>)}
          </Select>
          <Select label="Skill" value={filter.skill ?? ""} onChange={(skill) => set({ skill: skill as Skill })}>
            <option value="">Any skill</option>
            {skills.map(({ value, label }) => <option key={value} value={value}>{label}</option>)}
          </Select>
          {tags.length > 0 && (
            <Select label="Tag" value={filter.tag ?? ""} onChange={(tag) => set({ tag })}>
              <option value="">Any tag</option>
              {tags.map(({ name }) => <option key={name} value={name}>{name}</option>)}
            </Select>
          )}
          <TextField
            label="From"
            type="date"
            value={filter.from ?? ""}
            onChange={(from) => set({ from })}
          />
          <TextField
            label="Through"
            type="date"
            value={filter.through ?? ""}
            onChange={(through) => set({ through })}
          />
          <div className="studio-filter-end">
            <Button
              icon={filter.favourites ? "heart-fill" : "heart"}
              aria-pressed={filter.favourites === true}
              onClick={() => set({ favourites: !filter.favourites })}
            >
              Favourites
            </Button>
            {count > 0 && <Button kind="quiet" onClick={() => onChange({})}>Clear</Button>}
          </div>
        </div>
      )}
    </section>
  );
}
