// The sources of the client without Effect (`@mon/api-contract/plain`), made from the OpenAPI document: the table of
// endpoints, and types for every request and response. `npm run openapi` writes them.

/** Of a file of records, by the estimate of `lengthOf`, which is above the length that the formatter makes of it. */
const LONGEST_FILE = 600
/** Types of responses that are no text. */
const BINARY = new Set(["application/gzip", "application/pdf"])
const METHODS = ["get", "post", "put", "patch", "delete"]
const NOTE = "// Written by `npm run openapi`. Do not edit.\n"
/** Streams are not requests with an answer: `events.ts` beside the generated files reads them. */
const LEFT_OUT = new Set(["events.stream"])

const capital = (text) => text[0].toUpperCase() + text.slice(1)
const keyOf = (name) => (/^[A-Za-z_]\w*$/u.test(name) ? name : JSON.stringify(name))
const docOf = (text, indent = "") => {
  const words = text.replaceAll("*/", "* /").split(/\s+/u)
  const lines = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} ${word}`.length <= 110 - indent.length)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.length === 1
    ? `${indent}/** ${lines[0]} */\n`
    : `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join("")}${indent} */\n`
}

const nameOf = (ref) => ref.split("/").at(-1)

const objectType = ({ additionalProperties, properties, required = [] }) => {
  const rest =
    typeof additionalProperties === "object" ? `Readonly<Record<string, ${typeOf(additionalProperties)}>>` : ""
  if (properties === undefined) return rest === "" ? "Readonly<Record<string, unknown>>" : rest
  const fields = Object.entries(properties).map(
    ([name, schema]) => `readonly ${keyOf(name)}${required.includes(name) ? "" : "?"}: ${typeOf(schema)}`
  )
  const own = fields.length === 0 ? "{}" : `{ ${fields.join("; ")} }`
  return rest === "" ? own : `${own} & ${rest}`
}

const union = (types) => [...new Set(types)].join(" | ")

/** The type of a schema as TypeScript. */
const typeOf = (schema) => {
  if (schema.$ref !== undefined) return nameOf(schema.$ref)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return `(${union(choices.map(typeOf))})`
  if (schema.allOf !== undefined)
    return schema.type === undefined && schema.properties === undefined
      ? schema.allOf.map(typeOf).join(" & ")
      : typeOf({ ...schema, allOf: undefined })
  if (Array.isArray(schema.type)) return `(${union(schema.type.map((type) => typeOf({ ...schema, type })))})`
  if (schema.prefixItems !== undefined) return `readonly [${schema.prefixItems.map(typeOf).join(", ")}]`
  if (schema.type === "array") return `ReadonlyArray<${typeOf(schema.items ?? {})}>`
  if (schema.type === "object") return objectType(schema)
  if (schema.type === "integer") return "number"
  return ["string", "number", "boolean", "null"].includes(schema.type) ? schema.type : "unknown"
}

const refsOf = (value, found = new Set()) => {
  if (Array.isArray(value)) for (const each of value) refsOf(each, found)
  else if (typeof value === "object" && value !== null) {
    if (typeof value.$ref === "string") found.add(nameOf(value.$ref))
    for (const each of Object.values(value)) refsOf(each, found)
  }
  return found
}

/** Whether a list without numbers of pages continues before the id of its last item. */
const continues = (query, data, schemas) => {
  if (data?.type !== "array" || !query.some(({ name }) => name === "before")) return false
  const item = data.items.$ref === undefined ? data.items : schemas[nameOf(data.items.$ref)]
  return item.properties?.id !== undefined
}

/** The operations of a document, in order. */
const operationsOf = ({ components, paths }) =>
  Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method] !== undefined && !LEFT_OUT.has(item[method].operationId)).map((method) => {
      const { operationId, parameters = [], requestBody, responses, summary } = item[method]
      const [group, name] = operationId.split(".")
      const success = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1]
      const [contentType, { schema }] = Object.entries(success.content)[0]
      const inPath = [...path.matchAll(/\{(\w+)\}/gu)].map(([, parameter]) => parameter)
      const query = parameters.filter((parameter) => parameter.in === "query")
      const isPaged = schema.properties?.pagination !== undefined
      // Outside /api/v1, a response is not in an envelope.
      const data = schema.properties?.data
      return {
        group,
        name,
        method: method.toUpperCase(),
        path,
        summary,
        inPath,
        query,
        isRepeatable: parameters.some((parameter) => parameter.name === "Idempotency-Key"),
        body: requestBody?.content["application/json"]?.schema,
        isText: contentType !== "application/json" && !BINARY.has(contentType),
        isBytes: BINARY.has(contentType),
        response: schema,
        isPaged,
        isListed: !isPaged && continues(query, data, components.schemas),
        data
      }
    })
  )

const groupsOf = (operations) => [...new Set(operations.map(({ group }) => group))]

const endpointText = ({ body, isBytes, isListed, isPaged, isRepeatable, isText, method, name, path, query }) => {
  const flags = [
    [body !== undefined, "body"],
    [query.length > 0, "query"],
    [isRepeatable, "repeatable"],
    [isPaged, "paged"],
    [isListed, "older"],
    [isText, "text"],
    [isBytes, "bytes"]
  ]
  const named = flags.filter(([isSet]) => isSet).map(([, flag]) => flag)
  return `    ${name}: ${JSON.stringify([`${method} ${path}`, ...named].join(" "))}`
}

const endpointsFile = (operations) =>
  `${NOTE}\n/** Every endpoint: method, path, and what it has. */\nexport const endpoints = {\n${groupsOf(operations)
    .map(
      (group) =>
        `  ${group}: {\n${operations
          .filter((one) => one.group === group)
          .map(endpointText)
          .join(",\n")}\n  }`
    )
    .join(",\n")}\n} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>\n`

const methodText = ({ body, data, inPath, isBytes, isListed, isPaged, isText, name, query, response, summary }) => {
  const queryType = `{ ${query.map((one) => `readonly ${keyOf(one.name)}${one.required ? "" : "?"}: ${typeOf(one.schema)}`).join("; ")} }`
  const hasRequired = query.some(({ required }) => required)
  const parameters = [
    ...inPath.map((one) => `${one}: string`),
    ...(body === undefined ? [] : [`body: ${typeOf(body)}`]),
    ...(query.length === 0 ? [] : [`query${hasRequired ? "" : "?"}: ${queryType}`]),
    "options?: RequestOptions"
  ].join(", ")
  const result = isText
    ? "Promise<string>"
    : isBytes
      ? "Promise<ReadableStream<Uint8Array>>"
      : isPaged
        ? `Paged<${typeOf(data.items)}>`
        : isListed
          ? `Listed<${typeOf(data.items)}>`
          : `Promise<${typeOf(data ?? response)}>`
  return `${docOf(summary, "  ")}  readonly ${name}: (${parameters}) => ${result}\n`
}

/** About the number of lines of a text after it has been formatted: one for each field and each choice. */
const lengthOf = (text) => text.split(/[;\n|]/u).length + 2

/**
 * The records of a subject by file. If they are too many for one file, those whose names do not begin with the first
 * word of the subject are its parts, which have a file of their own.
 */
const filesOf = (subject, records) => {
  if (records.reduce((sum, { text }) => sum + lengthOf(text), 0) <= LONGEST_FILE) return [[subject, records]]
  const [word] = capital(subject).match(/^[A-Z][a-z]*/u)
  const own = records.filter(({ name }) => name.startsWith(word))
  const parts = records.filter(({ name }) => !name.startsWith(word))
  return [
    [subject, own],
    [`${subject}Parts`, parts]
  ]
}

/** The group of a record that one group uses, or whose name begins with that of a group which uses it. */
const subjectOf = (name, groups) => {
  if (groups.length === 1) return groups[0]
  const named = groups.filter((group) => name.startsWith(capital(group).replace(/s$/u, "")))
  return named.toSorted((one, other) => other.length - one.length)[0] ?? "several"
}

/** Files of records and of groups: `[path, text]`. */
export const plainClientFiles = (document) => {
  const operations = operationsOf(document)
  const { schemas } = document.components
  const reach = (names) => {
    const seen = new Set()
    const waiting = [...names]
    while (waiting.length > 0) {
      const name = waiting.pop()
      if (seen.has(name)) continue
      seen.add(name)
      waiting.push(...refsOf(schemas[name]))
    }
    return seen
  }
  const users = new Map()
  for (const { body, data, group, isText, response } of operations)
    for (const name of reach(refsOf([body, isText ? undefined : (data ?? response)])))
      users.set(name, (users.get(name) ?? new Set()).add(group))
  // Of every list.
  users.set("Pagination", new Set(groupsOf(operations)))
  const subjects = new Map()
  for (const [name, groups] of users) {
    const subject = subjectOf(name, [...groups])
    subjects.set(subject, [...(subjects.get(subject) ?? []), name])
  }

  const fileOf = new Map()
  const texts = new Map()
  for (const [subject, names] of subjects) {
    const records = names.toSorted().map((name) => {
      const { description, title } = schemas[name]
      const about = docOf(description ?? `${title ?? name} of the API.`)
      return { name, text: `${about}export type ${name} = ${typeOf(schemas[name])}\n` }
    })
    for (const [file, own] of filesOf(subject, records)) {
      for (const { name } of own) fileOf.set(name, file)
      texts.set(file, own)
    }
  }
  const importsOf = (own, names, folder) => {
    const byFile = Map.groupBy([...names].filter((name) => fileOf.get(name) !== own).toSorted(), (name) =>
      fileOf.get(name)
    )
    return [...byFile].map(([file, all]) => `import type { ${all.join(", ")} } from "${folder}/${file}.ts"\n`).join("")
  }
  const files = [["endpoints.ts", endpointsFile(operations)]]
  for (const [file, records] of texts) {
    const used = new Set(records.flatMap(({ name }) => [...refsOf(schemas[name])]))
    files.push([
      `records/${file}.ts`,
      `${NOTE}${importsOf(file, used, ".")}\n${records.map(({ text }) => text).join("\n")}`
    ])
  }
  const names = [...users.keys()].toSorted()
  const folders = [...texts.keys()].map((file) => `import type * as ${file} from "./records/${file}.ts"\n`).join("")
  const fields = names.map((name) => `  readonly ${name}: ${fileOf.get(name)}.${name}\n`).join("")
  files.push([
    "Records.ts",
    `${NOTE}${folders}\n/** Everything that requests and responses contain, by its name in the OpenAPI document. */\nexport interface Records {\n${fields}}\n`
  ])
  const groups = groupsOf(operations)
  for (const group of groups) {
    const own = operations.filter((one) => one.group === group)
    const used = refsOf(own.map(({ body, data, isText, response }) => [body, isText ? undefined : (data ?? response)]))
    const answers = [
      "RequestOptions",
      ...(own.some(({ isPaged }) => isPaged) ? ["Paged"] : []),
      ...(own.some(({ isListed }) => isListed) ? ["Listed"] : [])
    ]
    files.push([
      `groups/${group}.ts`,
      `${NOTE}import type { ${answers.toSorted().join(", ")} } from "../Paged.ts"\n${importsOf(null, used, "../records")}\n/** The requests about ${group}. */\nexport interface ${capital(group)}Requests {\n${own.map(methodText).join("")}}\n`
    ])
  }
  files.push([
    "Client.ts",
    `${NOTE}${groups.map((group) => `import type { ${capital(group)}Requests } from "./groups/${group}.ts"\n`).join("")}import type { EventsRequests } from "./events.ts"\n\n/** A client of the service: the requests by group. */\nexport interface Client {\n${groups.map((group) => `  readonly ${group}: ${capital(group)}Requests\n`).join("")}  readonly events: EventsRequests\n}\n`
  ])
  return files
}
