import {
  aFunction,
  anAbortSignal,
  argumentsOf,
  aString,
  milliseconds,
  oneOf,
  optional,
  optionsOf,
  shape,
  whole
} from "@mon/bundled/arguments"
import { guard } from "@mon/bundled/callbacks"
import { connect as netConnect, type Socket } from "node:net"
import { type AddressPolicy, addressPolicy, vetAddresses } from "./AddressPolicy.ts"
import { type ConnectFault, connectFaultOf, mostSignificant } from "./ConnectFault.ts"
import { canonicalAddress } from "./IpAddress.ts"

/** The clock that `dial` uses. Tests pass a different clock. */
export interface DialClock {
  /** Returns the time of a monotonic clock, in milliseconds with fractions. */
  readonly now: () => number
  /** Calls `run` once after `ms` milliseconds, unless the returned function cancels it first. */
  readonly after: (ms: number, run: () => void) => () => void
}

const systemClock: DialClock = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  }
}

const microsSince = (clock: DialClock, start: number): number => Math.max(0, Math.round((clock.now() - start) * 1000))

/** One connection attempt. Attempts are listed in the order in which they started. */
export interface ConnectionAttempt {
  readonly address: string
  /** The time between the start of the first attempt and the start of this attempt, in microseconds. */
  readonly startedUs: number
  readonly durationUs: number
  /** The outcome of the attempt. "abandoned": another attempt succeeded first, or the dial was aborted. */
  readonly outcome: "connected" | ConnectFault | "blocked_address" | "abandoned"
  /** The system's error code, for instance "ECONNREFUSED". */
  readonly errno: string | null
}

/** A function that opens a socket to an IP address. */
export type Connect = (options: { readonly host: string; readonly port: number; readonly family: 4 | 6 }) => Socket

type RaceResult =
  | {
      readonly end: "connected"
      readonly socket: Socket
      readonly address: string
      readonly attempts: ReadonlyArray<ConnectionAttempt>
    }
  | { readonly end: "failed" | "aborted"; readonly attempts: ReadonlyArray<ConnectionAttempt> }

interface RaceOptions {
  /** The canonical addresses that the policy allows, in order of preference. */
  readonly addresses: ReadonlyArray<string>
  readonly port: number
  readonly policy: AddressPolicy
  readonly signal: AbortSignal
  readonly attemptDelayMs: number
  readonly clock: DialClock
  readonly connect: Connect
}

interface Running {
  readonly address: string
  readonly startedUs: number
  readonly socket: Socket
  readonly index: number
}

/** Connects to an IP address. Never resolves a name: if the host is not an IP address, the connection fails. */
export const connectToLiteral: Connect = ({ host, port, family }) =>
  netConnect({
    host,
    port,
    family,
    autoSelectFamily: false,
    lookup: (hostname, _options, callback) => callback(new Error(`Refused to look up ${hostname}`), "", 0)
  })

const errnoOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error && typeof error.code === "string"
    ? error.code
    : "UNKNOWN"

const ignore = (): void => {}

/** Alternates between the address families, IPv6 first (RFC 8305 section 4). */
const interleave = (addresses: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (addresses.length < 2) return addresses
  const six = addresses.filter((address) => address.includes(":"))
  const four = addresses.filter((address) => !address.includes(":"))
  return Array.from({ length: Math.max(six.length, four.length) }, (_, index) => [six[index], four[index]])
    .flat()
    .filter((address) => address !== undefined)
}

/**
 * Connects only to the given addresses, and starts another attempt after each fault or delay (RFC 8305 section 5).
 * Rejects only with a bug in this code or with an error that `connect` throws.
 */
