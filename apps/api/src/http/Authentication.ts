import { messages } from "@mon/api-contract"
import { Credentials, type Sessions, type StoreError } from "@mon/core-store"
import { isApiKey, keyStateOf, Plans } from "@mon/model"
import { Effect } from "effect"
import { hash } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { BlockList, isIP } from "node:net"
import { type Caller, callerOf } from "../auth/Caller.ts"
import { anySession, sessionTokenOf } from "../auth/currentSession.ts"
import {
  ADDRESS_LIMIT,
  isOverLimit,
  makeAddressBuckets,
  rateWindow,
  type RateWindow,
  SESSION_LIMIT,
  tooManyRequests,
  windowStart
} from "./RateLimit.ts"
import { errorResponse } from "./ErrorResponse.ts"
import type { HttpResponse } from "./HttpResponse.ts"
import { apiKeyOf, cookiesOf, type RequestContext, sessionCounts } from "./RequestContext.ts"
import { acceptedLanguage } from "./acceptedLanguage.ts"

/**
 * The largest number of keys in the set of recently valid keys. If the set is full, a new key replaces the oldest key.
 */
const CAPACITY = 10_000

/**
 * The hashes of recently valid keys. If an address sends too many requests, a key that is not in the set is refused
 * without a database query.
 */
interface SeenKeys {
  readonly add: (keyHash: Buffer) => void
  readonly has: (keyHash: Buffer) => boolean
  readonly delete: (keyHash: Buffer) => void
}

export const makeSeenKeys = (capacity: number = CAPACITY): SeenKeys => {
  const hashes = new Set<string>()
  return {
    add: (keyHash) => {
      const text = keyHash.toString("latin1")
      if (hashes.has(text)) return
      if (hashes.size >= capacity) {
        for (const oldest of hashes) {
          hashes.delete(oldest)
          break
        }
      }
      hashes.add(text)
    },
    has: (keyHash) => hashes.has(keyHash.toString("latin1")),
    delete: (keyHash) => hashes.delete(keyHash.toString("latin1"))
  }
}

/** The caller of a request, or the response that refuses it. Both include the rate-limit window. */
type Authentication =
  | { readonly _tag: "Authenticated"; readonly caller: Caller; readonly window: RateWindow }
  | { readonly _tag: "Refused"; readonly response: HttpResponse; readonly window: RateWindow }

type Store = Credentials | Sessions

/** Checks first the API key or session of a request, then its rate limit. */
export interface Authenticator {
  readonly authenticate: (context: RequestContext, nowMs: number) => Effect.Effect<Authentication, StoreError, Store>
  /** Checks a request with an API key. Ignores session cookies. By default, `key` is the key in the headers. */
  readonly authenticateKey: (
    context: RequestContext,
    nowMs: number,
    key?: string | null
  ) => Effect.Effect<Authentication, StoreError, Credentials>
  /** Counts a request that needs no key. */
  readonly countAddress: (context: RequestContext, nowMs: number) => RateWindow
}

const unauthorized = errorResponse(401, messages.badKey)

const within = (caller: Caller, window: RateWindow, nowMs: number): Authentication =>
  isOverLimit(window)
    ? { _tag: "Refused", response: tooManyRequests(window, nowMs), window }
    : { _tag: "Authenticated", caller, window }

