import { isJsonObject, type JsonObject } from "@mon/bundled/json-rpc"

/** The largest field `untrusted` as JSON, in bytes. */
export const UNTRUSTED_BYTES = 2_048

export interface Detail {
  /** The largest number of characters of an untrusted text. */
  readonly text: number
  /** The largest number of items of a list. */
  readonly items: number
}

const encoder = new TextEncoder()

export const jsonBytes = (value: unknown): number => encoder.encode(JSON.stringify(value)).length

/**
 * Matches characters that people cannot see but models read, or that reorder text: controls, zero-width characters,
 * directions, variation selectors and tags (Unicode technical report 36).
 */
const INVISIBLE = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/** Removes invisible characters from an untrusted text, and limits its length. */
export const cutText = (text: string, length: number): string => {
  // A text can be 64 KiB long, so only the part that may be shown is cleaned.
  const clean = text
    .slice(0, length * 4)
    .toWellFormed()
    .replace(INVISIBLE, "")
  return clean.length <= length && text.length <= length * 4 ? clean : `${clean.slice(0, length).toWellFormed()}…`
}

const cutValue = (value: unknown, detail: Detail): unknown => {
  if (typeof value === "string") return cutText(value, detail.text)
  if (Array.isArray(value)) return value.slice(0, detail.items).map((part) => cutValue(part, detail))
  if (!isJsonObject(value)) return value
  const parts = Object.entries(value).slice(0, detail.items)
  return Object.fromEntries(parts.map(([name, part]) => [cutText(name, detail.text), cutValue(part, detail)]))
}

const untrustedField = (parts: JsonObject, { items, text }: Detail): JsonObject => {
  let detail = { items, text }
  let field = parts
  do {
    field = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, cutValue(part, detail)]))
    detail = { items: Math.ceil(detail.items / 2), text: Math.floor(detail.text / 2) }
  } while (jsonBytes(field) > UNTRUSTED_BYTES && detail.text > 0)
  return field
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/u

export const isPublicId = (text: string): boolean => UUID.test(text)

const TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z)?$/u
/** Matches the codes from Mon's own tables. */
const CODE = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,47}$/u

type Schemas = ReadonlyArray<JsonObject>

const listOf = (value: unknown): Schemas => (Array.isArray(value) ? value.filter(isJsonObject) : [])

/** Returns the alternatives of a schema, without nested unions. */
const alternatives = (schemas: Schemas): Schemas =>
  schemas.flatMap((schema) => {
    const unions = [...listOf(schema["anyOf"]), ...listOf(schema["oneOf"]), ...listOf(schema["allOf"])]
    return unions.length === 0 ? [schema] : [schema, ...alternatives(unions)]
  })

const isLiteral = (value: string, schemas: Schemas): boolean =>
  schemas.some(
    ({ const: only, enum: choices }) => only === value || (Array.isArray(choices) && choices.includes(value))
  )

const propertySchemas = (schemas: Schemas, name: string): Schemas =>
  schemas.flatMap(({ properties }) => {
    const declared = isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
    return isJsonObject(declared) ? [declared] : []
  })

/** A value, and whether it may stay in its place or must move into the field `untrusted` of its record. */
interface Sifted {
  readonly isTrusted: boolean
  readonly value: unknown
}

interface Sifting {
  readonly detail: Detail
  /** The paths of texts that are codes from Mon's own tables, such as `lastError.code`. */
  readonly codes: ReadonlySet<string>
}

const trusted = (value: unknown): Sifted => ({ isTrusted: true, value })

const siftList = (values: ReadonlyArray<unknown>, schemas: Schemas, path: string, sifting: Sifting): Sifted => {
  const items = alternatives(schemas.flatMap(({ items: each }) => (isJsonObject(each) ? [each] : [])))
  const shown = values.slice(0, sifting.detail.items).map((value) => siftValue(value, items, path, sifting))
  return shown.every(({ isTrusted }) => isTrusted)
    ? trusted(shown.map(({ value }) => value))
    : { isTrusted: false, value: values }
}

const siftRecord = (record: JsonObject, schemas: Schemas, path: string, sifting: Sifting): Sifted => {
  const shown = new Map<string, unknown>()
  const outside = new Map<string, unknown>()
  const omitted = new Map<string, number>()
  for (const [name, value] of Object.entries(record)) {
    const declared = alternatives(propertySchemas(schemas, name))
    // Field names that the contract does not declare are untrusted texts, too. Header names are an example.
    if (declared.length === 0) return { isTrusted: false, value: record }
    const part = siftValue(value, declared, path === "" ? name : `${path}.${name}`, sifting)
    if (part.isTrusted) shown.set(name, part.value)
    else outside.set(name, part.value)
    if (Array.isArray(value) && value.length > sifting.detail.items) {
      omitted.set(name, value.length - sifting.detail.items)
    }
  }
  return trusted({
    ...Object.fromEntries(shown),
    ...(outside.size === 0 ? {} : { untrusted: untrustedField(Object.fromEntries(outside), sifting.detail) }),
    ...(omitted.size === 0 ? {} : { omitted: Object.fromEntries(omitted) })
  })
}

const siftValue = (value: unknown, schemas: Schemas, path: string, sifting: Sifting): Sifted => {
  if (typeof value === "string") {
    const isOurs =
      value === "" ||
      isPublicId(value) ||
      TIME.test(value) ||
      isLiteral(value, schemas) ||
      (sifting.codes.has(path) && CODE.test(value))
    return { isTrusted: isOurs, value }
  }
  if (Array.isArray(value)) return siftList(value, schemas, path, sifting)
  return isJsonObject(value) ? siftRecord(value, schemas, path, sifting) : trusted(value)
}

/**
 * Moves the texts of a record into fields named `untrusted`. Only the following texts stay in place: values that the
 * contract lists, ids, times, and codes at the given paths. A new field of the contract is therefore untrusted by
 * default. `schema`: the JSON Schema of the record.
 */
export const siftedRecord = (
  record: JsonObject,
  schema: JsonObject,
  detail: Detail,
  codes: ReadonlySet<string> = new Set()
): JsonObject => {
  const { isTrusted, value } = siftRecord(record, alternatives([schema]), "", { detail, codes })
  return isTrusted && isJsonObject(value) ? value : { untrusted: untrustedField({ record }, detail) }
}
