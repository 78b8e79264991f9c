import { readMessage, readValues, tags, type Value, write } from "../ber/Ber.ts"
import { fail, read, send, type Surroundings, type Talk } from "../dialogue/Talk.ts"
import type { Reading } from "../Received.ts"
import { type Answer, getRequest, numberOf, readAnswer } from "./Pdu.ts"
import {
  decrypt,
  encrypt,
  type EngineTime,
  isSignedWith,
  keyOf,
  SALT_BYTES,
  type Signature,
  sign,
  signatures
} from "./Security.ts"

/** A user of SNMP 3 (RFC 3414). Without a password, nothing is signed. */
export interface SnmpUser {
  readonly name: string
  /** The password with which messages are signed. Agents want at least 8 characters (RFC 3414 section 11.2). */
  readonly password?: string
  /** The hash of the signature. Default: "sha1". */
  readonly hash?: Signature
  /** The password with which messages are encrypted (AES-128). Only with `password`. */
  readonly privacyPassword?: string
}

const VERSION_3 = 3
const USER_BASED = 3
/** The longest datagram that this client reads, in bytes. */
const LONGEST = 65_507
const SIGNED = 0x01
const ENCRYPTED = 0x02
const REPORTABLE = 0x04
const ID_BYTES = 4
const MOST_SECONDS = 2 ** 31 - 1

/** The errors that agents report (RFC 3414 section 5, usmStats). */
const STATISTICS = "1.3.6.1.6.3.15.1.1."
const NOT_IN_TIME = `${STATISTICS}2.0`
const UNKNOWN_ENGINE = `${STATISTICS}4.0`
const REFUSALS: ReadonlyMap<string, string> = new Map([
  [`${STATISTICS}1.0`, "The agent refuses the login: it wants another level of security."],
  [`${STATISTICS}3.0`, "The agent refuses the login: it does not know the user."],
  [`${STATISTICS}5.0`, "The agent refuses the login: the password or its hash is wrong."],
  [`${STATISTICS}6.0`, "The agent refuses the login: the password for the encryption is wrong."]
])

/** Writes a number that is not negative in its shortest form. */
const integer = (value: number): Buffer => {
  const bytes = Buffer.alloc(5)
  bytes.writeUInt32BE(value, 1)
  let at = 0
  while (at < 4 && bytes[at] === 0 && (bytes[at + 1] ?? 0) < 0x80) at += 1
  return write(tags.integer, bytes.subarray(at))
}

/** Makes an id that is a positive number of four bytes. */
export const positiveId = (random: Surroundings["random"]): Buffer => {
  const id = random(ID_BYTES)
  id[0] = ((id[0] ?? 0) & 0x3f) | 0x40
  return id
}

/** What the client knows about the agent. */
interface Engine {
  readonly id: Buffer
  readonly time: EngineTime
}

interface Keys {
  readonly signature: Signature
  readonly signing: Buffer | null
  readonly sealing: Buffer | null
}

const NO_KEYS: Keys = { signature: "sha1", signing: null, sealing: null }
const UNKNOWN: Engine = { id: Buffer.alloc(0), time: { boots: 0, seconds: 0 } }

const keysOf = ({ hash = "sha1", password, privacyPassword }: SnmpUser, engine: Buffer): Keys => ({
  signature: hash,
  signing: password === undefined ? null : keyOf(hash, password, engine),
  sealing: password === undefined || privacyPassword === undefined ? null : keyOf(hash, privacyPassword, engine)
})

interface Message {
  readonly id: Buffer
  readonly engine: Engine
  readonly user: string
  readonly keys: Keys
  readonly salt: Buffer
  readonly pdu: Buffer
}

/** Writes a message (RFC 3412 section 6, RFC 3414 section 2.4). */
const writeMessage = ({ engine, id, keys, pdu, salt, user }: Message): Buffer => {
  const { sealing, signature, signing } = keys
  const flags = REPORTABLE | (signing === null ? 0 : SIGNED) | (sealing === null ? 0 : ENCRYPTED)
  const scoped = write(tags.sequence, write(tags.text, engine.id), write(tags.text), pdu)
  const content = sealing === null ? scoped : write(tags.text, encrypt(sealing, engine.time, salt, scoped))
  const withSignature = (signed: Buffer): Buffer =>
    write(
      tags.sequence,
      integer(VERSION_3),
      write(
        tags.sequence,
        write(tags.integer, id),
        integer(LONGEST),
        write(tags.text, Buffer.of(flags)),
        integer(USER_BASED)
      ),
      write(
        tags.text,
        write(
          tags.sequence,
          write(tags.text, engine.id),
          integer(engine.time.boots),
          integer(engine.time.seconds),
          write(tags.text, user),
          write(tags.text, signed),
          write(tags.text, sealing === null ? Buffer.alloc(0) : salt)
        )
      ),
      content
    )
  if (signing === null) return withSignature(Buffer.alloc(0))
  const unsigned = withSignature(Buffer.alloc(signatures[signature].bytes))
  return withSignature(sign(signature, signing, unsigned))
}

