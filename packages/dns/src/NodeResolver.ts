import { argumentError } from "@mon/bundled/arguments"
import { guard } from "@mon/bundled/callbacks"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import { promises } from "node:dns"
import { DnsError, type DnsErrorReason } from "./DnsError.ts"
import { normalise } from "./DnsName.ts"
import { type DnsAnswer, type KnownType, type RecordData, type RecordType, smallestTtl } from "./Records.ts"
import type { Resolver } from "./Resolver.ts"
import type { NodeResolverOptions } from "./ResolverOptions.ts"
import { parseServerList } from "./ServerList.ts"
import { isOwnError } from "./encrypted/ExchangeFault.ts"

/**
 * The maximum number of queries in flight. On Linux, the default receive buffer of a resolver holds twice as many
 * answers (256 small datagrams in 212,992 octets), so the answers to a burst of queries are not dropped.
 */
export const MAX_IN_FLIGHT = 128
/** The maximum number of waiting queries. Any further query fails. */
const MAX_WAITING = 16_384

/** Limits the queries in flight. Further queries wait in order of arrival. */
interface QueryLimiter {
  readonly run: <A>(name: string, type: RecordType, query: Effect.Effect<A, DnsError>) => Effect.Effect<A, DnsError>
}

export const makeQueryLimiter = (limit: number): QueryLimiter => {
  const permits = Semaphore.makeUnsafe(limit)
  let admitted = 0
  return {
    run: (name, type, query) =>
      Effect.suspend(() => {
        if (admitted >= limit + MAX_WAITING)
          return Effect.fail(
            new DnsError({
              queryName: name,
              type,
              server: null,
              reason: "Network",
              detail: "Too many queries are waiting."
            })
          )
        admitted++
        return Effect.ensuring(
          permits.withPermit(query),
          Effect.sync(() => admitted--)
        )
      })
  }
}

/** Adds the duration of an effect to its result, in milliseconds on a monotonic clock. */
export const timed = <A extends object, E>(
  work: Effect.Effect<A, E>
): Effect.Effect<A & { readonly durationMs: number }, E> =>
  Effect.flatMap(Clock.monotonicTimeNanos, (begin) =>
    Effect.flatMap(work, (found) =>
      Effect.map(Clock.monotonicTimeNanos, (end) => ({ ...found, durationMs: Number(end - begin) / 1e6 }))
    )
  )

type NodeQuery<T extends KnownType> = (
  resolver: promises.Resolver,
  name: string
) => Promise<ReadonlyArray<RecordData[T]>>

/** The record types that node:dns supports. */
type NodeType = Exclude<KnownType, "DS" | "SVCB" | "HTTPS">

const host = (name: string): string => normalise(name) ?? name
const target = (name: string): { readonly target: string } => ({ target: host(name) })

/** Reads a CAA record, which node:dns returns as { critical, [tag]: value }. */
const caaProperty = (record: object): { readonly tag: string; readonly value: string } => {
  const [tag = "", value] = Object.entries(record).find(([key]) => key !== "critical" && key !== "type") ?? []
  return { tag, value: String(value ?? "") }
}

const NODE_QUERY: { readonly [T in NodeType]: NodeQuery<T> } = {
  A: (resolver, name) => resolver.resolve4(name, { ttl: true }),
  AAAA: (resolver, name) => resolver.resolve6(name, { ttl: true }),
  MX: async (resolver, name) =>
    (await resolver.resolveMx(name)).map(({ exchange, priority }) => ({
      exchange: host(exchange),
      preference: priority
    })),
  TXT: async (resolver, name) => (await resolver.resolveTxt(name)).map((chunks) => ({ chunks })),
  CNAME: async (resolver, name) => (await resolver.resolveCname(name)).map(target),
  NS: async (resolver, name) => (await resolver.resolveNs(name)).map(target),
  PTR: async (resolver, name) => (await resolver.resolvePtr(name)).map(target),
  SOA: async (resolver, name) => {
    const { nsname, hostmaster, serial, refresh, retry, expire, minttl } = await resolver.resolveSoa(name)
    return [{ mname: host(nsname), rname: host(hostmaster), serial, refresh, retry, expire, minimum: minttl }]
  },
  CAA: async (resolver, name) =>
    (await resolver.resolveCaa(name)).map((record) => ({ flags: record.critical, ...caaProperty(record) })),
  SRV: async (resolver, name) =>
    (await resolver.resolveSrv(name)).map(({ name: to, port, priority, weight }) => ({
      priority,
      weight,
      port,
      target: host(to)
    })),
  TLSA: async (resolver, name) =>
    (await resolver.resolveTlsa(name)).map(({ certUsage, selector, match, data }) => ({
      usage: certUsage,
      selector,
      matchingType: match,
      data: Buffer.from(data).toString("hex")
    }))
}

const TIMEOUT_MS = 2000
const TRIES = 2

/** The c-ares codes that count as answers. */
const STATUS_OF: ReadonlyMap<string, "nxdomain" | "nodata"> = new Map([
  ["ENOTFOUND", "nxdomain"],
  ["ENODATA", "nodata"]
])

