import { matchesPattern } from "../../pattern/TextPattern.ts"
import { compute, fail, note, read, send, type Talk } from "../dialogue/Talk.ts"
import type { ProtocolOptions } from "../protocol/Protocol.ts"
import { shownText } from "../Received.ts"

/** A check of a service over UDP with bytes of your own. A service that does not answer them cannot be checked. */
export interface UdpRequest extends ProtocolOptions {
  readonly type: "udp"
  /** The datagram that the check sends. */
  readonly send: string | Uint8Array
  /** A pattern that one of the first 10 datagrams of the service must match. By default, any datagram is an answer. */
  readonly receive?: string
}

/** What a check found out about a service over UDP. */
export interface UdpFound {
  /** The text of the answer, without control characters and at most 200 characters long. */
  readonly received: string
}

const MOST_ANSWERS = 10

/** Sends a datagram, and waits for an answer. */
export function* talkUdp({ receive, send: content }: UdpRequest): Talk<UdpFound> {
  yield* send(content)
  for (let count = 0; count < MOST_ANSWERS; count++) {
    const text = yield* read((bytes) => ({ taken: bytes.length, value: bytes.toString("utf8") }))
    yield* note({ received: shownText(text) })
    if (receive === undefined) return
    const matches = yield* compute(() => matchesPattern(receive, text))
    if (matches === null) yield* fail("prober_fault", "The search for a pattern took too long and was stopped.")
    if (matches === true) return
  }
  yield* fail("wrong_answer", "None of the answers matches the pattern.")
}
