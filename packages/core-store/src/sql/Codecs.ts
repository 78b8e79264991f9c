import type postgres from "postgres"
import * as ArrayCodec from "./ArrayCodec.ts"

// The type OIDs of PostgreSQL (pg_type.dat). They never change.
const Oid = { boolean: 16, bytea: 17, int8: 20, json: 114, date: 1082, timestamp: 1114, timestamptz: 1184, jsonb: 3802 }

const integer = (text: string): number | bigint => {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : BigInt(text)
}

// A serializer must not throw. Otherwise, the driver would reject the previous statement on the connection instead.
const asText = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value))
const same = (text: string): string => text

interface Codec {
  readonly to: number
  readonly from: Array<number>
  readonly serialize: (value: unknown) => string
  readonly parse: (text: string) => unknown
}

/** The codecs for sending and reading values. Other types use the driver's default (numeric: string, float: number). */
const plain = {
  // A number if that is exact, otherwise a bigint.
  int8: { to: Oid.int8, from: [Oid.int8], serialize: asText, parse: integer },
  boolean: {
    to: Oid.boolean,
    from: [Oid.boolean],
    serialize: (value: unknown) => (typeof value === "boolean" ? (value ? "t" : "f") : asText(value)),
    parse: (text: string) => text === "t"
  },
  bytea: {
    to: Oid.bytea,
    from: [Oid.bytea],
    serialize: (value: unknown) =>
      value instanceof Uint8Array
        ? `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("hex")}`
        : asText(value),
    parse: (text: string) => Buffer.from(text.slice(2), "hex")
  },
  date: { to: Oid.timestamptz, from: [Oid.timestamptz], serialize: asText, parse: (text: string) => new Date(text) },
  // A date, or a timestamp without a zone, is not an instant. It stays text, such as "2026-11-21".
  calendarDate: { to: Oid.date, from: [Oid.date, Oid.timestamp], serialize: asText, parse: same },
  // A string is assumed to be JSON text, so that a serialized value is not quoted again.
  json: {
    to: Oid.json,
    from: [Oid.json, Oid.jsonb],
    serialize: (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value)),
    parse: (text: string): unknown => JSON.parse(text)
  }
} satisfies Readonly<Record<string, Codec>>

type Element = Pick<Codec, "serialize" | "parse">

const text: Element = { serialize: asText, parse: same }
const number: Element = { serialize: asText, parse: Number }

/** The OIDs of arrays by the codec of their elements. Arrays of other types stay text, such as "{a,b}". */
const arrays: ReadonlyArray<readonly [element: Element, oids: ReadonlyArray<number>]> = [
  [plain.boolean, [1000]],
  [plain.bytea, [1001]],
  [plain.int8, [1016]],
  // int2, int4, oid, float4, float8
  [number, [1005, 1007, 1028, 1021, 1022]],
  // char, name, text, bpchar, varchar, numeric, uuid
  [text, [1002, 1003, 1009, 1014, 1015, 1231, 2951]],
  // inet, cidr, macaddr
  [text, [1041, 651, 1040]],
  // date, time, timetz, timestamp, interval
  [text, [1182, 1183, 1270, 1115, 1187]],
  [plain.date, [1185]],
  // json, jsonb
  [plain.json, [199, 3807]]
]

const arrayCodec = ({ parse, serialize }: Element, oid: number): Codec => ({
  to: oid,
  from: [oid],
  serialize: (value) => ArrayCodec.format(value, serialize),
  parse: (value) => ArrayCodec.parse(value, parse)
})

/**
 * All codecs of a pool. Array types are listed, because postgres.js would otherwise query them on each new connection,
 * and crash the process if that connection breaks in the meantime.
 */
export const codecs: Readonly<Record<string, postgres.PostgresType>> = {
  ...plain,
  ...Object.fromEntries(
    arrays.flatMap(([element, oids]) => oids.map((oid) => [`array${oid}`, arrayCodec(element, oid)] as const))
  )
}
