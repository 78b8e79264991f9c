import {
  newHeartbeat,
  type PingOutcome,
  type PingTarget,
  type ReceivedPing,
  receivePing,
  receiveTokenPing
} from "@mon/checks"
import {
  HeartbeatPings,
  Heartbeats,
  type Secrets,
  type SlugFinding,
  type StoredHeartbeat,
  type StoreError
} from "@mon/core-store"
import { heartbeatDefaults, Plans } from "@mon/model"
import { Clock, Effect } from "effect"
import { isIPv4 } from "node:net"
import { siteOf } from "../auth/networkOf.ts"
import { newPingToken, pingTokenHash } from "./PingToken.ts"
import { type Admission, UnknownPings } from "./UnknownPings.ts"

/** The services that pings need. */
export type PingServices = HeartbeatPings | Heartbeats | Secrets

/** The characters of a `User-Agent` that are stored, as in Healthchecks. */
const CLIENT_LENGTH = 200

/** Returns a text from the client of a ping in the form in which it is stored. */
export const clientText = (text: string): string => text.slice(0, CLIENT_LENGTH).toWellFormed()

/** Returns the network of a sender in CIDR form, without the host. */
const networkText = (address: string): string => {
  const site = siteOf(address)
  return isIPv4(`${site}.0`) ? `${site}.0/24` : `${site}::/48`
}

/** Returns what identifies a target: its secrets. */
const secretOf = (target: PingTarget): string =>
  target._tag === "Token" ? target.token : `${target.key}/${target.slug}/${target.creates}`

/** Adds the heartbeat that a ping names. `Duplicate`: another ping has added it at the same time. */
const provision = Effect.fnUntraced(function* (
  slug: string,
  { accountKey, membershipKey, plan, userKey }: SlugFinding
) {
  const scope = { accountKey, membershipKey, userKey, role: "owner" } as const
  const monitor = { ...heartbeatDefaults, name: slug, slug }
  const limit = (yield* Plans)[plan].domainMonitors
  const token = yield* newPingToken(accountKey)
  return (yield* (yield* Heartbeats).createWithSlug(scope, monitor, limit, token, newHeartbeat))._tag
})

/** Records a ping that names a heartbeat by its slug. */
const recordBySlug = Effect.fnUntraced(function* (
  { creates, key, slug }: Extract<PingTarget, { readonly _tag: "Slug" }>,
  received: ReceivedPing
): Effect.fn.Return<PingOutcome, StoreError, PingServices> {
  const pings = yield* HeartbeatPings
  const keyHash = pingTokenHash(key)
  const first = yield* pings.findBySlug(keyHash, slug)
  if (first === null) return "unknown"
  if (first.found.length > 1) return "ambiguous"
  const isAbsent = first.found.length === 0
  if (isAbsent && !creates) return "unknown"
  const made = isAbsent ? yield* provision(slug, first) : null
  if (made === "LimitReached") return "unknown"
  const find = Effect.map(pings.findBySlug(keyHash, slug), (finding) => finding?.found[0] ?? null)
  const outcome = yield* receivePing(find, received)
  return made === "Created" && outcome === "recorded" ? "created" : outcome
})

/** Finds the heartbeat of a target. Null: there is none, or its slug belongs to several. */
const findTarget = Effect.fnUntraced(function* (
  target: PingTarget
): Effect.fn.Return<StoredHeartbeat | null, StoreError, HeartbeatPings> {
  const pings = yield* HeartbeatPings
  if (target._tag === "Token") return (yield* pings.findByTokens([pingTokenHash(target.token)]))[0] ?? null
  const found = (yield* pings.findBySlug(pingTokenHash(target.key), target.slug))?.found ?? []
  return found.length === 1 ? (found[0] ?? null) : null
})

/** A ping without the secret that named its heartbeat, and without its sender's network. */
type NewPing = Omit<ReceivedPing, "tokenHash" | "network">

/** Receives pings over HTTP and by email. Both share the limits of unknown secrets. */
export const makePingReceiver = () => {
  const unknown = new UnknownPings()

  const admit = (target: PingTarget, address: string): Effect.Effect<Admission> =>
    Effect.map(Clock.currentTimeMillis, (now) => unknown.admit(secretOf(target), siteOf(address), now))

  const note = (target: PingTarget, address: string, isKnown: boolean): Effect.Effect<void> =>
    Effect.map(Clock.currentTimeMillis, (now) => unknown.note(secretOf(target), siteOf(address), isKnown, now))

  return {
    /** Decides about a ping before anything is searched for. */
    admit,
    /** Records a ping that was admitted. It is durable when this returns "recorded" or "created". */
    record: Effect.fnUntraced(function* (
      target: PingTarget,
      address: string,
      ping: NewPing
    ): Effect.fn.Return<PingOutcome, never, PingServices> {
      const tokenHash = target._tag === "Token" ? pingTokenHash(target.token) : null
      const received = { ...ping, network: networkText(address), tokenHash }
      const recorded: Effect.Effect<PingOutcome, StoreError, PingServices> =
        target._tag === "Slug"
          ? recordBySlug(target, received)
          : receiveTokenPing(pingTokenHash(target.token), received)
      const outcome = yield* recorded.pipe(
        Effect.catch((error) =>
          Effect.as(
            Effect.logWarning("A ping could not be stored. The client is asked to repeat it", error),
            "unavailable" as const
          )
        )
      )
      if (outcome !== "unavailable" && outcome !== "tooMany") yield* note(target, address, outcome !== "unknown")
      return outcome
    }),
    /** Finds the heartbeat of a target, within the limits of unknown secrets. "later": it was not searched for. */
    find: Effect.fnUntraced(function* (
      target: PingTarget,
      address: string
    ): Effect.fn.Return<StoredHeartbeat | "unknown" | "later", StoreError, HeartbeatPings> {
      const admission = yield* admit(target, address)
      if (admission !== "search") return admission
      const found = yield* findTarget(target)
      yield* note(target, address, found !== null)
      return found ?? "unknown"
    })
  }
}

export type PingReceiver = ReturnType<typeof makePingReceiver>
