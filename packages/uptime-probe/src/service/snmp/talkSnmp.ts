import { readMessage, readValues, tags, type Value, write, writeInteger } from "../ber/Ber.ts"
import { fail, note, read, send, type Surroundings, type Talk } from "../dialogue/Talk.ts"
import type { ProtocolOptions } from "../protocol/Protocol.ts"
import { checkValue, VALUE_BYTES, type ValueRule } from "../protocol/ValueRule.ts"
import type { Reading } from "../Received.ts"

/** A check of one value of an SNMP agent over UDP. An agent ignores clients with a wrong community. */
export interface SnmpRequest extends ProtocolOptions {
  readonly type: "snmp"
  /** The version of SNMP. Default: "2c". */
  readonly version?: "1" | "2c"
  /** The community, which is sent unencrypted. Default: "public". */
  readonly community?: string
  /** The identifier of the value. Default: "1.3.6.1.2.1.1.3.0", the time since the agent started. */
  readonly oid?: string
  /** The condition that the value must meet. */
  readonly answer?: ValueRule
}

/** What a check found out about an SNMP agent. */
export interface SnmpFound {
  /** The value as text, at most 4 KiB. Bytes that are no text are in hexadecimal. */
  readonly value: string
}

const UPTIME = "1.3.6.1.2.1.1.3.0"
const GET = 0xa0
const RESPONSE = 0xa2
const VERSIONS = { "1": 0, "2c": 1 } as const
const ID_BYTES = 4

/** The tags of values (RFC 2578 section 7, RFC 3416 section 3). */
const IP_ADDRESS = 0x40
const NUMBERS = new Set([0x41, 0x42, 0x43, 0x46])
/** "No such object", "no such instance" and "end of the MIB". */
const MISSING = new Set([0x80, 0x81, 0x82])
const NO_SUCH_NAME = 2

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

const readIdentifier = (content: Buffer): string => {
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

const request = (id: Buffer, { community = "public", oid = UPTIME, version = "2c" }: SnmpRequest): Buffer =>
  write(
    tags.sequence,
    writeInteger(VERSIONS[version]),
    write(tags.text, community),
    write(
      GET,
      write(tags.integer, id),
      writeInteger(0),
      writeInteger(0),
      write(tags.sequence, write(tags.sequence, writeIdentifier(oid), write(tags.null)))
    )
  )

interface Answer {
  readonly error: number
  readonly value: Value
}

const numberOf = (content: Buffer, isSigned: boolean): bigint => {
  let value = 0n
  for (const byte of content.subarray(0, 9)) value = value * 256n + BigInt(byte)
  return isSigned && (content[0] ?? 0) >= 0x80 ? value - 256n ** BigInt(Math.min(content.length, 9)) : value
}

const readAnswer =
  (id: Buffer) =>
  (bytes: Buffer): Reading<Answer> => {
    const message = readMessage("SNMP")(bytes)
    if (message === null || message.taken === undefined) return message
    const [, , response] = readValues(message.value, 3)
    if (response?.tag !== RESPONSE) return null
    const [given, error, , list] = readValues(response.content, 4)
    if (given === undefined || numberOf(given.content, true) !== numberOf(id, true)) return null
    const [first] = readValues(list?.content ?? Buffer.alloc(0), 1)
    const [, value] = readValues(first?.content ?? Buffer.alloc(0), 2)
    return {
      taken: bytes.length,
      value: {
        error: Number(numberOf(error?.content ?? Buffer.alloc(0), false)),
        value: value ?? { tag: tags.null, content: Buffer.alloc(0) }
      }
    }
  }

// oxlint-disable-next-line no-control-regex -- a text has no control characters but line breaks and tabs
const NOT_TEXT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]/u

const textOf = ({ content, tag }: Value): string => {
  if (tag === tags.integer || NUMBERS.has(tag)) return String(numberOf(content, tag === tags.integer))
  if (tag === tags.identifier) return readIdentifier(content.subarray(0, VALUE_BYTES))
  if (tag === IP_ADDRESS) return content.subarray(0, 4).join(".")
  const text = content.toString("utf8", 0, VALUE_BYTES)
  return NOT_TEXT.test(text) ? content.toString("hex", 0, VALUE_BYTES / 2) : text
}

/** Asks an SNMP agent for one value. */
export function* talkSnmp(given: SnmpRequest, { random }: Surroundings): Talk<SnmpFound> {
  const id = random(ID_BYTES)
  // The number of a request is positive, so that agents do not write it in another length.
  id[0] = ((id[0] ?? 0) & 0x3f) | 0x40
  yield* send(request(id, given))
  const { error, value } = yield* read(readAnswer(id))
  if (error === NO_SUCH_NAME || MISSING.has(value.tag))
    yield* fail("wrong_answer", "The agent does not have this value.")
  if (error !== 0) yield* fail("wrong_answer", `The agent answered with the error ${error}.`)
  const text = textOf(value)
  yield* note({ value: text })
  if (given.answer !== undefined) yield* checkValue(text, given.answer)
}
