import { fail, note, read, send, type Surroundings, type Talk } from "../dialogue/Talk.ts"
import type { ProtocolOptions } from "../protocol/Protocol.ts"
import type { Reading } from "../Received.ts"

/** A check of a time server over UDP. */
export interface NtpRequest extends ProtocolOptions {
  readonly type: "ntp"
  /** The largest distance from a reference clock, from 1 (the clock itself) to 15. Default: 15. */
  readonly maxStratum?: number
  /** The largest difference between the server's time and this machine's time, in milliseconds. Default: none. */
  readonly maxOffsetMs?: number
  /** The largest error of the server's own time, in milliseconds. Default: none. */
  readonly maxDispersionMs?: number
}

/** What a check found out about a time server. */
export interface NtpFound {
  readonly stratum: number
  /** How far the server's time is ahead of this machine's time, in milliseconds. */
  readonly offsetMs: number
  /** The largest error of the server's own time, in milliseconds. */
  readonly dispersionMs: number
}

/** The size of a packet (RFC 5905 section 7.3). */
const PACKET_BYTES = 48
/** Version 4, and the mode of a client. */
const CLIENT = 0x23
const SERVER_MODE = 4
const UNSYNCHRONIZED = 3
const MOST_STRATUM = 15
const NO_TIME = "The server's own clock is not synchronized."

const DISPERSION_AT = 8
const REFERENCE_AT = 12
const ORIGIN_AT = 24
const RECEIVED_AT = 32
const SENT_AT = 40
const STAMP_BYTES = 8

/** The seconds from 1900 to 1970. */
const ERA_SECONDS = 2_208_988_800
/** The seconds of an era. The second one begins in 2036. */
const ERA = 2 ** 32

/** Reads a time stamp in the era that is nearest to this time, in milliseconds since 1970. */
const stampAt = (bytes: Buffer, at: number, near: number): number => {
  const seconds = bytes.readUInt32BE(at) + bytes.readUInt32BE(at + 4) / ERA - ERA_SECONDS
  return (seconds + Math.round((near / 1_000 - seconds) / ERA) * ERA) * 1_000
}

/** A server copies the time stamp of the request, so a random one proves that the answer belongs to it. */
const readAnswer =
  (cookie: Buffer) =>
  (bytes: Buffer): Reading<Buffer> =>
    bytes.length >= PACKET_BYTES &&
    ((bytes[0] ?? 0) & 7) === SERVER_MODE &&
    bytes.subarray(ORIGIN_AT, ORIGIN_AT + STAMP_BYTES).equals(cookie)
      ? { taken: bytes.length, value: bytes }
      : null

/** After this time, the question may have been sent again, and nobody knows which one the server answered. */
const REPEATED_MS = 1_000
const MOST_QUESTIONS = 3

interface Exchange {
  readonly asked: number
  readonly heard: number
  readonly answer: Buffer
}

function* exchange({ now, random }: Surroundings): Talk<NtpFound, Exchange> {
  const cookie = random(STAMP_BYTES)
  const packet = Buffer.alloc(PACKET_BYTES)
  packet[0] = CLIENT
  cookie.copy(packet, SENT_AT)
  const asked = now()
  yield* send(packet)
  const answer = yield* read(readAnswer(cookie))
  return { asked, heard: now(), answer }
}

const rounded = (milliseconds: number): number => Math.round(milliseconds * 1_000) / 1_000

/** Asks a time server for the time. */
export function* talkNtp(request: NtpRequest, around: Surroundings): Talk<NtpFound> {
  const { maxDispersionMs = Infinity, maxOffsetMs = Infinity, maxStratum = MOST_STRATUM } = request
  let last = yield* exchange(around)
  for (let count = 1; count < MOST_QUESTIONS && last.heard - last.asked >= REPEATED_MS; count++)
    last = yield* exchange(around)
  const { answer, asked, heard } = last
  const stratum = answer[1] ?? 0
  if (stratum === 0) {
    const code = answer.toString("latin1", REFERENCE_AT, REFERENCE_AT + 4).replaceAll(/[^A-Z]/gu, "")
    // chrony has the stratum 0 and no code as long as it has no time.
    if (code === "") yield* fail("wrong_answer", NO_TIME)
    yield* fail("service_refused", `The server refuses requests (${code}).`)
  }
  const offsetMs = rounded((stampAt(answer, RECEIVED_AT, asked) - asked + stampAt(answer, SENT_AT, heard) - heard) / 2)
  const dispersionMs = rounded((answer.readUInt32BE(DISPERSION_AT) / 2 ** 16) * 1_000)
  yield* note({ stratum, offsetMs, dispersionMs })
  if ((answer[0] ?? 0) >> 6 === UNSYNCHRONIZED || stratum > MOST_STRATUM) yield* fail("wrong_answer", NO_TIME)
  if (stratum > maxStratum)
    yield* fail("wrong_answer", `The stratum must be at most ${maxStratum}, but it is ${stratum}.`)
  if (Math.abs(offsetMs) > maxOffsetMs)
    yield* fail("wrong_answer", `The offset must be at most ${maxOffsetMs} ms, but it is ${offsetMs} ms.`)
  if (dispersionMs > maxDispersionMs)
    yield* fail("wrong_answer", `The dispersion must be at most ${maxDispersionMs} ms, but it is ${dispersionMs} ms.`)
}
