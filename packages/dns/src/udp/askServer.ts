import { randomInt } from "node:crypto"
import * as Effect from "effect/Effect"
import { interpret, NO_EDNS } from "../Interpretation.ts"
import type { DnsAnswer, RecordType } from "../Records.ts"
import { type Referral, referralOf } from "../Referral.ts"
import type { ServerAddress } from "../ServerList.ts"
import { decode, decodeHeader } from "../wire/Message.ts"
import { type DnsQuery, queryOverTcp, queryOverUdp, type ServerFault } from "./DnsQuery.ts"
import { openChannel } from "./UdpPool.ts"

/** The answer of one server about a name. */
export interface ServerAnswer<T extends RecordType = RecordType> extends Pick<
  DnsAnswer<T>,
  "status" | "records" | "cnames" | "ttl"
> {
  readonly kind: "answer"
  /** The AA flag (RFC 1035 section 4.1.1). True if the server answers from its own zone, not from a cache. */
  readonly authoritative: boolean
}

/** An answer, or a referral to the servers to ask instead. */
export type ServerReply<T extends RecordType = RecordType> = ServerAnswer<T> | Referral

const IDS = 0x10000
const NO_ANSWER: ServerFault = { reason: "Timeout", detail: "No answer in time." }

/**
 * Asks one server without recursion. Uses a new random UDP port, and repeats the query over TCP if the answer was
 * truncated.
 *
 * @internal
 */
export const askServer = Effect.fnUntraced(function* <T extends RecordType>(
  address: ServerAddress,
  type: T,
  dnsQuery: DnsQuery,
  { timeoutMs, tries }: { readonly timeoutMs: number; readonly tries: number }
) {
  const channel = yield* Effect.acquireRelease(
    Effect.sync(() => openChannel(address)),
    (opened) => Effect.sync(() => opened.close())
  )
  const pool = { channel: () => channel, close: () => {} }
  const inTime = <A>(work: Effect.Effect<A, ServerFault>) =>
    Effect.timeoutOrElse(work, { duration: timeoutMs, orElse: () => Effect.fail(NO_ANSWER) })

  const exchange = Effect.fnUntraced(function* (sent: DnsQuery): Effect.fn.Return<ServerReply<T>, ServerFault> {
    const datagram = yield* Effect.retry(inTime(queryOverUdp(pool, sent)), {
      times: tries - 1,
      while: ({ reason }) => reason === "Timeout"
    })
    const truncated = decodeHeader(datagram)?.truncated === true
    const bytes = truncated ? yield* inTime(queryOverTcp(address, randomInt(IDS), sent)) : datagram
    const message = decode(bytes)
    if (message === null) return yield* Effect.fail({ reason: "FormErr", detail: "The answer is malformed." } as const)
    const referral = referralOf(message, sent.name)
    if (referral !== null) return referral
    const answer = interpret(message, sent.name, type, sent.type)
    if (!answer.ok) return yield* Effect.fail({ reason: answer.reason, detail: answer.detail })
    const { cnames, records, status, ttl } = answer
    return { kind: "answer", authoritative: message.authoritative, status, records, cnames, ttl }
  })

  return yield* exchange(dnsQuery).pipe(
    Effect.catchIf(
      ({ detail }) => NO_EDNS.has(detail),
      () => exchange({ ...dnsQuery, edns: false })
    )
  )
}, Effect.scoped)
