import { type FormEvent, useState } from "react";
import { Button, Dialog, EmptyState, Icon, Menu, Skeleton, TextField } from "../design/mod.ts";
import { telling } from "../shell/notice.ts";
import { useSource, useView } from "../source/source.ts";
import { isWithin, readTag, type TagLine, type TagNode, treeOf, usesOf } from "./tagTree.ts";
import { nameLengthMax } from "../source/limits.ts";

interface Editing {
  readonly tag: string;
  readonly kind: "rename" | "merge";
}

/** All tags as a tree, to be renamed, merged and removed everywhere at once. Requirement B-05. */
export function TagsDialog({ onClose }: { readonly onClose: () => void }) {
  const { value, problem } = useView("listTags", { limit: 500 });
  const [editing, setEditing] = useState<Editing>();
  return (
    <Dialog title="Tags" className="tags-dialog" onClose={onClose}>
      <p className="tags-hint">
        What you change here changes on every note, card, item and picture at once. “/” nests a tag.
      </p>
      {!value && !problem && <Skeleton lines={4} label="Loading the tags" />}
      {problem && !value && <p role="alert">{problem.message}</p>}
      {value?.length === 0 && (
        <EmptyState icon="tags" title="No tags yet">Tag a note, a card or an item, and it is listed here.</EmptyState>
      )}
      {value && value.length > 0 && (
        <Tree nodes={treeOf(value)} label="Tags" all={value} editing={editing} setEditing={setEditing} />
      )}
    </Dialog>
  );
}

interface TreeProps {
  readonly nodes: readonly TagNode[];
  readonly label: string;
  readonly all: readonly TagLine[];
  readonly editing: Editing | undefined;
  readonly setEditing: (editing: Editing | undefined) => void;
}

function Tree({ nodes, label, ...rest }: TreeProps) {
  return (
    <ul className="tags-tree" aria-label={label}>
      {nodes.map((node) => (
        <li key={node.tag.name}>
          <Row node={node} {...rest} />
          {node.nested.length > 0 && <Tree nodes={node.nested} label={`Below ${node.tag.name}`} {...rest} />}
        </li>
      ))}
    </ul>
  );
}

function Row({ node: { tag, part }, all, editing, setEditing }: Omit<TreeProps, "nodes" | "label"> & {
  readonly node: TagNode;
}) {
  const source = useSource();
  const others = all.filter(({ name }) => !isWithin(name, tag.name)).map(({ name }) => name);
  const end = () => setEditing(undefined);
  const rename = (to: string) => {
    end();
    if (!to || to === tag.name) return;
    const says = all.some(({ name }) => name === to)
      ? `#${tag.name} is now one with #${to}`
      : `#${tag.name} is now #${to}`;
    void telling(() => source.perform({ type: "across.renameTag", old: tag.name, new: to }, says));
  };
  if (editing?.tag === tag.name) {
    return editing.kind === "rename"
      ? <Rename tag={tag.name} all={all} onEnd={end} onRename={rename} />
      : <Merge tag={tag.name} others={others} onEnd={end} onMerge={rename} />;
  }
  return (
    <div className="tags-row">
      <Icon name="tag" />
      <span className="tags-name">{part}</span>
      <span className="tags-uses">{usesOf(tag)}</span>
      <Menu
        label={`Change #${tag.name}`}
        icon="three-dots"
        sections={[
          [
            { label: "Rename…", icon: "pencil", onSelect: () => setEditing({ tag: tag.name, kind: "rename" }) },
            ...others.length > 0
              ? [{
                label: "Merge into…",
                icon: "signpost-split",
                onSelect: () => setEditing({ tag: tag.name, kind: "merge" }),
              }]
              : [],
          ],
          [{
            label: "Remove everywhere",
            icon: "trash3",
            isDanger: true,
            onSelect: () =>
              void telling(() =>
                source.perform({ type: "across.deleteTag", name: tag.name }, `#${tag.name} removed everywhere`)
              ),
          }],
        ]}
      />
    </div>
  );
}

function Rename({ tag, all, onEnd, onRename }: {
  readonly tag: string;
  readonly all: readonly TagLine[];
  readonly onEnd: () => void;
  readonly onRename: (name: string) => void;
}) {
  const [text, setText] = useState(tag);
  const name = readTag(text);
  const isInside = name !== tag && isWithin(name, tag);
  const isMerge = name !== tag && all.some((one) => one.name === name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isInside) onRename(name);
  };
  return (
    <form
      className="tags-form"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        onEnd();
      }}
    >
      <TextField
        label={`New name of #${tag}`}
        autoFocus
        maxLength={nameLengthMax}
        value={text}
        onChange={setText}
        error={isInside ? "A tag cannot be nested in itself." : undefined}
        hint={isMerge ? `There is a tag #${name} already: both become one.` : undefined}
      />
      <div className="tags-actions">
        <Button kind="quiet" onClick={onEnd}>Cancel</Button>
        <Button kind="primary" type="submit">{isMerge ? "Merge" : "Rename"}</Button>
      </div>
    </form>
  );
}

function Merge({ tag, others, onEnd, onMerge }: {
  readonly tag: string;
  readonly others: readonly string[];
  readonly onEnd: () => void;
  readonly onMerge: (name: string) => void;
}) {
  const [into, setInto] = useState(others[0] ?? "");
  return (
    <form
      className="tags-form"
      onSubmit={(event) => {
        event.preventDefault();
        onMerge(into);
      }}
    >
      <label className="tags-into">
        <span>Merge #{tag} into</span>
        <select autoFocus value={into} onChange={(event) => setInto(event.currentTarget.value)}>
          {others.map((name) => <option key={name}>{name}</option>)}
        </select>
      </label>
      <div className="tags-actions">
        <Button kind="quiet" onClick={onEnd}>Cancel</Button>
        <Button kind="primary" type="submit">Merge</Button>
      </div>
    </form>
  );
}