interface Received {
  readonly engine: Engine
  readonly isSigned: boolean
  readonly answer: Answer
}

const EMPTY = Buffer.alloc(0)
const secondsOf = (value: Value | undefined): number => {
  const number = Number(numberOf(value?.content ?? EMPTY, false))
  return number <= MOST_SECONDS ? number : 0
}

/** Whether the agent signed a message with the key of the user. */
const isAuthentic = (message: Buffer, signature: Buffer | undefined, keys: Keys): boolean => {
  if (keys.signing === null || signature?.length !== signatures[keys.signature].bytes) return false
  const unsigned = Buffer.from(message)
  const at = signature.byteOffset - message.byteOffset
  unsigned.fill(0, at, at + signature.length)
  return isSignedWith(keys.signature, keys.signing, unsigned, signature)
}

/**
 * Reads an answer. Ignores messages with another id, those with a wrong signature, and those that are not signed or
 * encrypted as the request was. Only a report may be unsigned: an agent that does not know the user has no key.
 */
const readReply =
  (id: Buffer, pduId: Buffer, keys: Keys) =>
  (bytes: Buffer): Reading<Received> => {
    const whole = readMessage("SNMP")(bytes)
    if (whole === null || whole.taken === undefined) return whole
    const message = bytes.subarray(0, whole.taken)
    const [version, header, security, data] = readValues(whole.value, 4)
    if (numberOf(version?.content ?? EMPTY, false) !== BigInt(VERSION_3)) return null
    const [given, , flags] = readValues(header?.content ?? EMPTY, 4)
    if (given === undefined || !given.content.equals(id)) return null
    const [parameters] = readValues(security?.content ?? EMPTY, 1)
    const [engine, boots, seconds, , signature, salt] = readValues(parameters?.content ?? EMPTY, 6)
    const level = flags?.content[0] ?? 0
    const isSigned = (level & SIGNED) !== 0
    if (isSigned && !isAuthentic(message, signature?.content, keys)) return null
    const time = { boots: secondsOf(boots), seconds: secondsOf(seconds) }
    const isEncrypted = (level & ENCRYPTED) !== 0
    const plain = isEncrypted
      ? keys.sealing === null
        ? null
        : decrypt(keys.sealing, time, salt?.content ?? EMPTY, data?.content ?? EMPTY)
      : null
    const [scoped] = isEncrypted ? readValues(plain ?? EMPTY, 1) : [data]
    const [, , pdu] = readValues(scoped?.content ?? EMPTY, 3)
    const answer = readAnswer(pdu, pduId)
    if (answer === null) return null
    const isAsSecure = (keys.signing === null || isSigned) && (keys.sealing === null || isEncrypted)
    if (!answer.isReport && !isAsSecure) return null
    return { taken: bytes.length, value: { engine: { id: engine?.content ?? EMPTY, time }, isSigned, answer } }
  }

function* ask(
  { engine, keys, oids, user }: Pick<Message, "engine" | "keys" | "user"> & { readonly oids: ReadonlyArray<string> },
  { random }: Surroundings
): Talk<never, Received> {
  const [id, pduId] = [positiveId(random), positiveId(random)]
  const salt = random(SALT_BYTES)
  yield* send(writeMessage({ id, engine, user, keys, salt, pdu: getRequest(pduId, ...oids) }))
  return yield* read(readReply(id, pduId, keys))
}

/** Finds out the id and the time of the agent (RFC 3414 section 4). */
function* discover(around: Surroundings): Talk<never, Engine> {
  const { answer, engine } = yield* ask({ engine: UNKNOWN, keys: NO_KEYS, user: "", oids: [] }, around)
  if (answer.isReport && answer.oid === UNKNOWN_ENGINE && engine.id.length > 0) return engine
  return yield* fail("protocol_error", "The agent did not send its id.")
}

/** Asks an agent for a value with SNMP 3. */
export function* askVersion3(user: SnmpUser, oid: string, around: Surroundings): Talk<never, Answer> {
  const engine = yield* discover(around)
  const keys = keysOf(user, engine.id)
  const question = { keys, user: user.name, oids: [oid] }
  let reply = yield* ask({ ...question, engine }, around)
  // An agent sends its time only in a signed report, if it has not sent it before.
  if (reply.isSigned && reply.answer.isReport && reply.answer.oid === NOT_IN_TIME)
    reply = yield* ask({ ...question, engine: { id: engine.id, time: reply.engine.time } }, around)
  const { answer } = reply
  if (!answer.isReport) return answer
  const reason = REFUSALS.get(answer.oid)
  if (reason !== undefined) yield* fail("login_refused", reason)
  return yield* fail("wrong_answer", `The agent answered with the report ${answer.oid}.`)
}