const race = ({ addresses, port, policy, signal, attemptDelayMs, clock, connect }: RaceOptions): Promise<RaceResult> =>
  new Promise((resolve, reject) => {
    const begin = clock.now()
    const attempts: Array<ConnectionAttempt> = []
    const running = new Set<Running>()
    let next = 0
    let settled = false
    let cancelDelay = ignore

    const record = (
      { index, address, startedUs }: Omit<Running, "socket">,
      outcome: ConnectionAttempt["outcome"],
      errno: string | null
    ): void => {
      attempts[index] = { address, startedUs, durationUs: microsSince(clock, begin) - startedUs, outcome, errno }
    }

    const safely = guard((error) => {
      settled = true
      reject(error)
      cancelDelay()
      signal.removeEventListener("abort", onAbort)
      for (const { socket } of running) {
        socket.on("error", ignore)
        socket.destroy()
      }
    })

    const settle = (end: "failed" | "aborted" | Running): void => {
      if (settled) return
      settled = true
      cancelDelay()
      signal.removeEventListener("abort", onAbort)
      for (const attempt of running) {
        record(attempt, "abandoned", null)
        attempt.socket.on("error", ignore)
        attempt.socket.destroy()
      }
      running.clear()
      resolve(
        typeof end === "string"
          ? { end, attempts }
          : { end: "connected", socket: end.socket, address: end.address, attempts }
      )
    }

    const onAbort = safely(() => settle("aborted"))

    const startNext = (): void => {
      cancelDelay()
      if (next < addresses.length) start()
      else if (running.size === 0) settle("failed")
    }

    const onConnect = (attempt: Running, onError: (error: Error) => void): void => {
      const { socket } = attempt
      running.delete(attempt)
      const remote = canonicalAddress(socket.remoteAddress ?? "")
      if (remote === attempt.address && policy.allows(remote)) {
        record(attempt, "connected", null)
        socket.off("error", onError)
        settle(attempt)
        return
      }
      socket.on("error", ignore)
      socket.destroy()
      // If a socket has no remote address, the connection was reset immediately after the handshake.
      record(attempt, remote === null ? "connect_reset" : "blocked_address", null)
      startNext()
    }

    const start = safely(() => {
      if (settled) return
      const index = next++
      const address = addresses[index] ?? ""
      const startedUs = microsSince(clock, begin)
      if (!policy.allows(address)) {
        record({ index, address, startedUs }, "blocked_address", null)
        startNext()
        return
      }
      const attempt: Running = {
        index,
        address,
        startedUs,
        socket: connect({ host: address, port, family: address.includes(":") ? 6 : 4 })
      }
      running.add(attempt)
      const onError = safely((error: Error) => {
        if (!running.delete(attempt)) return
        const errno = errnoOf(error)
        record(attempt, connectFaultOf(errno), errno)
        startNext()
      })
      attempt.socket.on("error", onError)
      attempt.socket.once(
        "connect",
        safely(() => onConnect(attempt, onError))
      )
      cancelDelay = next < addresses.length ? clock.after(attemptDelayMs, start) : ignore
    })

    if (signal.aborted) {
      settle("aborted")
      return
    }
    signal.addEventListener("abort", onAbort, { once: true })
    startNext()
  })

const acceptDial = /* @__PURE__ */ argumentsOf("dial", () => ({
  options: optionsOf<DialOptions>({
    hostname: aString,
    port: whole(1, 65_535),
    policy: addressPolicy(aFunction),
    resolve: aFunction,
    signal: anAbortSignal,
    family: optional(oneOf(4, 6)),
    attemptDelayMs: optional(milliseconds(0)),
    clock: optional(shape<DialClock>("a clock", { now: aFunction, after: aFunction })),
    connect: optional(aFunction)
  })
}))

/** The result of resolving a name to addresses. */
export type AddressAnswer =
  | { readonly status: "ok"; readonly addresses: ReadonlyArray<string> }
  | { readonly status: "nxdomain" | "nodata" }
  | {
      readonly status: "failed"
      readonly reason: string
      /** An error in the resolver's own code. It says nothing about the name, so `dial` rejects with this error. */
      readonly thrown?: Error
    }

/**
 * A function that resolves a name to all its IPv4 and IPv6 addresses. DNS faults are part of the result, so the promise
 * should not reject.
 */
export type ResolveAddresses = (hostname: string, signal: AbortSignal) => Promise<AddressAnswer>

