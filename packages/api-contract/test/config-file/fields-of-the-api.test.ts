import { openApiDocument } from "../../src/index.ts"
import { describe, expect, it } from "vitest"
import { monitorKinds } from "@mon/model"
import { configJsonSchema, ofMonitorSections, type Section, sections } from "../../src/config-file/index.ts"

interface Node {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Node>>
  readonly additionalProperties?: Node | boolean
  readonly items?: Node
  readonly anyOf?: ReadonlyArray<Node>
  readonly allOf?: ReadonlyArray<Node>
}

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Node }>> }
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Node>> }
}

const openApi = openApiDocument() as unknown as OpenApi
const file = configJsonSchema() as Node & { readonly $defs?: Readonly<Record<string, Node>> }

/** Returns all schemas to which a schema refers, or which are its alternatives. */
const variantsOf = (node: Node, known: Readonly<Record<string, Node>>): ReadonlyArray<Node> => {
  const named = node.$ref === undefined ? undefined : known[node.$ref.split("/").at(-1) ?? ""]
  const parts = [...(node.anyOf ?? []), ...(node.allOf ?? []), ...(named === undefined ? [] : [named])]
  return [node, ...parts.flatMap((part) => variantsOf(part, known))]
}

type Reader = (node: Node) => ReadonlyArray<Node>

const inApi: Reader = (node) => variantsOf(node, openApi.components.schemas)
const inFile: Reader = (node) => variantsOf(node, file.$defs ?? {})

const fieldsOf = (nodes: ReadonlyArray<Node>): Readonly<Record<string, Node>> =>
  Object.assign({}, ...nodes.map(({ properties }) => properties ?? {})) as Readonly<Record<string, Node>>

const bodyOf = (path: string, method: string): ReadonlyArray<Node> => {
  const body = openApi.paths[path]?.[method]?.requestBody?.content["application/json"]?.schema
  return body === undefined ? [] : inApi(body)
}

/** Returns the fields that a POST or a PATCH of the API accepts. */
const writable = (path: string) => fieldsOf([...bodyOf(path, "post"), ...bodyOf(`${path}/{id}`, "patch")])

/** Returns the objects of a section, or the parts of an object, by key. */
const valuesIn = (node: Node | undefined): ReadonlyArray<Node> =>
  inFile(node ?? {}).flatMap(({ additionalProperties }) =>
    typeof additionalProperties === "object" ? inFile(additionalProperties) : []
  )

const itemsIn = (node: Node | undefined): ReadonlyArray<Node> =>
  inApi(node ?? {}).flatMap(({ items }) => (items === undefined ? [] : inApi(items)))

interface Names {
  readonly path: string
  /** The names of API fields in the file. Null for a field that the file does not have. */
  readonly renamed: Readonly<Record<string, string | null>>
  /** The fields of the file that the API sets with separate requests. */
  readonly ownCalls: ReadonlyArray<string>
  readonly puts: Readonly<Record<string, boolean>>
}

/** `timeout` is an alias of `timeoutSeconds`. */
const monitor = { renamed: { timeout: null }, ownCalls: ["tags", "paused"], puts: { tags: true } }

const names: Readonly<Record<Section, Names>> = {
  tags: { path: "tags", renamed: {}, ownCalls: [], puts: {} },
  ...ofMonitorSections((kind) => ({ path: monitorKinds[kind].plural, ...monitor })),
  channels: { path: "channels", renamed: {}, ownCalls: [], puts: {} },
  onCallSchedules: { path: "on-call/schedules", renamed: {}, ownCalls: [], puts: {} },
  // In the file, the order of the routes replaces the field `position`.
  routes: {
    path: "routes",
    renamed: { position: null, monitorIds: "monitors", tagIds: "tags" },
    ownCalls: [],
    puts: {}
  },
  // A window in a file has a length in minutes instead of an end.
  maintenanceWindows: {
    path: "maintenance-windows",
    renamed: {
      endsAt: null,
      domainIds: "monitors",
      urlIds: "monitors",
      heartbeatIds: "monitors",
      serviceIds: "monitors",
      tagIds: "tags"
    },
    ownCalls: [],
    puts: {}
  },
  // The file has no host name, because a host name needs a proof in the DNS first, and no logo, because a logo is a
  // picture.
  statusPages: { path: "status-pages", renamed: { logo: null }, ownCalls: [], puts: { host: false } },
  scheduledReports: { path: "scheduled-reports", renamed: {}, ownCalls: [], puts: {} }
}

const expectedIn = (
  fields: Readonly<Record<string, Node>>,
  { ownCalls, renamed }: Pick<Names, "ownCalls" | "renamed">
) =>
  [
    ...new Set([
      ...Object.keys(fields).flatMap((name) => renamed[name] ?? (name in renamed ? [] : [name])),
      ...ownCalls
    ])
  ].toSorted()

const namesIn = (nodes: ReadonlyArray<Node>) => Object.keys(fieldsOf(nodes)).toSorted()

describe.each(sections)("%s of a file", (section) => {
  const { path, puts } = names[section]
  const objects = valuesIn(file.properties?.[section])

  it("have every field that the API lets a caller write, and no other", () => {
    expect(namesIn(objects).length).toBeGreaterThan(2)
    expect(namesIn(objects)).toEqual(expectedIn(writable(`/api/v1/${path}`), names[section]))
  })

  it("leave out no other call that sets something", () => {
    const prefix = `/api/v1/${path}/{id}/`
    const found = Object.entries(openApi.paths).flatMap(([name, methods]) =>
      name.startsWith(prefix) && methods["put"]?.requestBody !== undefined ? [name.slice(prefix.length)] : []
    )
    expect(found.toSorted()).toEqual(Object.keys(puts).toSorted())
    for (const [name, isInFile] of Object.entries(puts)) expect(namesIn(objects).includes(name)).toBe(isInFile)
  })
})

it.each([
  ["groups", { id: null }],
  ["components", { id: null, groupId: "group", monitorIds: "monitors", tagIds: "tags" }]
] as const)("%s of a status page of a file have every field that the API lets a caller write", (part, renamed) => {
  const page = fieldsOf(valuesIn(file.properties?.["statusPages"]))
  const parts = itemsIn(writable("/api/v1/status-pages")[part])
  expect(namesIn(valuesIn(page[part])).length).toBeGreaterThan(1)
  expect(namesIn(valuesIn(page[part]))).toEqual(expectedIn(fieldsOf(parts), { renamed, ownCalls: [] }))
})
