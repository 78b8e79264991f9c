import { BadRequest, type RequestSchema } from "@mon/api-contract"
import { Cause, Exit, Schema, SchemaIssue } from "effect"
import { unstorableText } from "./StorableText.ts"

/** Decodes a part of a request, or describes its first invalid field in one sentence. */
export type Decoder = (input: unknown) => Decoded
type Decoded = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: BadRequest }

const format = SchemaIssue.makeFormatterStandardSchemaV1()
/** How the schema library's own messages begin. They do not name the field. */
const ANONYMOUS = /^(?:Expected|Missing key|Unexpected key|Invalid)/u

const describe = (issue: SchemaIssue.Issue): string => {
  const [first] = format(issue).issues
  if (first === undefined) return "Invalid request."
  const path = (first.path ?? []).map((part) => String(typeof part === "object" ? part.key : part)).join(".")
  return path !== "" && ANONYMOUS.test(first.message) ? `${path}: ${first.message}.` : first.message
}

/** Every field must be storable text, whatever its schema. */
const storable = (value: unknown): Decoded => {
  const path = unstorableText(value)
  if (path === null) return { ok: true, value }
  return {
    ok: false,
    error: new BadRequest({ message: `${path} must not hold NUL characters or unpaired surrogates.` })
  }
}

/** Building a decoder is expensive: do it once per schema. */
export const makeDecoder = (schema: RequestSchema): Decoder => {
  const decode = Schema.decodeUnknownExit(schema)
  return (input) => {
    const exit = decode(input)
    if (Exit.isSuccess(exit)) return storable(exit.value)
    const error = Cause.squash(exit.cause)
    if (!Schema.isSchemaError(error)) throw error
    return { ok: false, error: new BadRequest({ message: describe(error.issue) }) }
  }
}

/** A query string as a record. A repeated parameter becomes a list, which a schema for a single value refuses. */
export const parseQuery = (query: string): Record<string, unknown> => {
  const found = new Map<string, string | Array<string>>()
  for (const [name, value] of new URLSearchParams(query)) {
    const before = found.get(name)
    found.set(name, before === undefined ? value : [before, value].flat())
  }
  return Object.fromEntries(found)
}
