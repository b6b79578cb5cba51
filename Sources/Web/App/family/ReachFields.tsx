import { Checkbox, SegmentedControl } from "../design/mod.ts";
import type { Child } from "../source/api.ts";
import { type Reach, type Role, roleNames } from "./members.ts";

/** Asks what somebody may do, and how far they see. */
export function ReachFields({ reach, family, isOwnerOffered = false, onChange }: {
  readonly reach: Reach;
  readonly family: readonly Pick<Child, "id" | "name">[];
  /** Nobody is invited as an owner, but members are made one. */
  readonly isOwnerOffered?: boolean;
  readonly onChange: (reach: Reach) => void;
}) {
  const { role, children } = reach;
  const roles: readonly Role[] = isOwnerOffered ? ["viewer", "editor", "owner"] : ["viewer", "editor"];
  const toggle = (child: string, isOn: boolean) =>
    onChange({ role, children: isOn ? [...children ?? [], child] : (children ?? []).filter((one) => one !== child) });
  return (
    <>
      <SegmentedControl
        label="What they may do"
        isLabelHidden={false}
        choices={roles.map((value) => ({ value, label: roleNames[value] }))}
        value={role}
        onChange={(next) => onChange({ role: next, children: next === "owner" ? undefined : children })}
      />
      {role !== "owner" && (
        <SegmentedControl
          label="What they see"
          isLabelHidden={false}
          choices={[
            { value: "all", label: "All children and notes" },
            ...family.length > 0 ? [{ value: "some" as const, label: "Some children" }] : [],
          ]}
          value={children ? "some" : "all"}
          onChange={(next) =>
            onChange({ role, children: next === "some" ? family.slice(0, 1).map(({ id }) => id) : undefined })}
        />
      )}
      {role !== "owner" && children && (
        <fieldset className="people-children">
          <legend className="field-label">Which children</legend>
          {family.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              isOn={children.includes(id)}
              onChange={(isOn) => toggle(id, isOn)}
            />
          ))}
          {children.length === 0 && <p className="field-error" role="alert">Choose at least one child.</p>}
        </fieldset>
      )}
      <p className="field-hint">
        {role === "owner"
          ? "Owners see and may do everything, and decide who else is here."
          : "Boards and captures are the owners’ alone, whatever is chosen here."}
      </p>
    </>
  );
}
