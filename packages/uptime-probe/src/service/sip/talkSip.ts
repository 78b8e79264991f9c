import { fail, note, read, send, type Surroundings, type Talk } from "../dialogue/Talk.ts"
import type { ProtocolOptions } from "../protocol/Protocol.ts"
import { type Reading, shownText } from "../Received.ts"

/** A check of a SIP server over UDP with OPTIONS. Any answer shows that the server runs. */
export interface SipRequest extends ProtocolOptions {
  readonly type: "sip"
}

/** What a check found out about a SIP server. */
export interface SipFound {
  readonly status: number
  /** The server's name for itself. */
  readonly server: string
}

const ID_BYTES = 8
/** The status of a server that cannot serve now (RFC 3261 section 21.5.4). */
const UNAVAILABLE = 503

const requestTo = (hostname: string, id: string): string => {
  const host = hostname.includes(":") ? `[${hostname}]` : hostname
  return [
    `OPTIONS sip:${host} SIP/2.0`,
    // With rport, the server answers to the port that the request came from (RFC 3581).
    `Via: SIP/2.0/UDP mon.invalid;branch=z9hG4bK${id};rport`,
    "Max-Forwards: 0",
    `To: <sip:${host}>`,
    `From: <sip:mon@mon.invalid>;tag=${id}`,
    `Call-ID: ${id}`,
    "CSeq: 1 OPTIONS",
    "Contact: <sip:mon@mon.invalid>",
    "Accept: application/sdp",
    "Content-Length: 0",
    "\r\n"
  ].join("\r\n")
}

const readAnswer =
  (id: string) =>
  (bytes: Buffer): Reading<SipFound> => {
    const text = bytes.toString("utf8")
    const status = /^SIP\/2\.0 ([1-6]\d\d)[ \r\n]/u.exec(text)?.[1]
    const callId = /^(?:call-id|i)\s*:\s*(\S+)/imu.exec(text)?.[1]
    if (status === undefined || callId !== id || status.startsWith("1")) return null
    const server = /^(?:server|user-agent)\s*:\s*([^\r\n]*)/imu.exec(text)?.[1] ?? ""
    return { taken: bytes.length, value: { status: Number(status), server: shownText(server.trim()) } }
  }

/** Asks a SIP server for its options. */
export function* talkSip(_request: SipRequest, { hostname, random }: Surroundings): Talk<SipFound> {
  const id = random(ID_BYTES).toString("hex")
  yield* send(requestTo(hostname, id))
  const found = yield* read(readAnswer(id))
  yield* note(found)
  if (found.status === UNAVAILABLE) yield* fail("service_refused", "The server refuses requests (503).")
}
