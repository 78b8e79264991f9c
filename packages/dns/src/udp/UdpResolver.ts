import { randomInt } from "node:crypto"
import { getServers } from "node:dns"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { DnsError, type DnsReason } from "../DnsError.ts"
import { labelsOf, normalise } from "../DnsName.ts"
import { interpret } from "../Interpretation.ts"
import type { DnsAnswer, RecordType } from "../Records.ts"
import type { Resolver } from "../Resolver.ts"
import { formatServer, parseServer, parseServerList, type ServerAddress } from "../ServerList.ts"
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
/** Half of what the default receive buffer of a resolver on Linux holds (256 small datagrams in 212,992 octets), so that a burst of ours loses nothing there. */
const MAX_IN_FLIGHT = 128
/** Questions that wait at most; what comes then is turned away. */
const MAX_WAITING = 16_384
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

type Told<T extends RecordType> = Pick<DnsAnswer<T>, "status" | "records" | "cnames" | "ttl" | "authenticated" | "server" | "transport">

const SILENT: Fault = { reason: "Timeout", detail: "No answer in time." }

const moreTelling = (one: DnsError | null, other: DnsError): DnsError =>
  one !== null && TELLING.indexOf(one.reason) <= TELLING.indexOf(other.reason) ? one : other

const addressesOf = (servers: ReadonlyArray<string>): ReadonlyArray<ServerAddress> => {
  const list = parseServerList(servers.join(","))
  if (!list.ok) throw new TypeError(list.message)
  const texts = list.servers.length > 0 ? list.servers : getServers()
  return texts.map(parseServer).filter((address) => address !== null)
}

/** Asks one server: over UDP, without EDNS when it does not know it, over TCP when the answer was cut. */
const askServer = Effect.fnUntraced(function*<T extends RecordType>({ address, pool, text }: Server, type: T, outgoing: Outgoing, timeoutMs: number) {
  const inTime = <A>(work: Effect.Effect<A, Fault>) => Effect.timeoutOrElse(work, { duration: timeoutMs, orElse: () => Effect.fail(SILENT) })
  const exchange = Effect.fnUntraced(function*(question: Outgoing) {
    const datagram = yield* inTime(overUdp(pool, question))
    const cut = decodeHeader(datagram)?.truncated === true
    const bytes = cut ? yield* inTime(overTcp(address, randomInt(IDS), question)) : datagram
    const message = decode(bytes)
    if (message === null) return yield* Effect.fail<Fault>({ reason: "FormErr", detail: "The answer is malformed." })
    return { told: interpret(message, question.name, type, question.type), transport: cut ? ("tcp" as const) : ("udp" as const) }
  })
  let { told, transport } = yield* exchange(outgoing)
  if (!told.ok && NO_EDNS.has(told.detail)) ({ told, transport } = yield* exchange({ ...outgoing, edns: false }))
  if (!told.ok) return yield* Effect.fail<Fault>({ reason: told.reason, detail: told.detail })
  const { status, records, cnames, ttl, authenticated } = told
  return { status, records, cnames, ttl, authenticated, server: text, transport } satisfies Told<T>
})

/** Makes the resolver of our own client; its sockets close with the scope; bad servers throw a TypeError. */
export const makeUdpResolver = (options: UdpResolverOptions = {}): Effect.Effect<Resolver, never, Scope.Scope> => {
  const { servers = [], timeoutMs = TIMEOUT_MS, tries = TRIES, deadlineMs = DEADLINE_MS, maxInFlight = MAX_IN_FLIGHT } = options
  const addresses = addressesOf(servers)
  return Effect.gen(function*() {
    const all = yield* Effect.acquireRelease(
      Effect.sync(() => addresses.map((address): Server => ({ address, text: formatServer(address), pool: makePool(address) }))),
      (opened) => Effect.sync(() => opened.forEach(({ pool }) => pool.close()))
    )
    const health = makeServerHealth(all)
    const inFlight = yield* Semaphore.make(maxInFlight)
    let waiting = 0

    const askAround = Effect.fnUntraced(function*<T extends RecordType>(type: T, outgoing: Outgoing) {
      let worst: DnsError | null = null
      const failed = (fault: Fault, server: string | null): DnsError => new DnsError({ name: outgoing.name, type, server, ...fault })
      const rounds = Effect.gen(function*() {
        const done = new Set<Server>()
        for (let round = 0; round < tries; round++) {
          for (const server of health.order(yield* Clock.currentTimeMillis)) {
            if (done.has(server)) continue
            const told = yield* Effect.result(askServer(server, type, outgoing, timeoutMs))
            if (Result.isSuccess(told)) {
              health.alive(server)
              return told.success
            }
            worst = moreTelling(worst, failed(told.failure, server.text))
            if (SILENCE.has(told.failure.reason)) health.silent(server, yield* Clock.currentTimeMillis)
            if (told.failure.reason !== "Timeout") done.add(server)
          }
        }
        return yield* worst ?? failed(SILENT, null)
      })
      return yield* Effect.timeoutOrElse(rounds, { duration: deadlineMs, orElse: () => Effect.fail(worst ?? failed(SILENT, null)) })
    })

    const admit = <A>(work: Effect.Effect<A, DnsError>, refused: () => DnsError): Effect.Effect<A, DnsError> =>
      Effect.suspend(() => {
        if (waiting >= MAX_WAITING) return Effect.fail(refused())
        waiting++
        return Effect.ensuring(inFlight.withPermit(work), Effect.sync(() => waiting--))
      })

    const query = Effect.fnUntraced(function*<T extends RecordType>(text: string, type: T) {
      const name = normalise(text)
      const labels = name === null ? null : labelsOf(name)
      const number = typeNumber(type)
      if (name === null || labels === null) return yield* new DnsError({ name: text, type, server: null, reason: "BadName", detail: "Not a domain name in ASCII." })
      if (number === null) return yield* new DnsError({ name, type, server: null, reason: "FormErr", detail: `${type} is no record type.` })
      const begin = yield* Clock.monotonicTimeNanos
      const full = (): DnsError => new DnsError({ name, type, server: null, reason: "Network", detail: "Too many questions are waiting." })
      const told = yield* admit(askAround(type, { name, labels, type: number, edns: true }), full)
      const durationMs = Number((yield* Clock.monotonicTimeNanos) - begin) / 1e6
      return { name, type, ...told, durationMs } satisfies DnsAnswer<T>
    })
    return { query }
  })
}