export const makeAuthenticator = (clientAddress: ClientAddress, baseUrl: () => string): Authenticator => {
  const buckets = makeAddressBuckets()
  const seen = makeSeenKeys()

  // The first condition is usually false, so the client's address rarely has to be determined.
  const floods = ({ request }: RequestContext, start: number): boolean =>
    buckets.most(start) >= ADDRESS_LIMIT && buckets.hits(clientAddress(request), start) >= ADDRESS_LIMIT
  const countAddress: Authenticator["countAddress"] = ({ request }, nowMs) => {
    const start = windowStart(nowMs)
    return rateWindow(ADDRESS_LIMIT, buckets.count(clientAddress(request), start), start)
  }
  const refuse = (context: RequestContext, nowMs: number): Authentication => {
    const window = countAddress(context, nowMs)
    return { _tag: "Refused", response: isOverLimit(window) ? tooManyRequests(window, nowMs) : unauthorized, window }
  }

  const clientOf = ({ request }: RequestContext) => ({
    address: clientAddress(request),
    userAgent: request.headers["user-agent"] ?? ""
  })

  const byKey = Effect.fnUntraced(function* (key: string, context: RequestContext, nowMs: number) {
    if (!isApiKey(key)) return refuse(context, nowMs)
    const keyHash = hash("sha256", key, "buffer")
    const start = windowStart(nowMs)
    if (floods(context, start) && !seen.has(keyHash)) return refuse(context, nowMs)
    const credential = yield* (yield* Credentials).authenticateAndCount(keyHash, start)
    if (credential === null) {
      seen.delete(keyHash)
      return refuse(context, nowMs)
    }
    seen.add(keyHash)
    const { hits, olderKeys, scope } = credential
    const client = clientOf(context)
    const caller = callerOf(credential, yield* Plans, nowMs, { via: "key", scope, credentialHash: keyHash, client })
    const { apiKeys, requestsPerMinute, title } = caller.limits
    const window = rateWindow(requestsPerMinute, hits, start)
    if ((credential.accountEnds || credential.isSuspended) && !isOverLimit(window)) {
      const message = credential.isSuspended ? messages.accountSuspended : messages.accountEnds
      return { _tag: "Refused", response: errorResponse(403, message), window } as const
    }
    if (isOverLimit(window) || keyStateOf({ isExpired: false, olderKeys }, apiKeys) === "active")
      return within(caller, window, nowMs)
    return { _tag: "Refused", response: errorResponse(403, messages.keyOverLimit(apiKeys, title)), window } as const
  })

  const bySession = Effect.fnUntraced(function* (context: RequestContext, nowMs: number) {
    if (!sessionCounts(context.method, context.request.headers)) return refuse(context, nowMs)
    const request = {
      baseUrl: baseUrl(),
      cookies: cookiesOf(context),
      clientAddress: clientAddress(context.request),
      userAgent: context.request.headers["user-agent"] ?? ""
    }
    const tokenHash = sessionTokenOf(request)
    const start = windowStart(nowMs)
    if (tokenHash === null || (floods(context, start) && !seen.has(tokenHash))) return refuse(context, nowMs)
    const session = yield* anySession(request)
    if (session === null) {
      seen.delete(tokenHash)
      return refuse(context, nowMs)
    }
    seen.add(tokenHash)
    const hits = yield* (yield* Credentials).count("session", session.viewer, start)
    const { deletesAt, email, isEmailConfirmed, isSuspended, mustEnrol, signedInSeconds } = session
    const accountEnds = deletesAt !== null
    const language = acceptedLanguage(context.request.headers["accept-language"])
    const caller = {
      ...session.caller,
      session: { email, isEmailConfirmed, mustEnrol, accountEnds, isSuspended, signedInSeconds, language, request }
    }
    return within(caller, rateWindow(SESSION_LIMIT, hits, start), nowMs)
  })

  const authenticate: Authenticator["authenticate"] = (context, nowMs) => {
    const key = apiKeyOf(context.request.headers)
    return key === null ? bySession(context, nowMs) : byKey(key, context, nowMs)
  }

  const authenticateKey: Authenticator["authenticateKey"] = (context, nowMs, key = apiKeyOf(context.request.headers)) =>
    key === null ? Effect.sync(() => refuse(context, nowMs)) : byKey(key, context, nowMs)

  return { authenticate, authenticateKey, countAddress }
}

type ClientAddress = (request: IncomingMessage) => string

const withoutMapping = (address: string): string =>
  address.startsWith("::ffff:") && address.includes(".") ? address.slice(7) : address

const familyOf = (address: string): "ipv4" | "ipv6" | null => {
  const version = isIP(address)
  return version === 4 ? "ipv4" : version === 6 ? "ipv6" : null
}

const trustedList = (cidrs: ReadonlyArray<string>): BlockList => {
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [network = "", prefix] = cidr.split("/")
    const family = familyOf(network)
    if (family !== null) list.addSubnet(network, Number(prefix ?? (family === "ipv4" ? 32 : 128)), family)
  }
  return list
}

/**
 * Returns a function that finds the client's address: the socket's address or, if that is a trusted proxy (given as
 * CIDRs), the last address in `X-Forwarded-For` that is not a trusted proxy.
 */
export const clientAddress = (trustedProxies: ReadonlyArray<string>): ClientAddress => {
  const socketAddress: ClientAddress = ({ socket }) => withoutMapping(socket.remoteAddress ?? "")
  if (trustedProxies.length === 0) return socketAddress
  const list = trustedList(trustedProxies)
  const trusted = (address: string): boolean => {
    const family = familyOf(address)
    return family !== null && list.check(address, family)
  }
  return (request) => {
    const direct = socketAddress(request)
    if (!trusted(direct)) return direct
    const forwarded = [request.headers["x-forwarded-for"] ?? ""]
      .flat()
      .join(",")
      .split(",")
      .map((entry) => withoutMapping(entry.trim()))
    let address = direct
    for (const entry of forwarded.toReversed()) {
      if (familyOf(entry) === null) break
      address = entry
      if (!trusted(entry)) break
    }
    return address
  }
}
