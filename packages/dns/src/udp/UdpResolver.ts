import { randomInt } from "node:crypto"
import { getServers } from "node:dns"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import { DnsError, type DnsReason } from "../DnsError.ts"
import { labelsOf, normalise } from "../DnsName.ts"
import { makeInFlight, MAX_IN_FLIGHT } from "../InFlight.ts"
import { interpret } from "../Interpretation.ts"
import type { DnsAnswer, RecordType } from "../Records.ts"
import type { Resolver } from "../Resolver.ts"
import { formatServer, parseServer, parseServerList, type ServerAddress } from "../ServerList.ts"
import { timed } from "../timed.ts"
import { decode, decodeHeader } from "../wire/Message.ts"
import { typeNumber } from "../wire/recordTypes.ts"
import { type Fault, type Outgoing, overTcp, overUdp } from "./Exchange.ts"
import { makeServerHealth } from "./ServerHealth.ts"
import { makePool, type UdpPool } from "./UdpPool.ts"

/** How our own client is to ask. */
export interface UdpResolverOptions {
  /** "address:port"; without any the system's own are asked. */
  readonly servers?: ReadonlyArray<string>
  /** Milliseconds for each try, over UDP and again over TCP. */
  readonly timeoutMs?: number
  /** Rounds over the servers; only silence leads to another round. */
  readonly tries?: number
  /** Milliseconds for everything that one question takes, from the moment it may go out. */
  readonly deadlineMs?: number
  /** Questions on their way at a time; the others wait. */
  readonly maxInFlight?: number
}

const TIMEOUT_MS = 1500
const TRIES = 2
const DEADLINE_MS = 5000
const IDS = 0x10000

/** What says most about the name first; "Network" and "Timeout" are about the way to our own resolver. */
const TELLING: ReadonlyArray<DnsReason> = ["ServFail", "Refused", "FormErr", "Truncated", "Timeout", "Network"]
/** FORMERR, NOTIMP, BADVERS: what servers without EDNS answer to it (RFC 6891 section 6.2.2 and 7). */
const NO_EDNS: ReadonlySet<string> = new Set(["FORMERR", "NOTIMP", "BADVERS"])
const SILENCE: ReadonlySet<DnsReason> = new Set(["Timeout", "Network"])

interface Server {
  readonly address: ServerAddress
  readonly text: string
  readonly pool: UdpPool
}

type Told<T extends RecordType> = Pick<
  DnsAnswer<T>,
  "status" | "records" | "cnames" | "ttl" | "authenticated" | "server" | "transport"
>

const SILENT: Fault = { reason: "Timeout", detail: "No answer in time." }

const moreTelling = (one: DnsError | null, other: DnsError): DnsError =>
  one !== null && TELLING.indexOf(one.reason) <= TELLING.indexOf(other.reason) ? one : other

const addressesOf = (servers: ReadonlyArray<string>): ReadonlyArray<ServerAddress> => {
  const list = parseServerList(servers.join(","))
  if (!list.ok) throw new TypeError(list.message)
  const texts = list.servers.length > 0 ? list.servers : getServers()
  return texts.map(parseServer).filter((address) => address !== null)
}

/** Time for one exchange, within the time for all of them; milliseconds on the clock. */
interface Patience {
  readonly timeoutMs: number
  readonly end: number
}

/** Asks one server: over UDP, without EDNS when it does not know it, over TCP when the answer was cut. */
const askServer = Effect.fnUntraced(function* <T extends RecordType>(
  { address, pool, text }: Server,
  type: T,
  outgoing: Outgoing,
  { timeoutMs, end }: Patience
) {
  const inTime = <A>(work: Effect.Effect<A, Fault>) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Effect.timeoutOrElse(work, { duration: Math.min(timeoutMs, end - now), orElse: () => Effect.fail(SILENT) })
    )
  const exchange = Effect.fnUntraced(function* (question: Outgoing) {
    const datagram = yield* inTime(overUdp(pool, question))
    const cut = decodeHeader(datagram)?.truncated === true
    const bytes = cut ? yield* inTime(overTcp(address, randomInt(IDS), question)) : datagram
    const message = decode(bytes)
    if (message === null) return yield* Effect.fail<Fault>({ reason: "FormErr", detail: "The answer is malformed." })
    return {
      told: interpret(message, question.name, type, question.type),
      transport: cut ? ("tcp" as const) : ("udp" as const)
    }
  })
  let { told, transport } = yield* exchange(outgoing)
  if (!told.ok && NO_EDNS.has(told.detail)) ({ told, transport } = yield* exchange({ ...outgoing, edns: false }))
  if (!told.ok) return yield* Effect.fail<Fault>({ reason: told.reason, detail: told.detail })
  const { status, records, cnames, ttl, authenticated } = told
  return { status, records, cnames, ttl, authenticated, server: text, transport } satisfies Told<T>
})

/** Makes the resolver of our own client; its sockets close with the scope; bad servers throw a TypeError. */
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
    const { admit } = makeInFlight(maxInFlight)

    const askAround = Effect.fnUntraced(function* <T extends RecordType>(type: T, outgoing: Outgoing) {
      const { name } = outgoing
      const end = (yield* Clock.currentTimeMillis) + deadlineMs
      const done = new Set<Server>()
      let worst: DnsError | null = null
      for (let round = 0; round < tries; round++) {
        for (const server of health.order(yield* Clock.currentTimeMillis)) {
          if (done.has(server) || (yield* Clock.currentTimeMillis) >= end) continue
          const told = yield* Effect.result(askServer(server, type, outgoing, { timeoutMs, end }))
          if (Result.isSuccess(told)) {
            health.alive(server)
            return told.success
          }
          worst = moreTelling(worst, new DnsError({ name, type, server: server.text, ...told.failure }))
          if (SILENCE.has(told.failure.reason)) health.silent(server, yield* Clock.currentTimeMillis)
          if (told.failure.reason !== "Timeout") done.add(server)
        }
      }
      return yield* worst ?? new DnsError({ name, type, server: null, ...SILENT })
    })

    const query = Effect.fnUntraced(function* <T extends RecordType>(text: string, type: T) {
      const name = normalise(text)
      const labels = name === null ? null : labelsOf(name)
      const number = typeNumber(type)
      if (name === null || labels === null)
        return yield* new DnsError({
          name: text,
          type,
          server: null,
          reason: "BadName",
          detail: "Not a domain name in ASCII."
        })
      if (number === null)
        return yield* new DnsError({
          name,
          type,
          server: null,
          reason: "FormErr",
          detail: `${type} is no record type.`
        })
      const told = yield* admit(name, type, timed(askAround(type, { name, labels, type: number, edns: true })))
      return { name, type, ...told } satisfies DnsAnswer<T>
    })
    return { query }
  })
}
