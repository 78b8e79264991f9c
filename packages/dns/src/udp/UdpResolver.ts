import { argumentError } from "@mon/arguments"
import { randomInt } from "node:crypto"
import { getServers } from "node:dns"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import { DnsError, type DnsErrorReason } from "../DnsError.ts"
import { labelsOf, normalise } from "../DnsName.ts"
import { makeQueryLimiter, MAX_IN_FLIGHT } from "../QueryLimiter.ts"
import { interpret } from "../Interpretation.ts"
import type { DnsAnswer, RecordType } from "../Records.ts"
import type { Resolver } from "../Resolver.ts"
import type { UdpResolverOptions } from "../ResolverOptions.ts"
import { formatServer, parseServer, parseServerList, type ServerAddress } from "../ServerList.ts"
import { timed } from "../timed.ts"
import { decode, decodeHeader } from "../wire/Message.ts"
import { typeNumber } from "../wire/recordTypes.ts"
import { type ServerFault, type DnsQuery, queryOverTcp, queryOverUdp } from "./DnsQuery.ts"
import { makeServerHealth } from "./ServerHealth.ts"
import { makePool, type UdpPool } from "./UdpPool.ts"

const TIMEOUT_MS = 1500
const TRIES = 2
const DEADLINE_MS = 5000
const IDS = 0x10000

/** What says most about the name first; "Network" and "Timeout" are about the path to the resolver. */
const MOST_SPECIFIC_FIRST: ReadonlyArray<DnsErrorReason> = [
  "ServFail",
  "Refused",
  "FormErr",
  "Truncated",
  "Timeout",
  "Network"
]
/** What servers without EDNS answer to it (RFC 6891 sections 6.2.2 and 7). */
const NO_EDNS: ReadonlySet<string> = new Set(["FORMERR", "NOTIMP", "BADVERS"])
const NO_ANSWER_REASONS: ReadonlySet<DnsErrorReason> = new Set(["Timeout", "Network"])

interface Server {
  readonly address: ServerAddress
  readonly text: string
  readonly pool: UdpPool
}

type ServerAnswer<T extends RecordType> = Pick<
  DnsAnswer<T>,
  "status" | "records" | "cnames" | "ttl" | "authenticated" | "server" | "transport"
>

const NO_ANSWER: ServerFault = { reason: "Timeout", detail: "No answer in time." }

const moreSpecific = (one: DnsError | null, other: DnsError): DnsError =>
  one !== null && MOST_SPECIFIC_FIRST.indexOf(one.reason) <= MOST_SPECIFIC_FIRST.indexOf(other.reason) ? one : other

const addressesOf = (servers: ReadonlyArray<string>): ReadonlyArray<ServerAddress> => {
  const list = parseServerList(servers.join(","))
  if (!list.ok) throw argumentError(`options.servers: ${list.message}`)
  const texts = list.servers.length > 0 ? list.servers : getServers()
  return texts.map(parseServer).filter((address) => address !== null)
}

/** The timeout of one exchange and the end of the whole query, in milliseconds of the clock. */
interface QueryTimeouts {
  readonly timeoutMs: number
  readonly end: number
}

/**
 * Queries one server: over UDP, again without EDNS if the server does not support it, and over TCP if the answer was
 * truncated.
 */
