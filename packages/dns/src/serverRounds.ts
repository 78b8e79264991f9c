import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { DnsError, type DnsErrorReason } from "./DnsError.ts"
import { labelsOf, normalise } from "./DnsName.ts"
import { makeQueryLimiter, timed } from "./NodeResolver.ts"
import type { DnsAnswer, RecordType } from "./Records.ts"
import type { Resolver } from "./Resolver.ts"
import type { DnsQuery, ServerFault } from "./udp/DnsQuery.ts"
import { typeNumber } from "./wire/recordTypes.ts"

/** The time for which a server that did not answer is tried after all other servers, in milliseconds. */
const BACKOFF_MS = 5000

interface ServerHealth<Server> {
  /** Returns all servers in the given order, but moves servers that recently did not answer to the end. */
  readonly order: (now: number) => ReadonlyArray<Server>
  readonly markSilent: (server: Server, now: number) => void
  readonly markAlive: (server: Server) => void
}

/** Remembers which servers did not answer. Times are in milliseconds. */
const makeServerHealth = <Server>(servers: ReadonlyArray<Server>): ServerHealth<Server> => {
  const backedOffUntil = new Map<Server, number>()
  const isBackedOff = (server: Server, now: number): boolean => (backedOffUntil.get(server) ?? 0) > now
  return {
    order: (now) =>
      backedOffUntil.size === 0
        ? servers
        : [
            ...servers.filter((server) => !isBackedOff(server, now)),
            ...servers.filter((server) => isBackedOff(server, now))
          ],
    markSilent: (server, now) => backedOffUntil.set(server, now + BACKOFF_MS),
    markAlive: (server) => backedOffUntil.delete(server)
  }
}

/**
 * The reasons for errors, starting with the reasons that say most about the name. "Network" and "Timeout" describe only
 * the path to the resolver.
 */
const MOST_SPECIFIC_FIRST: ReadonlyArray<DnsErrorReason> = [
  "ServFail",
  "Refused",
  "FormErr",
  "Truncated",
  "Timeout",
  "Network"
]
const NO_ANSWER_REASONS: ReadonlySet<DnsErrorReason> = new Set(["Timeout", "Network"])
const NO_ANSWER: ServerFault = { reason: "Timeout", detail: "No answer in time." }

export type ServerAnswer<T extends RecordType> = Pick<
  DnsAnswer<T>,
  "status" | "records" | "cnames" | "ttl" | "authenticated" | "server" | "transport"
>

/** The timeout of one exchange, and the time on the clock at which the whole query ends. Both are in milliseconds. */
export interface QueryTimeouts {
  readonly timeoutMs: number
  readonly end: number
}

/** Fails if an exchange takes longer than its timeout, and in any case at the end of the whole query. */
export const withinTimeouts = <A>(
  work: Effect.Effect<A, ServerFault>,
  { end, timeoutMs }: QueryTimeouts
): Effect.Effect<A, ServerFault> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.timeoutOrElse(work, { duration: Math.min(timeoutMs, end - now), orElse: () => Effect.fail(NO_ANSWER) })
  )

interface Servers<S extends { readonly text: string }> {
  readonly servers: ReadonlyArray<S>
  readonly ask: <T extends RecordType>(
    server: S,
    type: T,
    dnsQuery: DnsQuery,
    timeouts: QueryTimeouts
  ) => Effect.Effect<ServerAnswer<T>, ServerFault>
  readonly tries: number
  readonly timeoutMs: number
  readonly deadlineMs: number
  readonly maxInFlight: number
}

const moreSpecific = (one: DnsError | null, other: DnsError): DnsError =>
  one !== null && MOST_SPECIFIC_FIRST.indexOf(one.reason) <= MOST_SPECIFIC_FIRST.indexOf(other.reason) ? one : other

/**
 * Makes a resolver that queries one server after the other, in several rounds. Servers that recently did not answer
 * come last.
 */
export const makeRoundsResolver = <S extends { readonly text: string }>({
  ask,
  deadlineMs,
  maxInFlight,
  servers,
  timeoutMs,
  tries
}: Servers<S>): Resolver => {
  const health = makeServerHealth(servers)
  const limiter = makeQueryLimiter(maxInFlight)

  const queryServers = Effect.fnUntraced(function* <T extends RecordType>(type: T, dnsQuery: DnsQuery) {
    const { name } = dnsQuery
    const end = (yield* Clock.currentTimeMillis) + deadlineMs
    const done = new Set<S>()
    let lastError: DnsError | null = null
    for (let round = 0; round < tries; round++) {
      for (const server of health.order(yield* Clock.currentTimeMillis)) {
        if (done.has(server) || (yield* Clock.currentTimeMillis) >= end) continue
        const result = yield* Effect.result(ask(server, type, dnsQuery, { timeoutMs, end }))
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
    const answer = yield* limiter.run(name, type, timed(queryServers(type, { name, labels, type: number, edns: true })))
    return { name, type, ...answer } satisfies DnsAnswer<T>
  })
  return { query }
}
