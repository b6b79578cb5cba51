import type { KeyboardEvent, ReactNode } from "react";
import { Fragment, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Icon } from "./Icon.tsx";

declare module "react" {
  interface HTMLAttributes<T> {
    popover?: "auto" | "manual";
  }
}

/** One line of a menu. */
export interface MenuItem {
  readonly label: string;
  readonly icon?: string;
  /** Keys that do the same, as they are shown. */
  readonly keys?: string;
  /** For one of several that is taken now. */
  readonly isChosen?: boolean;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  readonly onSelect: () => void;
}

/** A button that opens a menu: arrow keys, Home, End and first letters move in it; on telephones it is a sheet from below. */
export function Menu({ label, icon, children, sections, className, title }: {
  /** The name of the button. */
  readonly label: string;
  readonly icon?: string;
  /** What the button shows; its icon or label otherwise. */
  readonly children?: ReactNode;
  /** Items in groups with a line between them. */
  readonly sections: readonly (readonly MenuItem[])[];
  readonly className?: string;
  readonly title?: string;
}) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const face = children ?? (icon ? <Icon name={icon} /> : label);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className ?? (icon && !children ? "icon-button" : "button button-plain")}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        title={title ?? label}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {face}
      </button>
      {isOpen && createPortal(
        <MenuList
          id={id}
          label={label}
          sections={sections}
          anchor={button.current}
          onClose={() => setOpen(false)}
        />,
        // In the landmark of its button, so that nothing stands outside of them all; the top layer shows it anyway.
        button.current?.closest("dialog, main, header, nav, aside, footer") ?? document.body,
      )}
    </>
  );
}

/** An open menu in the top layer, beside what it is of; for menus that many things share, rendered while open. */
export function MenuList({ id, label, sections, anchor, onClose }: {
  readonly id: string;
  readonly label: string;
  readonly sections: readonly (readonly MenuItem[])[];
  readonly anchor: HTMLElement | null;
  readonly onClose: () => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    element.showPopover();
    if (anchor) place(element, anchor);
    itemsOf(element)[0]?.focus();
  }, [anchor]);
  useEffect(() => {
    const element = list.current;
    const toggled = (event: Event) => {
      if ((event as ToggleEvent).newState === "closed") onClose();
    };
    element?.addEventListener("toggle", toggled);
    globalThis.addEventListener("resize", onClose);
    return () => {
      element?.removeEventListener("toggle", toggled);
      globalThis.removeEventListener("resize", onClose);
    };
  });
  const select = (item: MenuItem) => {
    if (item.isDisabled) return;
    anchor?.focus();
    onClose();
    item.onSelect();
  };
  return (
    <div
      ref={list}
      id={id}
      popover="auto"
      role="menu"
      aria-label={label}
      className="menu"
      onKeyDown={(event) => move(event, anchor, onClose)}
      onClick={(event) => event.stopPropagation()}
    >
      {sections.filter((items) => items.length > 0).map((items, at) => (
        <Fragment key={at}>
          {at > 0 && <div role="separator" className="menu-line" />}
          {items.map((item) => <MenuLine key={item.label} item={item} onSelect={() => select(item)} />)}
        </Fragment>
      ))}
    </div>
  );
}

function MenuLine({ item, onSelect }: { readonly item: MenuItem; readonly onSelect: () => void }) {
  const role = item.isChosen === undefined ? "menuitem" : "menuitemradio";
  return (
    <button
      type="button"
      role={role}
      aria-checked={item.isChosen}
      aria-disabled={item.isDisabled || undefined}
      tabIndex={-1}
      className={item.isDanger ? "menu-item menu-item-danger" : "menu-item"}
      onClick={onSelect}
    >
      {item.isChosen !== undefined && <span className="menu-check">{item.isChosen && <Icon name="check-lg" />}</span>}
      {item.icon && <Icon name={item.icon} />}
      <span className="menu-label">{item.label}</span>
      {item.keys && <kbd>{item.keys}</kbd>}
    </button>
  );
}

function itemsOf(list: HTMLElement): HTMLElement[] {
  return Array.from(list.querySelectorAll<HTMLElement>("[role^=menuitem]"));
}

/** Moves in the menu by keys; leaves it with Tab and Escape. */
function move(event: KeyboardEvent<HTMLElement>, anchor: HTMLElement | null, onClose: () => void) {
  const items = itemsOf(event.currentTarget);
  const at = items.indexOf(document.activeElement as HTMLElement);
  event.stopPropagation();
  const go = (to: number) => {
    event.preventDefault();
    items[(to + items.length) % items.length]?.focus();
  };
  if (event.key === "ArrowDown") return go(at + 1);
  if (event.key === "ArrowUp") return go(at - 1);
  if (event.key === "Home") return go(0);
  if (event.key === "End") return go(-1);
  if (event.key === "Tab" || event.key === "Escape") {
    event.preventDefault();
    onClose();
    anchor?.focus();
    return;
  }
  if (event.key.length !== 1 || event.key === " ") return;
  const letter = event.key.toLowerCase();
  const after = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  after.find((item) => item.textContent?.trim().toLowerCase().startsWith(letter))?.focus();
}

/** Puts the menu below its button, or above where there is more room; sheets of telephones are placed by the style. */
function place(list: HTMLElement, anchor: HTMLElement) {
  if (matchMedia("(max-width: 37.49rem)").matches) return;
  const button = anchor.getBoundingClientRect();
  const menu = list.getBoundingClientRect();
  const gap = 4;
  const isBelow = button.bottom + gap + menu.height <= innerHeight || button.top < innerHeight - button.bottom;
  const top = isBelow ? button.bottom + gap : button.top - gap - menu.height;
  const left = button.left + menu.width <= innerWidth - gap ? button.left : button.right - menu.width;
  list.style.top = `${Math.max(gap, Math.min(top, innerHeight - menu.height - gap))}px`;
  list.style.left = `${Math.max(gap, Math.min(left, innerWidth - menu.width - gap))}px`;
}