const queryServer = Effect.fnUntraced(function* <T extends RecordType>(
  { address, pool, text }: Server,
  type: T,
  dnsQuery: DnsQuery,
  { timeoutMs, end }: QueryTimeouts
) {
  const inTime = <A>(work: Effect.Effect<A, ServerFault>) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Effect.timeoutOrElse(work, { duration: Math.min(timeoutMs, end - now), orElse: () => Effect.fail(NO_ANSWER) })
    )
  const exchange = Effect.fnUntraced(function* (sent: DnsQuery) {
    const datagram = yield* inTime(queryOverUdp(pool, sent))
    const truncated = decodeHeader(datagram)?.truncated === true
    const bytes = truncated ? yield* inTime(queryOverTcp(address, randomInt(IDS), sent)) : datagram
    const message = decode(bytes)
    if (message === null)
      return yield* Effect.fail<ServerFault>({ reason: "FormErr", detail: "The answer is malformed." })
    return {
      answer: interpret(message, sent.name, type, sent.type),
      transport: truncated ? ("tcp" as const) : ("udp" as const)
    }
  })
  let { answer, transport } = yield* exchange(dnsQuery)
  if (!answer.ok && NO_EDNS.has(answer.detail)) ({ answer, transport } = yield* exchange({ ...dnsQuery, edns: false }))
  if (!answer.ok) return yield* Effect.fail<ServerFault>({ reason: answer.reason, detail: answer.detail })
  const { status, records, cnames, ttl, authenticated } = answer
  return { status, records, cnames, ttl, authenticated, server: text, transport } satisfies ServerAnswer<T>
})

/** Makes a resolver over UDP and TCP. Its sockets close with the scope. An invalid server list throws a TypeError. */
export const makeUdpResolver = (options: UdpResolverOptions = {}): Effect.Effect<Resolver, never, Scope.Scope> => {
  const {
    servers = [],
    timeoutMs = TIMEOUT_MS,
    tries = TRIES,
    deadlineMs = DEADLINE_MS,
    maxInFlight = MAX_IN_FLIGHT
  } = options
  const addresses = addressesOf(servers)
  return Effect.gen(function* () {
    const all = yield* Effect.acquireRelease(
      Effect.sync(() =>
        addresses.map((address): Server => ({ address, text: formatServer(address), pool: makePool(address) }))
      ),
      (opened) => Effect.sync(() => opened.forEach(({ pool }) => pool.close()))
    )
    const health = makeServerHealth(all)
    const limiter = makeQueryLimiter(maxInFlight)

    const queryServers = Effect.fnUntraced(function* <T extends RecordType>(type: T, dnsQuery: DnsQuery) {
      const { name } = dnsQuery
      const end = (yield* Clock.currentTimeMillis) + deadlineMs
      const done = new Set<Server>()
      let lastError: DnsError | null = null
      for (let round = 0; round < tries; round++) {
        for (const server of health.order(yield* Clock.currentTimeMillis)) {
          if (done.has(server) || (yield* Clock.currentTimeMillis) >= end) continue
          const result = yield* Effect.result(queryServer(server, type, dnsQuery, { timeoutMs, end }))
          if (Result.isSuccess(result)) {
            health.markAlive(server)
            return result.success
          }
          lastError = moreSpecific(
            lastError,
            new DnsError({ queryName: name, type, server: server.text, ...result.failure })
          )
          if (NO_ANSWER_REASONS.has(result.failure.reason)) health.markSilent(server, yield* Clock.currentTimeMillis)
          if (result.failure.reason !== "Timeout") done.add(server)
        }
      }
      return yield* Effect.fail(lastError ?? new DnsError({ queryName: name, type, server: null, ...NO_ANSWER }))
    })

    const query = Effect.fnUntraced(function* <T extends RecordType>(text: string, type: T) {
      const name = normalise(text)
      const labels = name === null ? null : labelsOf(name)
      const number = typeNumber(type)
      if (name === null || labels === null)
        return yield* Effect.fail(
          new DnsError({
            queryName: text,
            type,
            server: null,
            reason: "BadName",
            detail: "Not a domain name in ASCII."
          })
        )
      if (number === null)
        return yield* Effect.fail(
          new DnsError({
            queryName: name,
            type,
            server: null,
            reason: "FormErr",
            detail: `${type} is not a record type.`
          })
        )
      const answer = yield* limiter.run(
        name,
        type,
        timed(queryServers(type, { name, labels, type: number, edns: true }))
      )
      return { name, type, ...answer } satisfies DnsAnswer<T>
    })
    return { query }
  })
}