/** The reason why no connection was made, as a stable code. */
export type DialFault = "dns_nxdomain" | "dns_nodata" | "dns_failed" | "blocked_address" | ConnectFault | "aborted"

/** The options of {@link dial}. */
export interface DialOptions {
  /** A host name or an IP address. An IPv6 address may be in brackets. */
  readonly hostname: string
  readonly port: number
  readonly policy: AddressPolicy
  readonly resolve: ResolveAddresses
  /**
   * A signal that ends the dial. The result is a timeout if the signal's reason is a TimeoutError, otherwise "aborted".
   */
  readonly signal: AbortSignal
  /** The only address family to connect to. Addresses of both families are still checked. Default: both. */
  readonly family?: 4 | 6
  /** The time before the next address is tried in parallel, in milliseconds (RFC 8305 section 8). Default: 250. */
  readonly attemptDelayMs?: number
  readonly clock?: DialClock
  readonly connect?: Connect
}

/**
 * The address that the policy forbids. Do not show it to people who must not learn about the network in which the
 * program runs.
 */
export interface BlockedAddress {
  readonly address: string
  /** The forbidden network as a CIDR. Empty if the policy refused the address without a reason. */
  readonly network: string
  /** The use of the network, for instance "private-use". */
  readonly use: string
}

/** A connected socket without listeners, or the reason why there is none. Durations are whole microseconds. */
export type DialResult =
  | {
      readonly ok: true
      readonly socket: Socket
      readonly address: string
      readonly dnsUs: number
      readonly connectUs: number
      readonly attempts: ReadonlyArray<ConnectionAttempt>
    }
  | {
      readonly ok: false
      readonly code: DialFault
      readonly message: string
      readonly dnsUs: number
      readonly attempts: ReadonlyArray<ConnectionAttempt>
      /** The forbidden address. Present only for "blocked_address". The message does not contain it. */
      readonly blocked?: BlockedAddress
      /**
       * The resolver's reason. Present only for "dns_failed". The reason is "Timeout" if the time limit was reached
       * during the lookup.
       */
      readonly dnsReason?: string
    }

/** The default delay between attempts, in milliseconds (RFC 8305 section 8, "Connection Attempt Delay"). */
const ATTEMPT_DELAY_MS = 250
/**
 * The maximum number of addresses that are tried. The policy checks all addresses, including those that are not tried.
 */
const MAX_ATTEMPTS = 8

/** The message for each fault. `target` is the host and the port. */
const MESSAGE: Record<DialFault, (target: string, hostname: string) => string> = {
  dns_nxdomain: (_, hostname) => `The host name ${hostname} does not exist.`,
  dns_nodata: (_, hostname) => `The host name ${hostname} has no address.`,
  dns_failed: (_, hostname) => `The host name ${hostname} could not be resolved.`,
  blocked_address: (_, hostname) => `The address of ${hostname} is not public.`,
  connect_refused: (target) => `${target} refused the connection.`,
  connect_timeout: (target) => `${target} did not respond in time.`,
  connect_reset: (target) => `${target} reset the connection.`,
  no_route: (target) => `There is no route to ${target}.`,
  local_fault: (target) => `This machine could not open a connection to ${target}.`,
  aborted: (target) => `The connection to ${target} was aborted.`
}

const timedOut = (signal: AbortSignal): boolean =>
  signal.reason instanceof Error && signal.reason.name === "TimeoutError"

/**
 * A pattern for a name in ASCII whose last label starts with a letter. No notation of an IP address has this form
 * (WHATWG URL, "ends in a number").
 */
const PLAIN_NAME = /^(?:[a-z0-9-]+\.)*[a-z][a-z0-9-]*\.?$/i

/** Returns the IP address that a browser would read from the host, or null if the host is a name. */
const literalOf = (hostname: string): string | null => {
  if (PLAIN_NAME.test(hostname)) return null
  const bare = hostname.replace(/^\[(.*)\]$/, "$1")
  const direct = canonicalAddress(bare)
  if (direct !== null || bare.includes(":")) return direct ?? bare
  return canonicalAddress(URL.parse(`http://${bare}/`)?.hostname ?? "")
}

