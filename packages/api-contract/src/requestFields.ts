import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { numberRange, switchOf } from "./Query.ts"
import type { RequestSchema, Endpoint } from "./Endpoint.ts"

/** A field of a request: its place in the request, and its self-contained JSON Schema (2020-12). */
export interface RequestField {
  readonly place: "params" | "query" | "body"
  readonly isRequired: boolean
  readonly schema: Readonly<Record<string, unknown>>
}

type JsonSchema = Record<string, unknown>

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * Replaces references with the schemas that they name. Where a schema contains itself, the inner occurrence allows any
 * value.
 */
const inline = (value: unknown, definitions: JsonSchema, inside: ReadonlyArray<string> = []): unknown => {
  if (Array.isArray(value)) return value.map((part) => inline(part, definitions, inside))
  if (!isObject(value)) return value
  const { $ref, ...others } = value
  if (typeof $ref !== "string") {
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inline(part, definitions, inside)]))
  }
  if (inside.includes($ref)) return others
  const name = $ref.replace(/^.*\//u, "")
  const target = Object.hasOwn(definitions, name) && inline(definitions[name], definitions, [...inside, $ref])
  return isObject(target) ? { ...target, ...others } : others
}

/**
 * Returns the JSON Schema (2020-12) for a schema of the contract, without references.
 *
 * @example
 * ```ts
 * jsonSchemaOf(Schema.Struct({ domain: Schema.String })).type // => "object"
 * ```
 */
export const jsonSchemaOf = (schema: RequestSchema): Readonly<Record<string, unknown>> => {
  const { definitions, schema: root } = Schema.toJsonSchemaDocument(schema)
  const inlined = inline(root, definitions)
  return isObject(inlined) ? inlined : {}
}

/**
 * Returns the JSON Schemas of the whole numbers and booleans in the query. In the contract's own schema, they are
 * texts.
 */
const queryForms = ({ query }: Endpoint): ReadonlyMap<string, JsonSchema> => {
  const ast = query?.ast
  if (ast === undefined || !SchemaAST.isObjects(ast)) return new Map()
  return new Map(
    ast.propertySignatures.flatMap(({ name, type }): Array<[string, JsonSchema]> => {
      const range = numberRange(type)
      if (range !== undefined) return [[String(name), { type: "integer", ...range }]]
      const said = switchOf(type)
      return said === undefined ? [] : [[String(name), { type: "boolean", ...said }]]
    })
  )
}

/**
 * Returns the fields of an endpoint's requests by name, in order of declaration: first the fields of the path, then of
 * the query, then of the body.
 *
 * @example
 * ```ts
 * requestFields(incidents).get("limit") // => { place: "query", isRequired: false, schema: { type: "integer", minimum: 1, ... } }
 * ```
 */
export const requestFields = (endpoint: Endpoint): ReadonlyMap<string, RequestField> => {
  const fields = new Map<string, RequestField>()
  const forms = queryForms(endpoint)
  const places = { params: endpoint.params, query: endpoint.query, body: endpoint.payload }
  for (const [place, schema] of Object.entries(places) as Array<[RequestField["place"], RequestSchema | null]>) {
    if (schema === null) continue
    const { properties, required } = jsonSchemaOf(schema)
    const needed: ReadonlyArray<unknown> = Array.isArray(required) ? required : []
    for (const [name, declared] of Object.entries(isObject(properties) ? properties : {})) {
      const form = place === "query" ? forms.get(name) : undefined
      fields.set(name, {
        place,
        isRequired: needed.includes(name),
        schema: form ?? (isObject(declared) ? declared : {})
      })
    }
  }
  return fields
}
