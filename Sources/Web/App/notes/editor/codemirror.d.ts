/** What the note editor uses of CodeMirror 6, whose built modules come without types (Tools/web/codemirror). */

/** An immutable text: a tree of lines. */
export declare abstract class Text {
  readonly length: number;
  readonly lines: number;
  /** Parts of a branch; null for a leaf. */
  readonly children: readonly Text[] | null;
  static of(lines: readonly string[]): Text;
  static readonly empty: Text;
  line(number: number): Line;
  lineAt(position: number): Line;
  sliceString(from: number, to?: number, lineSeparator?: string): string;
  slice(from: number, to?: number): Text;
  eq(other: Text): boolean;
  toString(): string;
}
export interface Line {
  readonly from: number;
  readonly to: number;
  readonly number: number;
  readonly text: string;
  readonly length: number;
}

export interface Change {
  readonly from: number;
  readonly to?: number;
  readonly insert?: string | Text;
}
export declare class ChangeSet {
  readonly length: number;
  readonly newLength: number;
  readonly empty: boolean;
  static of(changes: Change | readonly Change[], length: number, lineSeparator?: string): ChangeSet;
  static empty(length: number): ChangeSet;
  apply(text: Text): Text;
  compose(other: ChangeSet): ChangeSet;
  map(other: ChangeSet, before?: boolean): ChangeSet;
  mapPos(position: number, side?: number): number;
  iterChanges(
    each: (fromA: number, toA: number, fromB: number, toB: number, inserted: Text) => void,
    individual?: boolean,
  ): void;
}

export interface SelectionRange {
  readonly from: number;
  readonly to: number;
  readonly anchor: number;
  readonly head: number;
  readonly empty: boolean;
}
export declare class EditorSelection {
  readonly main: SelectionRange;
  readonly ranges: readonly SelectionRange[];
  static range(anchor: number, head: number): SelectionRange;
  static cursor(position: number): SelectionRange;
}

declare const extension: unique symbol;
export type Extension = { readonly [extension]?: never } | readonly Extension[];

export interface AnnotationType<T> {
  of(value: T): Annotation<T>;
}
export declare class Annotation<T> {
  readonly value: T;
  static define<T>(): AnnotationType<T>;
}
export interface TransactionSpec {
  readonly changes?: ChangeSet | Change | readonly Change[];
  readonly selection?: EditorSelection | { readonly anchor: number; readonly head?: number };
  readonly annotations?: Annotation<unknown> | readonly Annotation<unknown>[];
  readonly effects?: StateEffect | readonly StateEffect[];
  readonly userEvent?: string;
  readonly scrollIntoView?: boolean;
}
export declare class Transaction {
  readonly changes: ChangeSet;
  readonly docChanged: boolean;
  readonly startState: EditorState;
  readonly state: EditorState;
  annotation<T>(type: AnnotationType<T>): T | undefined;
  isUserEvent(event: string): boolean;
  static readonly addToHistory: AnnotationType<boolean>;
  static readonly remote: AnnotationType<boolean>;
}
export declare class StateEffect {
  private constructor();
}
export interface Facet<Input> {
  of(value: Input): Extension;
}
export declare class Compartment {
  of(extension: Extension): Extension;
  reconfigure(extension: Extension): StateEffect;
}
export declare class EditorState {
  readonly doc: Text;
  readonly selection: EditorSelection;
  static create(config: {
    readonly doc?: string | Text;
    readonly selection?: { readonly anchor: number; readonly head?: number };
    readonly extensions?: Extension;
  }): EditorState;
  static readonly lineSeparator: Facet<string>;
  static readonly readOnly: Facet<boolean>;
  static readonly allowMultipleSelections: Facet<boolean>;
  static readonly tabSize: Facet<number>;
  sliceDoc(from?: number, to?: number): string;
  changeByRange(
    change: (
      range: SelectionRange,
    ) => { readonly range: SelectionRange; readonly changes?: Change | readonly Change[] },
  ): TransactionSpec;
  update(spec: TransactionSpec): Transaction;
}

export interface Range<T> {
  readonly from: number;
  readonly to: number;
  readonly value: T;
}
export declare class Decoration {
  static mark(spec: { readonly class?: string; readonly attributes?: Readonly<Record<string, string>> }): Decoration;
  static line(spec: { readonly class?: string; readonly attributes?: Readonly<Record<string, string>> }): Decoration;
  static replace(spec: { readonly widget?: WidgetType; readonly block?: boolean }): Decoration;
  static widget(spec: { readonly widget: WidgetType; readonly side?: number }): Decoration;
  static set(of: readonly Range<Decoration>[], sort?: boolean): DecorationSet;
  static readonly none: DecorationSet;
  range(from: number, to?: number): Range<Decoration>;
}
export interface DecorationSet {
  readonly size: number;
}
export declare abstract class WidgetType {
  abstract toDOM(view: EditorView): HTMLElement;
  eq(other: WidgetType): boolean;
  ignoreEvent(event: Event): boolean;
}

