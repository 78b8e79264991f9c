import type { Socket } from "node:net"
import { type AddressPolicy, vetAddresses } from "./AddressPolicy.ts"
import { type ConnectFault, mostSignificant } from "./ConnectFault.ts"
import { type DialClock, microsSince, systemClock } from "./DialClock.ts"
import { type ConnectionAttempt, type Connect, connectToLiteral, interleave, race } from "./HappyEyeballs.ts"
import { canonicalAddress } from "./IpAddress.ts"

/** What a name resolves to. */
export type AddressAnswer =
  | { readonly status: "ok"; readonly addresses: ReadonlyArray<string> }
  | { readonly status: "nxdomain" | "nodata" }
  | { readonly status: "failed"; readonly reason: string }

/** The resolver port: all IPv4 and IPv6 addresses of a name; an outcome, not an error, whatever DNS says. */
export type ResolveAddresses = (hostname: string, signal: AbortSignal) => Promise<AddressAnswer>

/** Why no connection came about; stable codes. */
export type DialFault = "dns_nxdomain" | "dns_nodata" | "dns_failed" | "blocked_address" | ConnectFault | "aborted"

/** What {@link dial} is to do. */
export interface DialOptions {
  /** A name or an IP literal, brackets allowed. */
  readonly hostname: string
  readonly port: number
  readonly policy: AddressPolicy
  readonly resolve: ResolveAddresses
  /** The deadline; a TimeoutError as its reason is told as a timeout, anything else as "aborted". */
  readonly signal: AbortSignal
  /** Connect to one family only; all answers are vetted all the same. */
  readonly family?: 4 | 6
  /** Milliseconds before the next address is tried beside a silent one (RFC 8305 section 8). */
  readonly attemptDelayMs?: number
  readonly clock?: DialClock
  readonly connect?: Connect
}

/** A connected socket without listeners, or the reason why there is none; durations are integer microseconds. */
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
      /** The resolver's reason, with "dns_failed" only; "Timeout" when the deadline passed meanwhile. */
      readonly dnsReason?: string
    }

/** RFC 8305 section 8: "Connection ConnectionAttempt Delay: default of 250 milliseconds". */
const ATTEMPT_DELAY_MS = 250
/** Addresses that are tried at most; all are vetted. */
const MAX_ATTEMPTS = 8

const MESSAGE: Record<Exclude<DialFault, "blocked_address">, (place: string) => string> = {
  dns_nxdomain: (place) => `The name of ${place} does not exist.`,
  dns_nodata: (place) => `The name of ${place} has no address.`,
  dns_failed: (place) => `The name of ${place} could not be resolved.`,
  connect_refused: (place) => `${place} refused the connection.`,
  connect_timeout: (place) => `${place} did not answer in time.`,
  connect_reset: (place) => `${place} reset the connection.`,
  no_route: (place) => `There is no route to ${place}.`,
  local_fault: (place) => `The own network could not open a connection to ${place}.`,
  aborted: (place) => `Connecting to ${place} was given up.`
}

const timedOut = (signal: AbortSignal): boolean =>
  signal.reason instanceof Error && signal.reason.name === "TimeoutError"

/** ASCII whose last label begins with a letter: no spelling of an address ends so (WHATWG URL, "ends in a number"). */
const PLAIN_NAME = /^(?:[a-z0-9-]+\.)*[a-z][a-z0-9-]*\.?$/i

/** The address that a browser would read in the host, or null when it is a name. */
const literalOf = (hostname: string): string | null => {
  if (PLAIN_NAME.test(hostname)) return null
  const bare = hostname.replace(/^\[(.*)\]$/, "$1")
  const direct = canonicalAddress(bare)
  if (direct !== null || bare.includes(":")) return direct ?? bare
  return canonicalAddress(URL.parse(`http://${bare}/`)?.hostname ?? "")
}

const orAborted = <A>(work: Promise<A>, signal: AbortSignal): Promise<A | "aborted"> =>
  new Promise((resolve, reject) => {
    const give = (): void => resolve("aborted")
    if (signal.aborted) give()
    signal.addEventListener("abort", give, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", give))
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
 * Resolves once, refuses when any answer is not public, and connects to exactly the vetted addresses (Happy Eyeballs, RFC 8305);
 * the address is checked again where the socket is opened and after it is connected; only a port outside of 1 to 65535 rejects.
 */
export const dial = async (options: DialOptions): Promise<DialResult> => {
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
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new RangeError(`Not a TCP port: ${port}`)
  const place = `${hostname} port ${port}`
  const begin = clock.now()
  const answer = await lookUp(options)
  const dnsUs = microsSince(clock, begin)
  const fail = (
    code: Exclude<DialFault, "blocked_address">,
    more: { attempts?: ReadonlyArray<ConnectionAttempt>; dnsReason?: string } = {}
  ): DialResult => ({ ok: false, code, message: MESSAGE[code](place), dnsUs, attempts: [], ...more })
  const block = (message: string, attempts: ReadonlyArray<ConnectionAttempt>): DialResult => ({
    ok: false,
    code: "blocked_address",
    message,
    dnsUs,
    attempts
  })

  if (answer === "aborted") return timedOut(signal) ? fail("dns_failed", { dnsReason: "Timeout" }) : fail("aborted")
  if (answer.status === "failed") return fail("dns_failed", { dnsReason: answer.reason })
  if (answer.status !== "ok") return fail(`dns_${answer.status}`)

  const vetted = vetAddresses(policy, answer.addresses)
  if (!vetted.ok)
    return block(
      `${hostname} points to ${vetted.address.slice(0, 64)} (${vetted.verdict.use}, ${vetted.verdict.source}).`,
      []
    )
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
  if (blocked !== undefined) return block(`${hostname} led to ${blocked.address}, which may not be reached.`, attempts)
  return fail(mostSignificant(attempts.map((attempt) => attempt.outcome)), { attempts })
}
