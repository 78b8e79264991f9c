import { readValues, tags, type Value, write, writeInteger } from "../ber/Ber.ts"

/** The tags of requests and answers (RFC 3416 section 3). */
const GET = 0xa0
const RESPONSE = 0xa2
const REPORT = 0xa8

/** Writes an object identifier (X.690 section 8.19). */
const writeIdentifier = (oid: string): Buffer => {
  const [first = 0, second = 0, ...rest] = oid.split(".").map(Number)
  const parts = [first * 40 + second, ...rest].map((part) => {
    const septets = [part % 128]
    for (let left = Math.floor(part / 128); left > 0; left = Math.floor(left / 128))
      septets.unshift((left % 128) | 0x80)
    return Buffer.from(septets)
  })
  return write(tags.identifier, ...parts)
}

export const readIdentifier = (content: Buffer): string => {
  const numbers: Array<number> = []
  let part = 0
  for (const byte of content) {
    part = part * 128 + (byte & 0x7f)
    if (byte >= 0x80) continue
    if (numbers.length === 0)
      numbers.push(Math.min(2, Math.floor(part / 40)), part - Math.min(2, Math.floor(part / 40)) * 40)
    else numbers.push(part)
    part = 0
  }
  return numbers.join(".")
}

/** Writes a request for values. The id must be a positive number in its shortest form. */
export const getRequest = (id: Buffer, ...oids: ReadonlyArray<string>): Buffer =>
  write(
    GET,
    write(tags.integer, id),
    writeInteger(0),
    writeInteger(0),
    write(tags.sequence, ...oids.map((oid) => write(tags.sequence, writeIdentifier(oid), write(tags.null))))
  )

/** Reads an integer of at most 9 bytes. */
export const numberOf = (content: Buffer, isSigned: boolean): bigint => {
  let value = 0n
  for (const byte of content.subarray(0, 9)) value = value * 256n + BigInt(byte)
  return isSigned && (content[0] ?? 0) >= 0x80 ? value - 256n ** BigInt(Math.min(content.length, 9)) : value
}

/** What an agent answers. */
export interface Answer {
  readonly isReport: boolean
  readonly error: number
  /** The identifier of the first value. */
  readonly oid: string
  readonly value: Value
}

const EMPTY = Buffer.alloc(0)

/** Reads an answer. Returns null if it is none, or if it does not belong to the request. */
export const readAnswer = (pdu: Value | undefined, id: Buffer): Answer | null => {
  if (pdu === undefined || (pdu.tag !== RESPONSE && pdu.tag !== REPORT)) return null
  const [given, error, , list] = readValues(pdu.content, 4)
  const isReport = pdu.tag === REPORT
  // An agent that could not read the request does not know its id.
  if (given === undefined || (!isReport && numberOf(given.content, true) !== numberOf(id, true))) return null
  const [first] = readValues(list?.content ?? EMPTY, 1)
  const [oid, value] = readValues(first?.content ?? EMPTY, 2)
  return {
    isReport,
    error: Number(numberOf(error?.content ?? EMPTY, false)),
    oid: readIdentifier(oid?.content ?? EMPTY),
    value: value ?? { tag: tags.null, content: EMPTY }
  }
}
