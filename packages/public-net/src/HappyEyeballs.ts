import { connect as netConnect, type Socket } from "node:net"
import type { AddressPolicy } from "./AddressPolicy.ts"
import { type ConnectFault, connectFaultOf } from "./ConnectFault.ts"
import { type DialClock, microsSince } from "./DialClock.ts"
import { canonicalAddress } from "./IpAddress.ts"

/** One connection attempt, in the order of starting. */
export interface ConnectionAttempt {
  readonly address: string
  /** Microseconds after the first attempt began. */
  readonly startedUs: number
  readonly durationUs: number
  /** "abandoned": another attempt won, or the dial was given up. */
  readonly outcome: "connected" | ConnectFault | "blocked_address" | "abandoned"
  /** The system's code, for instance "ECONNREFUSED". */
  readonly errno: string | null
}

/** Opens a socket to an address literal. */
export type Connect = (options: { readonly host: string; readonly port: number; readonly family: 4 | 6 }) => Socket

/** How the attempts ended. */
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
  readonly row: number
}

/** A literal never asks for a name; should one ever arrive, the lookup ends it. */
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

/** Connects to exactly the given addresses, a new attempt after each failure or delay (RFC 8305 section 5); never rejects. */
export const race = ({
  addresses,
  port,
  policy,
  signal,
  attemptDelayMs,
  clock,
  connect
}: RaceOptions): Promise<RaceResult> =>
  new Promise((resolve) => {
    const begin = clock.now()
    const attempts: Array<ConnectionAttempt> = []
    const running = new Set<Running>()
    let next = 0
    let settled = false
    let cancelDelay = ignore

    const note = (
      { row, address, startedUs }: Omit<Running, "socket">,
      outcome: ConnectionAttempt["outcome"],
      errno: string | null
    ): void => {
      attempts[row] = { address, startedUs, durationUs: microsSince(clock, begin) - startedUs, outcome, errno }
    }

    const settle = (end: "failed" | "aborted" | Running): void => {
      if (settled) return
      settled = true
      cancelDelay()
      signal.removeEventListener("abort", onAbort)
      for (const attempt of running) {
        note(attempt, "abandoned", null)
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

    const onAbort = (): void => settle("aborted")

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
        note(attempt, "connected", null)
        socket.off("error", onError)
        settle(attempt)
        return
      }
      socket.on("error", ignore)
      socket.destroy()
      // A socket without a peer was reset right after the handshake.
      note(attempt, remote === null ? "connect_reset" : "blocked_address", null)
      startNext()
    }

    const start = (): void => {
      if (settled) return
      const row = next++
      const address = addresses[row] ?? ""
      const startedUs = microsSince(clock, begin)
      if (!policy.allows(address)) {
        note({ row, address, startedUs }, "blocked_address", null)
        startNext()
        return
      }
      const attempt: Running = {
        row,
        address,
        startedUs,
        socket: connect({ host: address, port, family: address.includes(":") ? 6 : 4 })
      }
      running.add(attempt)
      const onError = (error: Error): void => {
        if (!running.delete(attempt)) return
        const errno = errnoOf(error)
        note(attempt, connectFaultOf(errno), errno)
        startNext()
      }
      attempt.socket.on("error", onError)
      attempt.socket.once("connect", () => onConnect(attempt, onError))
      cancelDelay = next < addresses.length ? clock.after(attemptDelayMs, start) : ignore
    }

    if (signal.aborted) {
      settle("aborted")
      return
    }
    signal.addEventListener("abort", onAbort, { once: true })
    startNext()
  })