const orAborted = <A>(work: Promise<A>, signal: AbortSignal): Promise<A | "aborted"> =>
  new Promise((resolve, reject) => {
    const onAbort = guard(reject)(() => resolve("aborted"))
    if (signal.aborted) onAbort()
    signal.addEventListener("abort", onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort))
  })

const lookUp = async ({ hostname, resolve, signal }: DialOptions): Promise<AddressAnswer | "aborted"> => {
  const literal = literalOf(hostname)
  if (literal !== null) return { status: "ok", addresses: [literal] }
  if (signal.aborted) return "aborted"
  try {
    return await orAborted(resolve(hostname.replace(/\.$/, ""), signal), signal)
  } catch (error) {
    return { status: "failed", reason: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * Resolves the name once. Stops if the policy forbids any of the name's addresses. Otherwise, connects only to these
 * addresses (Happy Eyeballs, RFC 8305). Checks each address again before a socket to the address is opened and after
 * the socket is connected. Rejects with a TypeError for wrong options, with the error that `resolve` returns as
 * `thrown`, or with an error that `connect` throws.
 */
export const dial = async (options: DialOptions): Promise<DialResult> => {
  acceptDial(options)
  const {
    hostname,
    port,
    policy,
    signal,
    family,
    attemptDelayMs = ATTEMPT_DELAY_MS,
    clock = systemClock,
    connect = connectToLiteral
  } = options
  const target = `${hostname} port ${port}`
  const begin = clock.now()
  const answer = await lookUp(options)
  const dnsUs = microsSince(clock, begin)
  const fail = (
    code: Exclude<DialFault, "blocked_address">,
    more: { attempts?: ReadonlyArray<ConnectionAttempt>; dnsReason?: string } = {}
  ): DialResult => ({ ok: false, code, message: MESSAGE[code](target, hostname), dnsUs, attempts: [], ...more })
  const block = (blocked: BlockedAddress, attempts: ReadonlyArray<ConnectionAttempt> = []): DialResult => ({
    ok: false,
    code: "blocked_address",
    message: MESSAGE.blocked_address(target, hostname),
    dnsUs,
    attempts,
    blocked
  })

  if (answer === "aborted") return timedOut(signal) ? fail("dns_failed", { dnsReason: "Timeout" }) : fail("aborted")
  if (answer.status === "failed" && answer.thrown !== undefined) throw answer.thrown
  if (answer.status === "failed") return fail("dns_failed", { dnsReason: answer.reason })
  if (answer.status !== "ok") return fail(`dns_${answer.status}`)

  const vetted = vetAddresses(policy, answer.addresses)
  if (!vetted.ok) {
    const { address, verdict } = vetted
    return block({ address: address.slice(0, 64), network: verdict.network, use: verdict.use })
  }
  const canonical = [...new Set(answer.addresses.map((address) => canonicalAddress(address) ?? ""))]
  const addresses = interleave(
    canonical.filter((address) => family === undefined || address.includes(":") === (family === 6))
  ).slice(0, MAX_ATTEMPTS)
  if (addresses.length === 0) return fail("dns_nodata")

  const connecting = clock.now()
  const ended = await race({ addresses, port, policy, signal, attemptDelayMs, clock, connect })
  const { attempts } = ended
  if (ended.end === "connected")
    return {
      ok: true,
      socket: ended.socket,
      address: ended.address,
      dnsUs,
      connectUs: microsSince(clock, connecting),
      attempts
    }
  if (ended.end === "aborted") return fail(timedOut(signal) ? "connect_timeout" : "aborted", { attempts })
  const blocked = attempts.find((attempt) => attempt.outcome === "blocked_address")
  if (blocked !== undefined) return block({ address: blocked.address, network: "", use: "" }, attempts)
  return fail(mostSignificant(attempts.map((attempt) => attempt.outcome)), { attempts })
}