export interface ViewUpdate {
  readonly view: EditorView;
  readonly state: EditorState;
  readonly startState: EditorState;
  readonly changes: ChangeSet;
  readonly docChanged: boolean;
  readonly selectionSet: boolean;
  readonly viewportChanged: boolean;
  readonly focusChanged: boolean;
  readonly transactions: readonly Transaction[];
}
export interface PluginValue {
  update?(update: ViewUpdate): void;
  destroy?(): void;
}
export interface ViewPlugin<V> {
  readonly extension: Extension;
  readonly id: number;
  readonly _value?: V;
}
export declare const ViewPlugin: {
  fromClass<V extends PluginValue>(
    made: new (view: EditorView) => V,
    spec?: {
      readonly decorations?: (value: V) => DecorationSet;
      readonly provide?: (plugin: ViewPlugin<V>) => Extension;
    },
  ): ViewPlugin<V> & Extension;
};

export interface Rect {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
export type Command = (view: EditorView) => boolean;
export declare class EditorView {
  constructor(
    config: {
      readonly state: EditorState;
      readonly parent?: Element | DocumentFragment;
      readonly root?: Document | ShadowRoot;
    },
  );
  readonly state: EditorState;
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;
  readonly scrollDOM: HTMLElement;
  readonly hasFocus: boolean;
  readonly composing: boolean;
  readonly visibleRanges: readonly { readonly from: number; readonly to: number }[];
  dispatch(...specs: readonly (TransactionSpec | Transaction)[]): void;
  focus(): void;
  destroy(): void;
  posAtDOM(node: Node, offset?: number): number;
  posAtCoords(coords: { readonly x: number; readonly y: number }): number | null;
  posAtCoords(coords: { readonly x: number; readonly y: number }, precise: false): number;
  coordsAtPos(position: number, side?: -1 | 1): Rect | null;
  plugin<V>(plugin: ViewPlugin<V>): V | null;
  static readonly lineWrapping: Extension;
  static readonly contentAttributes: Facet<Readonly<Record<string, string>>>;
  static readonly updateListener: Facet<(update: ViewUpdate) => void>;
  static readonly atomicRanges: Facet<(view: EditorView) => DecorationSet>;
  static readonly editable: Facet<boolean>;
  static readonly clipboardInputFilter: Facet<(text: string, state: EditorState) => string>;
  static theme(rules: Readonly<Record<string, StyleRules>>, options?: { readonly dark?: boolean }): Extension;
  static domEventHandlers(
    handlers: {
      readonly [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K], view: EditorView) => boolean | void;
    },
  ): Extension;
  static scrollIntoView(position: number, options?: { readonly y?: "nearest" | "center" }): StateEffect;
}
export type StyleRules = { readonly [property: string]: string | StyleRules };
export interface KeyBinding {
  readonly key: string;
  readonly run: Command;
  readonly shift?: Command;
  readonly preventDefault?: boolean;
}
export declare const keymap: Facet<readonly KeyBinding[]>;
export declare function drawSelection(): Extension;
export declare function placeholder(text: string): Extension;
export declare const Prec: { high(extension: Extension): Extension; highest(extension: Extension): Extension };

export declare function history(config?: { readonly newGroupDelay?: number }): Extension;
export declare const historyKeymap: readonly KeyBinding[];
export declare const defaultKeymap: readonly KeyBinding[];
export declare const undo: Command;
export declare const redo: Command;
export declare const indentMore: Command;
export declare const indentLess: Command;
export declare function undoDepth(state: EditorState): number;
export declare function redoDepth(state: EditorState): number;

/** A node of a syntax tree. */
export interface SyntaxNode {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly parent: SyntaxNode | null;
  readonly firstChild: SyntaxNode | null;
  readonly lastChild: SyntaxNode | null;
  readonly nextSibling: SyntaxNode | null;
  readonly prevSibling: SyntaxNode | null;
  getChild(name: string): SyntaxNode | null;
  getChildren(name: string): readonly SyntaxNode[];
}
export interface SyntaxNodeRef {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly node: SyntaxNode;
}
export interface Tree {
  readonly topNode: SyntaxNode;
  readonly length: number;
  resolveInner(position: number, side?: -1 | 0 | 1): SyntaxNode;
  iterate(spec: {
    readonly from?: number;
    readonly to?: number;
    readonly enter: (node: SyntaxNodeRef) => boolean | void;
  }): void;
}
export interface MarkdownParser {
  parse(text: string): Tree;
  configure(config: { readonly remove?: readonly string[] }): MarkdownParser;
}
export declare class Language {
  constructor(data: Facet<unknown>, parser: MarkdownParser, extensions?: readonly Extension[], name?: string);
  readonly extension: Extension;
  readonly parser: MarkdownParser;
  readonly data: Facet<unknown>;
}
export declare const markdownLanguage: Language;
export declare const insertNewlineContinueMarkup: Command;
export declare const deleteMarkupBackward: Command;
export declare function syntaxTree(state: EditorState): Tree;
export declare function ensureSyntaxTree(state: EditorState, upto: number, timeout?: number): Tree | null;
