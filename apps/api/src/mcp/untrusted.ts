import { isJsonObject, type JsonObject } from "@mon/bundled/json-rpc"

/** The most bytes of a field `untrusted` as JSON. */
export const UNTRUSTED_BYTES = 2_048

/** The limits on the part of a record that an answer shows. */
export interface Detail {
  /** Characters of a text of others. */
  readonly text: number
  /** Items of a list. */
  readonly items: number
}

const encoder = new TextEncoder()

/** The size of a value as JSON. */
export const jsonBytes = (value: unknown): number => encoder.encode(JSON.stringify(value)).length

/**
 * Characters that people do not see but models read, or that reorder text: controls, zero-width characters, directions,
 * variation selectors and tags (Unicode technical report 36).
 */
const INVISIBLE = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/** A text of others, without invisible characters and cut. */
export const cutText = (text: string, length: number): string => {
  // A text may be 64 KiB long. Only as much is cleaned as may be shown.
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

/** The content of a field `untrusted`, within its size. */
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

/** Whether a text is an id that Mon made. */
export const isPublicId = (text: string): boolean => UUID.test(text)

const TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z)?$/u
/** Matches the codes of our own tables. */
const CODE = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,47}$/u

/** The schemas that a part of a record may have. */
type Schemas = ReadonlyArray<JsonObject>

const listOf = (value: unknown): Schemas => (Array.isArray(value) ? value.filter(isJsonObject) : [])

/** The alternatives of a schema, without its unions. */
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

/** A value that may be shown where it stands, or one that belongs into the field `untrusted` of its record. */
interface Sifted {
  readonly isTrusted: boolean
  readonly value: unknown
}

interface Sifting {
  readonly detail: Detail
  /** Paths of texts that are codes of our own tables, such as `lastError.code`. */
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
    // Names that the contract does not declare are texts too, such as those of headers.
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
 * Moves the texts of a record into fields named `untrusted`. Only these texts stay where they are: choices that the
 * contract lists, ids, times, and codes at the given paths. So a field that is added to the contract is untrusted until
 * somebody says otherwise. `schema` is the JSON Schema of the record.
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
