import { keepDraft, keptDraft } from "../inbox/capture/draft.ts";
import { mint } from "../source/mint.ts";
import type { ThoughtStore } from "../source/storage/thoughts.ts";

/** The state that the early field hands on to the one of the app; its text goes as the draft. */
export interface Handed {
  readonly hadFocus: boolean;
  readonly selection: readonly [number, number];
  readonly isSaved: boolean;
}

/** The field for a thought, before the app is there: Enter keeps its exact words on this device. Requirement P-605. */
export class EarlyCapture {
  readonly #store: Promise<ThoughtStore>;
  readonly #workspace: string;
  readonly #field = find("#thought", HTMLTextAreaElement);
  readonly #save = find("#early .button-primary", HTMLButtonElement);
  readonly #state = find("#early .capture-state", HTMLElement);
  readonly #error = find("#thought-error", HTMLElement);
  #isComposing = false;
  #keeping: Promise<void> = Promise.resolve();

  constructor(store: Promise<ThoughtStore>, workspace: string) {
    this.#store = store;
    this.#workspace = workspace;
    const field = this.#field;
    // Keys that came before this script are in the field already.
    field.value ||= keptDraft();
    this.#changed();
    field.addEventListener("input", () => this.#changed());
    field.addEventListener("compositionstart", () => this.#isComposing = true);
    field.addEventListener("compositionend", () => this.#isComposing = false);
    field.addEventListener("keydown", (event) => {
      if (event.key === "Escape") field.blur();
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      this.#keep();
    });
    field.form?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#keep();
      field.focus();
    });
    // Where there is a keyboard one writes at once; a finger would be shown one that hides the cards.
    if (matchMedia("(hover: hover) and (pointer: fine)").matches) field.focus();
  }

  /** Ends this field. Resolves once nothing is being kept or composed, with the draft where the app's own field looks for it. */
  async end(): Promise<Handed> {
    let keeping: Promise<void> | undefined;
    while (keeping !== this.#keeping || this.#isComposing) {
      keeping = this.#keeping;
      await keeping;
      if (this.#isComposing) {
        await new Promise((done) => this.#field.addEventListener("compositionend", done, { once: true }));
      }
    }
    const { value, selectionStart, selectionEnd } = this.#field;
    keepDraft(value);
    return {
      hadFocus: document.activeElement === this.#field,
      selection: [selectionStart, selectionEnd],
      isSaved: this.#state.textContent !== "",
    };
  }

  #changed(): void {
    const { value } = this.#field;
    keepDraft(value);
    this.#save.hidden = value.trim() === "";
    if (value) this.#state.textContent = "";
  }

  #keep(): void {
    const content = this.#field.value;
    if (!content.trim()) return;
    this.#field.value = "";
    this.#changed();
    this.#keeping = this.#keeping.then(() => this.#write(content));
  }

  async #write(content: string): Promise<void> {
    try {
      const store = await this.#store;
      await store.keep({ id: mint(), workspace: this.#workspace, content, captured: new Date().toISOString() });
      this.#error.hidden = true;
      if (!this.#field.value) this.#state.textContent = "Saved. Organize later.";
    } catch {
      const later = this.#field.value;
      this.#field.value = later ? `${content}\n${later}` : content;
      this.#changed();
      this.#error.hidden = false;
      this.#error.textContent = "This device could not save it. Free some space, then try again.";
    }
  }
}

function find<T extends Element>(selector: string, kind: new () => T): T {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`${selector} is not in mini.html`);
  return found;
}
