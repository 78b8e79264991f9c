import { BASE_PATH, MonApi, openApiDocument, endpointsOf } from "@mon/api-contract"
import { expect } from "vitest"
import type { ApiResponse } from "./ApiConnection.ts"
import { expectApiHeaders } from "./Expected.ts"

export interface Shape {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly examples?: ReadonlyArray<unknown>
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
  readonly anyOf?: ReadonlyArray<Shape>
  readonly minimum?: number
}

/** An endpoint of the contract, with the parts of its description that attacks need. */
export interface Endpoint {
  readonly label: string
  readonly method: string
  /** The path under `/api/v1`, with `:name` segments. */
  readonly path: string
  readonly status: number
  readonly statuses: ReadonlySet<number>
  /** The media type of a successful response that is text. Null: the response is JSON. */
  readonly textType: string | null
  readonly body: Shape | null
  readonly queries: ReadonlyArray<string>
}

interface Operation {
  readonly parameters?: ReadonlyArray<{ readonly name: string; readonly in: string }>
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Shape }>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, object>> }>>
}

const document = openApiDocument()

/** The parts of the OpenAPI document that the tests read. The document is generated from the contract. */
const paths = document.paths as unknown as Readonly<Record<string, Readonly<Record<string, Operation>>>>
const schemas = document.components.schemas as unknown as Readonly<Record<string, Shape>>

export const resolve = (shape: Shape): Shape =>
  shape.$ref === undefined ? shape : resolve(schemas[shape.$ref.slice(shape.$ref.lastIndexOf("/") + 1)] ?? {})

/** The endpoints that require a key and whose responses end. */
export const endpoints: ReadonlyArray<Endpoint> = endpointsOf(MonApi)
  .filter(({ group }) => group !== "system" && group !== "events")
  .map((endpoint) => {
    const operation = paths[endpoint.path.replace(/:(\w+)/gu, "{$1}")]?.[endpoint.method.toLowerCase()]
    if (operation === undefined) throw new Error(`${endpoint.method} ${endpoint.path} is not in the document.`)
    const path = endpoint.path.slice(BASE_PATH.length)
    return {
      label: `${endpoint.method} ${path}`,
      method: endpoint.method,
      path,
      status: endpoint.status,
      statuses: new Set(Object.keys(operation.responses).map(Number)),
      textType:
        Object.keys(operation.responses[endpoint.status]?.content ?? {}).find((type) => type !== "application/json") ??
        null,
      body: operation.requestBody?.content["application/json"]?.schema ?? null,
      queries: (operation.parameters ?? []).flatMap((parameter) => (parameter.in === "query" ? [parameter.name] : []))
    }
  })

/** The fields that a body cannot have in addition to `domainId`. */
const besideDomain: ReadonlySet<string> = new Set(["urlId", "heartbeatId", "serviceId", "scope"])
/** The fields that a maintenance window of domains does not need. */
const besideDomains: ReadonlySet<string> = new Set([
  "urlIds",
  "heartbeatIds",
  "serviceIds",
  "tagIds",
  "wholeAccount",
  "endsAt"
])

/**
 * Returns a value that matches a schema: the example of the schema if there is one. Takes ids from `ids` by the name of
 * the field.
 */
export const sample = (shape: Shape, ids: (name: string) => string | undefined, name = ""): unknown => {
  const { anyOf, enum: values, examples, items, minimum, properties, type } = resolve(shape)
  // The monitor of the example does not exist.
  if (name === "dependsOn") return []
  const id = /[iI]ds?$/u.test(name) ? ids(name) : undefined
  if (type === "string" && id !== undefined) return id
  if (type === "array" && items !== undefined && (id !== undefined || examples === undefined))
    return [sample(items, ids, name)]
  if (properties !== undefined) {
    const wanted = Object.entries(properties).filter(
      ([key]) =>
        !("domainId" in properties && besideDomain.has(key)) && !("domainIds" in properties && besideDomains.has(key))
    )
    return Object.fromEntries(wanted.map(([key, field]) => [key, sample(field, ids, key)]))
  }
  if (examples !== undefined) return examples[0]
  if (values !== undefined) return values[0]
  if (anyOf?.[0] !== undefined) return sample(anyOf[0], ids, name)
  return { integer: minimum ?? 1, number: minimum ?? 1, boolean: true, string: "text" }[type ?? ""] ?? null
}

/** Checks that a response has a documented status below 500, the envelope and the headers. */
export const conforms = ({ label, statuses, textType }: Endpoint, response: ApiResponse, what: unknown): void => {
  const { body, status } = response
  const said = `${label} with ${JSON.stringify(what)?.slice(0, 500)} answered ${status} ${response.text.slice(0, 200)}`
  expect(status, said).toBeLessThan(500)
  expect(statuses, said).toContain(status)
  if (status < 400 && textType !== null) {
    const type = response.headers["content-type"] ?? ""
    expect(type.split(";")[0], said).toBe(textType.split(";")[0])
    return expectApiHeaders(response, type)
  }
  expectApiHeaders(response)
  if (status < 400) expect(body, said).toMatchObject({ success: true })
  else expect(body, said).toEqual({ success: false, message: expect.stringMatching(/\S/u) })
}
