import { argumentError } from "@mon/bundled/arguments"
import { randomInt } from "node:crypto"
import { getServers } from "node:dns"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { MAX_IN_FLIGHT } from "../NodeResolver.ts"
import { interpret, NO_EDNS } from "../Interpretation.ts"
import type { RecordType } from "../Records.ts"
import type { Resolver } from "../Resolver.ts"
import type { UdpResolverOptions } from "../ResolverOptions.ts"
import { formatServer, parseServer, parseServerList, type ServerAddress } from "../ServerList.ts"
import { makeRoundsResolver, type QueryTimeouts, type ServerAnswer, withinTimeouts } from "../serverRounds.ts"
import { decode, decodeHeader } from "../wire/Message.ts"
import { type ServerFault, type DnsQuery, queryOverTcp, queryOverUdp } from "./DnsQuery.ts"
import { makePool, type UdpPool } from "./UdpPool.ts"

const TIMEOUT_MS = 1500
const TRIES = 2
const DEADLINE_MS = 5000
const IDS = 0x10000

interface Server {
  readonly address: ServerAddress
  readonly text: string
  readonly pool: UdpPool
}

const addressesOf = (servers: ReadonlyArray<string>): ReadonlyArray<ServerAddress> => {
  const list = parseServerList(servers.join(","))
  if (!list.ok) throw argumentError(`options.servers: ${list.message}`)
  const texts = list.servers.length > 0 ? list.servers : getServers()
  return texts.map(parseServer).filter((address) => address !== null)
}

/**
 * Queries one server over UDP. Repeats the query without EDNS if the server does not support EDNS, and over TCP if the
 * answer was truncated.
 */
const queryServer = Effect.fnUntraced(function* <T extends RecordType>(
  { address, pool, text }: Server,
  type: T,
  dnsQuery: DnsQuery,
  timeouts: QueryTimeouts
) {
  const exchange = Effect.fnUntraced(function* (sent: DnsQuery) {
    const datagram = yield* withinTimeouts(queryOverUdp(pool, sent), timeouts)
    const truncated = decodeHeader(datagram)?.truncated === true
    const bytes = truncated ? yield* withinTimeouts(queryOverTcp(address, randomInt(IDS), sent), timeouts) : datagram
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

/**
 * Makes a resolver over UDP and TCP. Its sockets close with the scope. Throws a TypeError if the server list is
 * invalid.
 */
export const makeUdpResolver = (options: UdpResolverOptions = {}): Effect.Effect<Resolver, never, Scope.Scope> => {
  const {
    servers: given = [],
    timeoutMs = TIMEOUT_MS,
    tries = TRIES,
    deadlineMs = DEADLINE_MS,
    maxInFlight = MAX_IN_FLIGHT,
    mixedCase = false
  } = options
  const addresses = addressesOf(given)
  const opened = Effect.acquireRelease(
    Effect.sync(() =>
      addresses.map((address): Server => ({ address, text: formatServer(address), pool: makePool(address) }))
    ),
    (all) => Effect.sync(() => all.forEach(({ pool }) => pool.close()))
  )
  return Effect.map(opened, (servers) =>
    makeRoundsResolver({
      servers,
      ask: (server, type, dnsQuery, timeouts) => queryServer(server, type, { ...dnsQuery, mixedCase }, timeouts),
      tries,
      timeoutMs,
      deadlineMs,
      maxInFlight
    })
  )
}
