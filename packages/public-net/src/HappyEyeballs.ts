import { guard } from "@mon/bundled/callbacks"
import { connect as netConnect, type Socket } from "node:net"
import type { AddressPolicy } from "./AddressPolicy.ts"
import { type ConnectFault, connectFaultOf } from "./ConnectFault.ts"
import { type DialClock, microsSince } from "./DialClock.ts"
import { canonicalAddress } from "./IpAddress.ts"

/** One connection attempt; attempts are listed in the order they started. */
export interface ConnectionAttempt {
  readonly address: string
  /** Microseconds after the first attempt began. */
  readonly startedUs: number
  readonly durationUs: number
  /** "abandoned": another attempt succeeded first, or the dial was aborted. */
  readonly outcome: "connected" | ConnectFault | "blocked_address" | "abandoned"
  /** The system's code, for instance "ECONNREFUSED". */
  readonly errno: string | null
}

/** Opens a socket to an IP address. */
export type Connect = (options: { readonly host: string; readonly port: number; readonly family: 4 | 6 }) => Socket

/** The result of all attempts. */
export type RaceResult =
  | {
      readonly end: "connected"
      readonly socket: Socket
      readonly address: string
      readonly attempts: ReadonlyArray<ConnectionAttempt>
    }
  | { readonly end: "failed" | "aborted"; readonly attempts: ReadonlyArray<ConnectionAttempt> }

interface RaceOptions {
  /** Canonical and vetted, in order of preference. */
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

/** Never resolves a name: if the host is not an IP address, the connection fails. */
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

/** Alternates the families, IPv6 first (RFC 8305 section 4). */
export const interleave = (addresses: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (addresses.length < 2) return addresses
  const six = addresses.filter((address) => address.includes(":"))
  const four = addresses.filter((address) => !address.includes(":"))
  return Array.from({ length: Math.max(six.length, four.length) }, (_, index) => [six[index], four[index]])
    .flat()
    .filter((address) => address !== undefined)
}

/**
 * Connects to exactly the given addresses and starts a new attempt after each fault or delay (RFC 8305 section 5).
 * Rejects only with an error of our own code or of `connect`.
 */
export const race = ({
  addresses,
  port,
  policy,
  signal,
  attemptDelayMs,
  clock,
  connect
}: RaceOptions): Promise<RaceResult> =>
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
      // A socket without a remote address was reset right after the handshake.
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