/** The c-ares codes that count as errors of the DNS. Any other code means that no server was reached. */
const REASON_OF: ReadonlyMap<string, DnsErrorReason> = new Map([
  ["ESERVFAIL", "ServFail"],
  ["EREFUSED", "Refused"],
  ["ENOTIMP", "Refused"],
  ["EFORMERR", "FormErr"],
  ["EBADRESP", "FormErr"],
  ["ETIMEOUT", "Timeout"],
  ["EBADNAME", "BadName"],
  ["EBADQUERY", "BadName"],
  ["EBADFAMILY", "BadName"]
])

const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error && typeof error.code === "string"
    ? error.code
    : "UNKNOWN"

const isNodeType = (type: string): type is NodeType => Object.hasOwn(NODE_QUERY, type)

/**
 * The number of queries of one `promises.Resolver`, for instance for the IPv4 and the IPv6 addresses of a name. Making
 * a Resolver takes longer than a query. After more answers, c-ares 1.34 derives the timeout from them, and gives up on
 * a slow name after one second.
 */
const QUERIES_PER_RESOLVER = 2
/**
 * The time after which a Resolver gets no further query, in milliseconds. A Resolver reads the system's servers only
 * when it is made.
 */
const REUSE_MS = 100

interface SharedResolver {
  readonly resolver: promises.Resolver
  readonly madeAt: number
  queries: number
  running: number
  /** Whether a query was interrupted. */
  hasAbandoned: boolean
}

/**
 * Makes a resolver over node:dns (c-ares, never getaddrinfo). Throws a TypeError if the server list is invalid.
 */
export const makeNodeResolver = ({
  servers = [],
  timeoutMs = TIMEOUT_MS,
  tries = TRIES,
  maxInFlight = MAX_IN_FLIGHT
}: NodeResolverOptions = {}): Resolver => {
  const list = parseServerList(servers.join(","))
  if (!list.ok) throw argumentError(`options.servers: ${list.message}`)
  const limiter = makeQueryLimiter(maxInFlight)
  const server = list.servers.length === 1 ? (list.servers[0] ?? null) : null

  let last: SharedResolver | null = null
  const take = (): SharedResolver => {
    const now = performance.now()
    if (last === null || last.queries === QUERIES_PER_RESOLVER || now > last.madeAt + REUSE_MS) {
      const resolver = new promises.Resolver({ timeout: timeoutMs, tries })
      if (list.servers.length > 0) resolver.setServers(list.servers)
      last = { resolver, madeAt: now, queries: 0, running: 0, hasAbandoned: false }
    }
    last.queries += 1
    last.running += 1
    return last
  }

  const query = <T extends RecordType>(type: T, nodeType: T & NodeType, name: string) =>
    Effect.callback<Pick<DnsAnswer<T>, "status" | "records" | "ttl">, DnsError>((resume) => {
      const shared = take()
      const { resolver } = shared
      const work: Promise<ReadonlyArray<RecordData[T]>> = NODE_QUERY[nodeType](resolver, name === "" ? "." : name)
      const safely = guard((error) => resume(Effect.die(error)))
      let isOver = false
      const end = (isAbandoned: boolean) => {
        if (isOver) return
        isOver = true
        shared.running -= 1
        shared.hasAbandoned ||= isAbandoned
        // A cancellation ends all queries of the Resolver.
        if (shared.running === 0 && shared.hasAbandoned) resolver.cancel()
      }
      work.then(
        safely((records) => {
          end(false)
          resume(Effect.succeed({ status: records.length === 0 ? "nodata" : "ok", records, ttl: smallestTtl(records) }))
        }),
        safely((error: unknown) => {
          end(false)
          if (isOwnError(error)) return resume(Effect.die(error))
          const code = codeOf(error)
          const status = STATUS_OF.get(code)
          resume(
            status === undefined
              ? Effect.fail(
                  new DnsError({
                    queryName: name,
                    type,
                    server,
                    reason: REASON_OF.get(code) ?? "Network",
                    detail: code
                  })
                )
              : Effect.succeed({ status, records: [], ttl: null })
          )
        })
      )
      return Effect.sync(() => end(true))
    })

  return {
    query: Effect.fnUntraced(function* <T extends RecordType>(text: string, type: T) {
      const name = normalise(text)
      if (name === null)
        return yield* Effect.fail(
          new DnsError({
            queryName: text,
            type,
            server: null,
            reason: "BadName",
            detail: "Not a domain name in ASCII."
          })
        )
      if (!isNodeType(type))
        return yield* Effect.fail(
          new DnsError({
            queryName: name,
            type,
            server: null,
            reason: "FormErr",
            detail: `node:dns cannot query ${type} records.`
          })
        )
      const answer = yield* limiter.run(name, type, timed(query(type, type, name)))
      return {
        name,
        type,
        ...answer,
        cnames: [],
        authenticated: null,
        server,
        transport: "system"
      } satisfies DnsAnswer<T>
    })
  }
}
