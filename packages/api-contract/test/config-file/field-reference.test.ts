import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { configJsonSchema, sections } from "../../src/config-file/index.ts"

interface Node {
  readonly type?: string | ReadonlyArray<string>
  readonly description?: string
  readonly properties?: Readonly<Record<string, Node>>
  readonly additionalProperties?: Node | boolean
  readonly required?: ReadonlyArray<string>
  readonly items?: Node
  readonly enum?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<Node>
  readonly allOf?: ReadonlyArray<Node>
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Node>>
}

const schema = configJsonSchema() as Node

const resolved = (node: Node): Node => {
  const name = node.$ref?.split("/").at(-1)
  const found = name === undefined ? undefined : schema.$defs?.[name]
  return found === undefined
    ? node
    : { ...resolved(found), ...(node.description === undefined ? {} : { description: node.description }) }
}

const typeOf = (given: Node): string => {
  const node = resolved(given)
  if (node.enum !== undefined) return node.enum.map((word) => `\`${String(word)}\``).join(", ")
  if (node.anyOf !== undefined) return [...new Set(node.anyOf.map(typeOf))].join(" or ")
  if (node.type === "array") return `list of ${node.items === undefined ? "values" : typeOf(node.items)}`
  if (Array.isArray(node.type)) return node.type.join(" or ")
  return typeof node.type === "string"
    ? node.type.replace("string", "text").replace("integer", "whole number")
    : "value"
}

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ")

const rowsOf = (node: Node): ReadonlyArray<string> =>
  Object.entries(node.properties ?? {}).map(([name, given]) => {
    const field = resolved(given)
    const required = node.required?.includes(name) === true ? " Required." : ""
    return `| \`${name}\` | ${cell(typeOf(field))} | ${cell(field.description ?? "")}${required} |`
  })

const HEAD = "| Field | Type | Meaning |\n|---|---|---|"

const valueOf = (node: Node | undefined): Node => {
  const found = node?.additionalProperties
  return typeof found === "object" ? resolved(found) : {}
}

const sectionOf = (name: string): string => {
  const object = valueOf(resolved(schema.properties?.[name] ?? {}))
  const parts = ["groups", "components"].flatMap((part) => {
    const inner = object.properties?.[part]
    return inner === undefined
      ? []
      : [`### ${name}.*.${part}\n\n${HEAD}\n${rowsOf(valueOf(resolved(inner))).join("\n")}`]
  })
  return [`## ${name}\n\n${object.description ?? ""}\n\n${HEAD}\n${rowsOf(object).join("\n")}`, ...parts].join("\n\n")
}

/** `npx vitest run test/config-file/field-reference.test.ts -u` writes the page. */
it("is described field by field in docs/config-file-fields.md", async () => {
  const page = [
    "# Fields of the configuration file",
    "A test in `@mon/api-contract` generates this page from the JSON Schema. [Configuration file](config-file.md) explains how to use the file.",
    ...sections.map(sectionOf)
  ].join("\n\n")
  expect(page).toContain("| `checkInterval` |")
  await expect(`${page}\n`).toMatchFileSnapshot(
    fileURLToPath(new URL("../../../../docs/config-file-fields.md", import.meta.url))
  )
})
