import { BadRequest, type RequestSchema } from "@mon/api-contract"
import { Cause, Exit, Schema, SchemaIssue } from "effect"

/** PostgreSQL's text cannot contain NUL, and UTF-8 cannot encode a lone surrogate. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\u0000")

/**
 * Fields that are never stored verbatim: an invalid id matches nothing, and the URL parser encodes or refuses such
 * characters.
 */
const EXEMPT_FIELDS = /(?:^url|[iI]ds?)$/u

const unstorableIn = (value: unknown, path: string, name: string): string | null => {
  if (typeof value === "string") return isStorable(value) || EXEMPT_FIELDS.test(name) ? null : path
  if (typeof value !== "object" || value === null) return null
  for (const [key, part] of Object.entries(value)) {
    const found = unstorableIn(part, path === "" ? key : `${path}.${key}`, Array.isArray(value) ? name : key)
    if (found !== null) return found
  }
  return null
}

/** The path of the first text in a decoded request that the database cannot store, or null. */
const unstorableText = (request: unknown): string | null => unstorableIn(request, "", "")

/** Decodes a part of a request, or describes its first invalid field in one sentence. */
export type Decoder = (input: unknown) => Decoded
type Decoded = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: BadRequest }

const format = SchemaIssue.makeFormatterStandardSchemaV1()
/** Matches the schema library's own messages. They do not name the field. */
const ANONYMOUS = /^(?:Expected|Missing key|Unexpected key|Invalid)/u

/** Matches messages about the parts of a value. They begin after the path of the part. */
const ABOUT_PART = /^(?:must |is not )/u

/** A path as people write it: "expect[0].status". The fields of a bulk change are named as those of a single one. */
const written = (path: ReadonlyArray<PropertyKey>): string =>
  path
    .map((part, index) => (typeof part === "number" ? `[${part}]` : `${index === 0 ? "" : "."}${String(part)}`))
    .join("")
    .replace(/^updates\./u, "")

const describe = (issue: SchemaIssue.Issue): string => {
  const [first] = format(issue).issues
  if (first === undefined) return "Invalid request."
  const keys = (first.path ?? []).map((part) => (typeof part === "object" ? part.key : part))
  const path = keys.map(String).join(".")
  if (ABOUT_PART.test(first.message)) return `${written(keys)} ${first.message}`
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
