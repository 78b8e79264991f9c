import * as SchemaAST from "effect/SchemaAST"
import { errorDescriptions } from "./ApiError.ts"
import { HttpApi, OpenApi } from "./EffectHttp.ts"
import { MonApi } from "./MonApi.ts"
import { numberRange, switchOf } from "./Query.ts"

type Schema = Record<string, unknown>

const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null

/**
 * Removes `additionalProperties: false` from all objects except the options of a monitor, which are recognized by their
 * `propertyNames`. The server refuses unknown fields only in these options. In other objects, it ignores an unknown
 * field and names it in the response, and later versions may add fields to responses.
 */
const withOpenObjects = (value: unknown): void => {
  if (!isSchema(value)) return
  if (value["additionalProperties"] === false) {
    if ("propertyNames" in value) delete value["propertyNames"]
    else delete value["additionalProperties"]
  }
  for (const inner of Object.values(value)) withOpenObjects(inner)
}

interface Operation {
  readonly parameters: Array<{
    name: string
    in: string
    schema: { description?: string } & object
    description?: string
  }>
  readonly responses: Record<string, { headers?: Record<string, object> }>
  readonly security: ReadonlyArray<object>
}

const integer = (description: string) => ({ description, required: true, schema: { type: "integer" } })

const headers = {
  "X-Request-Id": {
    description:
      "Id of this request. If the request has a valid X-Request-Id header, Mon uses that id. Otherwise Mon generates an id. Log lines contain the id.",
    required: true,
    schema: { type: "string" }
  },
  "X-RateLimit-Limit": integer("Number of requests that are allowed in the current window."),
  "X-RateLimit-Remaining": integer("Number of requests that are left in the current window."),
  "X-RateLimit-Reset": integer("Start of the next window as Unix time in seconds."),
  "Idempotency-Replayed": {
    description: "`true` if Mon already sent this response to an earlier request with the same key.",
    required: false,
    schema: { type: "string", enum: ["true"] }
  },
  "Retry-After": integer("Number of seconds to wait before the next request.")
} as const

const LIMITED = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"] as const

/**
 * The header of requests that create an object. If a request is repeated with the same key, nothing is created again.
 */
const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "A key that you choose: 1 to 255 visible ASCII characters. For 24 hours, the same request with the same key returns the same response and creates nothing new. A different request with the same key is rejected.",
  schema: { type: "string", minLength: 1, maxLength: 255 }
}

const queryParameters = () => {
  const found = new Map<string, { readonly description: string; readonly schema: object }>()
  HttpApi.reflect(MonApi, {
    onGroup: () => undefined,
    onEndpoint: ({ group, endpoint }) => {
      const ast = endpoint.query?.ast
      if (ast === undefined || !SchemaAST.isObjects(ast)) return
      for (const { name, type } of ast.propertySignatures) {
        const range = numberRange(type)
        const said = range ?? switchOf(type)
        if (said === undefined) continue
        const { description, ...limits } = said
        const key = `${group.identifier}.${endpoint.identifier} ${String(name)}`
        found.set(key, { description, schema: { type: range === undefined ? "boolean" : "integer", ...limits } })
      }
    }
  })
  return found
}

const isRepeatable = (method: string, { responses }: Operation): boolean => method === "post" && "201" in responses

const headersOf = (status: string, security: ReadonlyArray<object>) => {
  const names: ReadonlyArray<keyof typeof headers> = [
    "X-Request-Id",
    ...(security.length > 0 ? LIMITED : []),
    ...(status === "201" ? (["Idempotency-Replayed"] as const) : []),
    ...(status === "429" ? (["Retry-After"] as const) : [])
  ]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/**
 * Returns the OpenAPI 3.1 document of the API, with the response headers and the ranges of whole numbers in queries,
 * which the schemas alone do not contain. Each call builds a new document, so keep the result.
 *
 * @example
 * ```ts
 * openApiDocument().info.title // => "Mon API"
 * ```
 */
export const openApiDocument = (): OpenApi.OpenAPISpec => {
  const document = OpenApi.fromApi(MonApi)
  const parameters = queryParameters()
  for (const operations of Object.values(document.paths)) {
    for (const [method, found] of Object.entries(operations)) {
      const operation = found as Operation & { readonly operationId: string }
      for (const parameter of operation.parameters) {
        if (parameter.schema.description !== undefined) parameter.description = parameter.schema.description
        Object.assign(parameter, parameters.get(`${operation.operationId} ${parameter.name}`))
      }
      if (isRepeatable(method, operation)) operation.parameters.push(idempotencyKey)
      for (const [status, response] of Object.entries(operation.responses)) {
        response.headers = headersOf(status, operation.security)
      }
    }
  }
  const plain = withPlainErrors(document)
  Object.assign(plain.components, { headers })
  withOpenObjects(plain)
  return withDescribedReferences(plain)
}

/** Replaces each `allOf` of a reference and a description with one object that has both, as OpenAPI 3.1 allows. */
const withDescribedReferences = <Document>(document: Document): Document =>
  JSON.parse(JSON.stringify(document), (_, value: unknown) => {
    if (typeof value !== "object" || value === null || !("allOf" in value) || !Array.isArray(value.allOf)) return value
    const [reference, words, ...more] = value.allOf as ReadonlyArray<object | undefined>
    const isDescribed =
      Object.keys(value).length === 1 &&
      more.length === 0 &&
      Object.keys(reference ?? {}).join() === "$ref" &&
      Object.keys(words ?? {}).join() === "description"
    return isDescribed ? { ...reference, ...words } : value
  })

/**
 * Restores the names and descriptions of errors, because the encoded form of an error class has no name and no
 * description.
 */
const withPlainErrors = (document: OpenApi.OpenAPISpec): OpenApi.OpenAPISpec => {
  const text = JSON.stringify(document).replaceAll(/"((?:#\/components\/schemas\/)?\w+)Encoded"/gu, '"$1"')
  const named: OpenApi.OpenAPISpec = JSON.parse(text)
  const components: Record<string, object> = named.components.schemas
  for (const [name, description] of Object.entries(errorDescriptions)) {
    components[name] = { ...components[name], description }
  }
  return named
}
