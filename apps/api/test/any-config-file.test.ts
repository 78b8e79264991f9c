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

/** What a node says of the values in it: of a field by name, of the items of a list, of a value under its own key. */
const innerOf = (node: Node): ReadonlyArray<readonly [string, Node]> =>
  alternativesOf(node).flatMap(({ additionalProperties, items, properties }) => [
    ...Object.entries(properties ?? {}),
    ...(items === undefined ? [] : [["*", items] as const]),
    ...(typeof additionalProperties === "object" ? [["*", additionalProperties] as const] : [])
  ])

/** The paths of all fields that a file can have, without keys and positions. */
const pathsIn = (node: Node, path: string): ReadonlyArray<string> =>
  innerOf(node).flatMap(([name, inner]) => {
    const here = name === "*" ? path : `${path}.${name}`
    return [here, ...pathsIn(inner, here)]
  })

/** The paths of the fields of a value. */
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
 * Another name of a field, fields of the objects that are given for all of them, the schema for editors, and that the
 * project does not own what the file adds.
 */
const LEFT_OUT = /^file\.(?:addOnly|defaults\..*|.*\.timeout|\$schema)$/u

it("random files have every field that a file can have", () => {
  const all = new Set(pathsIn(schema, "file").filter((path) => path !== "file" && !LEFT_OUT.test(path)))
  const files = fc.sample(anyConfigFile, { numRuns: 300, seed: 7 })
  const found = new Set(files.flatMap((file) => pathsOf(file, schema, "file")))
  expect([...all].filter((path) => !found.has(path)).toSorted()).toEqual([])
  expect(all.size).toBeGreaterThan(100)
})
