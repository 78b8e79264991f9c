import { readMessage, readValues, tags, type Value, write, writeInteger } from "../ber/Ber.ts"
import { fail, note, read, send, type Surroundings, type Talk } from "../dialogue/Talk.ts"
import type { ProtocolOptions } from "../protocol/Protocol.ts"
import { checkValue, VALUE_BYTES, type ValueRule } from "../protocol/ValueRule.ts"
import type { Reading } from "../Received.ts"
import { type Answer, getRequest, numberOf, readAnswer, readIdentifier } from "./Pdu.ts"
import { askVersion3, positiveId, type SnmpUser } from "./talkVersion3.ts"

/**
 * A check of one value of an SNMP agent over UDP. An agent ignores clients with a wrong community, and refuses a wrong
 * user of SNMP 3.
 */
export interface SnmpRequest extends ProtocolOptions {
  readonly type: "snmp"
  /** The version of SNMP. Default: "3" with a user, and otherwise "2c". */
  readonly version?: "1" | "2c" | "3"
  /** The community, which is sent unencrypted. Default: "public". Only for the versions 1 and 2c. */
  readonly community?: string
  /** The user of version 3. */
  readonly user?: SnmpUser
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
const VERSIONS = { "1": 0, "2c": 1 } as const
/** The user of SNMP 3 that the check names if it has none. */
const NOBODY: SnmpUser = { name: "" }

/** The tags of values (RFC 2578 section 7, RFC 3416 section 3). */
const IP_ADDRESS = 0x40
const NUMBERS = new Set([0x41, 0x42, 0x43, 0x46])
/** "No such object", "no such instance" and "end of the MIB". */
const MISSING = new Set([0x80, 0x81, 0x82])
const NO_SUCH_NAME = 2
/** "authorizationError": the user may not read anything with this level of security. */
const NOT_AUTHORIZED = 16

const request = (id: Buffer, version: keyof typeof VERSIONS, community: string, oid: string): Buffer =>
  write(tags.sequence, writeInteger(VERSIONS[version]), write(tags.text, community), getRequest(id, oid))

const readReply =
  (id: Buffer) =>
  (bytes: Buffer): Reading<Answer> => {
    const message = readMessage("SNMP")(bytes)
    if (message === null || message.taken === undefined) return message
    const [, , pdu] = readValues(message.value, 3)
    const answer = readAnswer(pdu, id)
    return answer === null || answer.isReport ? null : { taken: bytes.length, value: answer }
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

function* ask(given: SnmpRequest, around: Surroundings): Talk<never, Answer> {
  const { oid = UPTIME, user } = given
  const { version = user === undefined ? "2c" : "3" } = given
  if (version === "3") return yield* askVersion3(user ?? NOBODY, oid, around)
  const id = positiveId(around.random)
  yield* send(request(id, version, given.community ?? "public", oid))
  return yield* read(readReply(id))
}

/** Asks an SNMP agent for one value. */
export function* talkSnmp(given: SnmpRequest, around: Surroundings): Talk<SnmpFound> {
  const { error, value } = yield* ask(given, around)
  if (error === NO_SUCH_NAME || MISSING.has(value.tag))
    yield* fail("wrong_answer", "The agent does not have this value.")
  if (error === NOT_AUTHORIZED)
    yield* fail("login_refused", "The agent refuses the login: the user may not read the value in this way.")
  if (error !== 0) yield* fail("wrong_answer", `The agent answered with the error ${error}.`)
  const text = textOf(value)
  yield* note({ value: text })
  if (given.answer !== undefined) yield* checkValue(text, given.answer)
}
