import { VALUE_BYTES } from "../protocol/ValueRule.ts"
import { type Column, types } from "./Columns.ts"

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** The days from 1970 back to the first day of the types `datetime` and `date`. */
const FROM_1900 = -25_567
const FROM_YEAR_1 = -719_162
const LAST_DAY = 2_932_896
/** The time in a `datetime` is in 300ths of a second. */
const TICKS = 300

/** Returns the date, such as "2026-12-01". Null if the year is not between 1 and 9999. */
const dateText = (day: number): string | null =>
  day < FROM_YEAR_1 || day > LAST_DAY ? null : new Date(day * DAY_MS).toISOString().slice(0, 10)

const joined = (date: string | null, time: string): string | null => (date === null ? null : `${date} ${time}`)

/** Writes a whole number of the smallest units with a decimal point. */
const pointed = (units: bigint, scale: number): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, "0")
  const whole = digits.slice(0, digits.length - scale)
  return `${units < 0n ? "-" : ""}${whole}${scale === 0 ? "" : `.${digits.slice(digits.length - scale)}`}`
}

const reversedHex = (bytes: Buffer): string => Buffer.from(bytes.toReversed()).toString("hex")

const unsigned = (bytes: Buffer): bigint => BigInt(`0x0${reversedHex(bytes)}`)

const integer = (bytes: Buffer): string => {
  if (bytes.length === 8) return bytes.readBigInt64LE().toString()
  // The type with one byte has no sign.
  return String(bytes.length === 1 ? bytes.readUInt8() : bytes.readIntLE(0, bytes.length))
}

/** The fewest digits that identify each number of 32 bits. */
const MOST_DIGITS = 9

const float = (bytes: Buffer): string => {
  if (bytes.length === 8) return String(bytes.readDoubleLE())
  const value = bytes.readFloatLE()
  for (let digits = 1; digits < MOST_DIGITS; digits++) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return String(short)
  }
  return String(value)
}

/** Amounts have four digits after the point. The upper half of a long one comes first. */
const money = (bytes: Buffer): string => {
  const units =
    bytes.length === 4
      ? BigInt(bytes.readInt32LE())
      : BigInt.asIntN(64, (BigInt(bytes.readInt32LE()) << 32n) | BigInt(bytes.readUInt32LE(4)))
  return pointed(units, 4)
}

const dateTime = (bytes: Buffer): string | null => {
  const isShort = bytes.length === 4
  const day = FROM_1900 + (isShort ? bytes.readUInt16LE() : bytes.readInt32LE())
  const ms = isShort ? bytes.readUInt16LE(2) * MINUTE_MS : Math.round((bytes.readUInt32LE(4) * 1_000) / TICKS)
  const time = new Date(Math.min(ms, DAY_MS - 1)).toISOString().slice(11, isShort ? 19 : 23)
  return joined(dateText(day), time)
}

const DATE_BYTES = 3
const OFFSET_BYTES = 2
const MOST_SCALE = 7

const day = (bytes: Buffer): number => FROM_YEAR_1 + bytes.readUIntLE(0, DATE_BYTES)

/** Returns the time in units of 10^-scale seconds, from 0 to the end of the day. */
const timeText = (units: bigint, scale: number): string => {
  const second = 10n ** BigInt(scale)
  const clock = new Date(Number(units / second) * 1_000).toISOString().slice(11, 19)
  return scale === 0 ? clock : `${clock}.${(units % second).toString().padStart(scale, "0")}`
}

/** Returns the text of a point in time, which may have a time zone. */
const moment = (bytes: Buffer, scale: number, hasOffset: boolean): string | null => {
  const dateAt = bytes.length - DATE_BYTES - (hasOffset ? OFFSET_BYTES : 0)
  if (dateAt < DATE_BYTES || scale > MOST_SCALE) return null
  const units = unsigned(bytes.subarray(0, dateAt))
  const perDay = 86_400n * 10n ** BigInt(scale)
  if (units >= perDay) return null
  const date = day(bytes.subarray(dateAt))
  if (!hasOffset) return joined(dateText(date), timeText(units, scale))
  const minutes = bytes.readInt16LE(dateAt + DATE_BYTES)
  const local = units + BigInt(minutes) * 60n * 10n ** BigInt(scale)
  const shift = local < 0n ? -1 : local >= perDay ? 1 : 0
  const clock = timeText(local - BigInt(shift) * perDay, scale)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const zone = `${minutes < 0 ? "-" : "+"}${String(hours).padStart(2, "0")}:${String(rest).padStart(2, "0")}`
  return hours > 14 ? null : joined(dateText(date + shift), `${clock} ${zone}`)
}

const time = (bytes: Buffer, scale: number): string | null => {
  const units = unsigned(bytes)
  return scale > MOST_SCALE || units >= 86_400n * 10n ** BigInt(scale) ? null : timeText(units, scale)
}

/** The first three parts of an identifier are little-endian. */
const guid = (bytes: Buffer): string => {
  const parts = [bytes.subarray(0, 4), bytes.subarray(4, 6), bytes.subarray(6, 8)].map(reversedHex)
  return [...parts, bytes.toString("hex", 8, 10), bytes.toString("hex", 10)].join("-").toUpperCase()
}

/** The lengths that a value of these types can have, in bytes. */
const LENGTHS: ReadonlyMap<number, ReadonlyArray<number>> = new Map([
  [types.intN, [1, 2, 4, 8]],
  [types.floatN, [4, 8]],
  [types.moneyN, [4, 8]],
  [types.dateTimeN, [4, 8]],
  [types.guid, [16]],
  [types.date, [DATE_BYTES]]
])

const singleBytes = new TextDecoder("windows-1252")

const shortened = (text: string): string => {
  const bytes = Buffer.from(text)
  return bytes.length <= VALUE_BYTES ? text : bytes.toString("utf8", 0, VALUE_BYTES)
}

/**
 * Returns a value as text, at most 4 KiB. Texts of one byte per character are read as UTF-8 if the collation says so,
 * and otherwise as Windows-1252. Returns null if this package does not read the type, or if the value is invalid.
 */
export const valueText = (bytes: Buffer, { isUtf8, scale, type }: Column): string | null => {
  if (LENGTHS.get(type)?.includes(bytes.length) === false) return null
  switch (type) {
    case types.int1:
    case types.int2:
    case types.int4:
    case types.int8:
    case types.intN:
      return integer(bytes)
    case types.bit:
    case types.bitN:
      return bytes[0] === 0 ? "0" : "1"
    case types.float4:
    case types.float8:
    case types.floatN:
      return float(bytes)
    case types.money:
    case types.smallMoney:
    case types.moneyN:
      return money(bytes)
    case types.decimalN:
    case types.numericN: {
      const units = unsigned(bytes.subarray(1))
      return pointed(bytes[0] === 0 ? -units : units, scale)
    }
    case types.smallDateTime:
    case types.dateTime:
    case types.dateTimeN:
      return dateTime(bytes)
    case types.date:
      return dateText(day(bytes))
    case types.time:
      return time(bytes, scale)
    case types.dateTime2:
      return moment(bytes, scale, false)
    case types.dateTimeOffset:
      return moment(bytes, scale, true)
    case types.guid:
      return guid(bytes)
    case types.nVarChar:
    case types.nChar:
    case types.nText:
      return shortened(bytes.toString("utf16le"))
    case types.varChar:
    case types.char:
    case types.text:
      return shortened(isUtf8 ? bytes.toString("utf8") : singleBytes.decode(bytes))
    default:
      return null
  }
}
