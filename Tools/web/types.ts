/// <reference lib="deno.ns" />

/**
 * Writes the TypeScript types of every view and command from the service's OpenAPI document.
 *
 * Usage: Tools/web/types (writes Sources/Web/App/source/api.ts).
 */

const root = new URL("../../", import.meta.url);

/** The document that the service describes itself with. */
export const documentAddress = new URL("Tests/ServiceTests/Golden/openapi.json", root);

/** The file that is written. */
export const typesAddress = new URL("Sources/Web/App/source/api.ts", root);

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: string | number | boolean;
  readonly enum?: readonly (string | number | null)[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly description?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** A view: a GET that answers JSON. */
interface View {
  readonly path: string;
  readonly operation: Operation;
  readonly answer: Schema;
}

const workspacePath = "/v1/workspaces/{workspace}";

/** Schemas of what is sent, where a field that may be left out may be null as well. */
const isSent = (name: string) => name.startsWith("Command.");

function typeName(schema: string): string {
  return schema.split(".").map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join("");
}

function property(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : JSON.stringify(name);
}

function literal(value: string | number | boolean | null): string {
  return JSON.stringify(value);
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(" | ");
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref) return typeName(schema.$ref.replace("#/components/schemas/", ""));
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return union(schema.enum.map(literal));
  const parts = schema.oneOf ?? schema.anyOf;
  if (parts) return union(parts.map((part) => typeOf(part, indent)));
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type }, indent)));
  switch (schema.type) {
    case "string":
      return "string";
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "null":
      return "null";
    case "array":
      return `readonly ${arrayElement(schema.items ?? {}, indent)}[]`;
    case "object":
      return objectType(schema, indent);
    default:
      return "unknown";
  }
}

function arrayElement(items: Schema, indent: string): string {
  const element = typeOf(items, indent);
  return /^[A-Za-z]+$|^\{[^|]*\}$/.test(element) ? element : `(${element})`;
}

function objectType(schema: Schema, indent: string, orUndefined = false): string {
  const inner = indent + "  ";
  const required = new Set(schema.required ?? []);
  const lines = Object.entries(schema.properties ?? {}).map(([name, value]) => {
    const type = typeOf(value, inner);
    const comment = value.description ? `${inner}/** ${value.description.replaceAll("*/", "")} */\n` : "";
    const mark = required.has(name) ? "" : "?";
    return `${comment}${inner}readonly ${property(name)}${mark}: ${type}${
      mark && orUndefined ? " | undefined" : ""
    };\n`;
  });
  if (typeof schema.additionalProperties === "object") {
    lines.push(`${inner}readonly [name: string]: ${typeOf(schema.additionalProperties, inner)};\n`);
  }
  return lines.length === 0 ? "Readonly<Record<string, unknown>>" : `{\n${lines.join("")}${indent}}`;
}

function component(name: string, schema: Schema): string {
  if (schema.type === "object" && schema.properties) {
    return `export interface ${typeName(name)} ${objectType(schema, "", isSent(name))}\n`;
  }
  const parts = schema.oneOf ?? schema.anyOf;
  const type = parts ? "\n" + parts.map((part) => `  | ${typeOf(part, "  ")}`).join("\n") : " " + typeOf(schema, "");
  return `export type ${typeName(name)} =${type};\n`;
}

function views(api: Document): readonly View[] {
  const found: View[] = [];
  for (const [path, operations] of Object.entries(api.paths)) {
    const operation = operations["get"];
    const answer = operation?.responses["200"]?.content?.["application/json"]?.schema;
    if (operation && answer) found.push({ path, operation, answer });
  }
  return found;
}

function viewType(view: View): string {
  return `  /** ${view.operation.summary} */\n  readonly ${view.operation.operationId}: ${
    typeOf(view.answer, "  ")
  };\n`;
}

function parametersType({ operation }: View): string {
  const named = (operation.parameters ?? []).filter((one) => one.in !== "header" && one.name !== "workspace");
  if (named.length === 0) return `  readonly ${operation.operationId}: Readonly<Record<never, never>>;\n`;
  const lines = named.map((one) => {
    const type = typeOf(one.schema, "    ");
    return `    readonly ${property(one.name)}${one.required ? "" : "?"}: ${type}${
      one.required ? "" : " | undefined"
    };\n`;
  });
  return `  readonly ${operation.operationId}: {\n${lines.join("")}  };\n`;
}

/** The text of `api.ts`. */
export function writeTypes(api: Document): string {
  const all = views(api);
  const below = all.filter((view) => view.path.startsWith(workspacePath + "/"));
  const beside = all.filter((view) => !view.path.startsWith(workspacePath + "/") && view.path.startsWith("/v1/"));
  const addresses = below.map((view) =>
    `  ${view.operation.operationId}: ${JSON.stringify(view.path.slice(workspacePath.length))},\n`
  );
  return [
    "// Written by Tools/web/types from Tests/ServiceTests/Golden/openapi.json: do not edit.\n// deno-fmt-ignore-file\n",
    ...Object.entries(api.components.schemas).map(([name, schema]) => component(name, schema)),
    `/** The answers of the views below a workspace, by operation. */\nexport interface Views {\n${
      below.map(viewType).join("")
    }}\n`,
    `/** The parameters of the views, of the path and of the query. */\nexport interface ViewParameters {\n${
      below.map(parametersType).join("")
    }}\n`,
    `/** The answers of the account's routes that read. */\nexport interface AccountViews {\n${
      beside.map(viewType).join("")
    }}\n`,
    `/** The account that is signed in. */\nexport type Account = AccountViews["showAccount"];\n`,
    `/** Where each view is, below the workspace. */\nexport const viewAddress: Readonly<Record<keyof Views, string>> = {\n${
      addresses.join("")
    }};\n`,
  ].join("\n");
}

if (import.meta.main) {
  const api: Document = JSON.parse(await Deno.readTextFile(documentAddress));
  await Deno.writeTextFile(typesAddress, writeTypes(api));
}
