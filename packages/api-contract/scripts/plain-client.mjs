// Generates the part of the client without Effect (`@mon/api-contract/plain`) that follows from the OpenAPI document:
// the table of endpoints, and types for every request and response.
import { createHash } from "node:crypto"

const BEGINNING = `// Written by \`npm run openapi\`. Do not edit.
import type { EventsRequests } from "./events.ts"
import type { Listed, Page, Paged, RequestOptions } from "./Paged.ts"
`
const BINARY = new Set(["application/gzip", "application/pdf"])
const METHODS = ["get", "post", "put", "patch", "delete"]
/**
 * The operations that get no generated function. Streams have no single response, so `events.ts`, next to the generated
 * file, reads streams.
 */
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
  const own =
    fields.length === 0 ? "{}" : `{\n${fields.map((field) => `  ${field.replaceAll("\n", "\n  ")}`).join("\n")}\n}`
  return rest === "" ? own : `${own} & ${rest}`
}

const union = (types) => [...new Set(types)].join(" | ")

const typeOf = (schema) => {
  if (schema.$ref !== undefined) return nameOf(schema.$ref)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return union(choices.map(typeOf))
  if (schema.allOf !== undefined)
    return schema.type === undefined && schema.properties === undefined
      ? schema.allOf.map((part) => `(${typeOf(part)})`).join(" & ")
      : typeOf({ ...schema, allOf: undefined })
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type })))
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

/** Returns whether a list is paged by id: the next page is requested with `before` and the id of the last item. */
const continues = (query, data, schemas) => {
  if (data?.type !== "array" || !query.some(({ name }) => name === "before")) return false
  const item = data.items.$ref === undefined ? data.items : schemas[nameOf(data.items.$ref)]
  return item.properties?.id !== undefined
}

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

const endpointsText = (operations) =>
  `/** Every endpoint: method, path, and what it has. */\nexport const endpoints = {\n${groupsOf(operations)
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

/**
 * Returns the types that requests and responses contain. The type of a list is in `Paged.ts`, next to the generated
 * file.
 */
const recordsText = ({ components: { schemas } }, operations) => {
  const used = new Set()
  for (const { body, data, isText, response } of operations)
    refsOf([body, isText ? undefined : (data ?? response)], used)
  // Iterating over a Set also visits the names that the loop adds to it.
  for (const name of used) refsOf(schemas[name], used)
  const names = [...used].toSorted()
  const types = names.map((name) => {
    const { description, title } = schemas[name]
    return `${docOf(description ?? `${title ?? name} of the API.`)}export type ${name} = ${typeOf(schemas[name])}\n`
  })
  const fields = names.map((name) => `  readonly ${name}: ${name}\n`).join("")
  return `${types.join("\n")}
/** Everything that requests and responses contain, by its name in the OpenAPI document. */
export interface Records {\n${fields}  readonly Pagination: Page<unknown>["pagination"]\n}\n`
}

const clientText = (operations) => {
  const groups = groupsOf(operations)
  const interfaces = groups.map((group) => {
    const methods = operations.filter((one) => one.group === group).map(methodText)
    return `/** The requests about ${group}. */\nexport interface ${capital(group)}Requests {\n${methods.join("")}}\n`
  })
  const fields = groups.map((group) => `  readonly ${group}: ${capital(group)}Requests\n`).join("")
  return `${interfaces.join("\n")}
/** A client of the service: the requests by group. */
export interface Client {\n${fields}  readonly events: EventsRequests\n}\n`
}

export const plainClientText = (document) => {
  const operations = operationsOf(document)
  return [BEGINNING, endpointsText(operations), recordsText(document, operations), clientText(operations)].join("\n")
}

const hashOf = (text) => createHash("sha256").update(text).digest("hex")

/**
 * Returns the hashes that are committed in place of the document and the generated source, so that reviewers notice a
 * change of the contract.
 */
export const hashesOf = (document) => ({
  document: hashOf(JSON.stringify(document)),
  plainClient: hashOf(plainClientText(document))
})
