import { configJsonSchema } from "@mon/api-contract/config-file"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { anyConfigFile } from "./anyConfigFile.ts"

interface Node {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Node>>
  readonly additionalProperties?: Node | boolean
  readonly items?: Node
  readonly anyOf?: ReadonlyArray<Node>
  readonly allOf?: ReadonlyArray<Node>
}

const schema = configJsonSchema() as Node & { readonly $defs?: Readonly<Record<string, Node>> }

const alternativesOf = (node: Node): ReadonlyArray<Node> => {
  const named = schema.$defs?.[node.$ref?.split("/").at(-1) ?? ""]
  return [
    node,
    ...[...(node.anyOf ?? []), ...(node.allOf ?? []), ...(named === undefined ? [] : [named])].flatMap(alternativesOf)
  ]
}

/**
 * Returns the schemas of the values in a node, each with the name of its field. `*` stands for the items of a list and
 * for keys that the file chooses.
 */
const innerOf = (node: Node): ReadonlyArray<readonly [string, Node]> =>
  alternativesOf(node).flatMap(({ additionalProperties, items, properties }) => [
    ...Object.entries(properties ?? {}),
    ...(items === undefined ? [] : [["*", items] as const]),
    ...(typeof additionalProperties === "object" ? [["*", additionalProperties] as const] : [])
  ])

/** Returns the paths of all fields that a file can have. The paths contain no keys and no positions. */
const pathsIn = (node: Node, path: string): ReadonlyArray<string> =>
  innerOf(node).flatMap(([name, inner]) => {
    const here = name === "*" ? path : `${path}.${name}`
    return [here, ...pathsIn(inner, here)]
  })

const pathsOf = (value: unknown, node: Node, path: string): ReadonlyArray<string> =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([name, item]) => {
        const inner = innerOf(node)
        const named = inner.filter(([field]) => field === name)
        const here = named.length === 0 ? path : `${path}.${name}`
        const found = named.length === 0 ? inner.filter(([field]) => field === "*") : named
        return [here, ...found.flatMap(([, next]) => pathsOf(item, next, here))]
      })

/**
 * The fields that random files do not have: `addOnly`, the defaults for all objects, the aliases of other fields, and
 * the schema for editors.
 */
const LEFT_OUT = /^file\.(?:addOnly|defaults\..*|.*\.timeout|\$schema)$/u

it("random files have every field that a file can have", () => {
  const all = new Set(pathsIn(schema, "file").filter((path) => path !== "file" && !LEFT_OUT.test(path)))
  const files = fc.sample(anyConfigFile, { numRuns: 600, seed: 7 })
  const found = new Set(files.flatMap((file) => pathsOf(file, schema, "file")))
  expect([...all].filter((path) => !found.has(path)).toSorted()).toEqual([])
  expect(all.size).toBeGreaterThan(100)
})
