import { betterStackWire } from "./betterStackWire.ts"
import { cronhubWire } from "./cronhubWire.ts"
import { cronitorWire } from "./cronitorWire.ts"
import { gatusWire } from "./gatusWire.ts"
import { healthchecksWire } from "./healthchecksWire.ts"
import { kumaWire } from "./kumaWire.ts"
import { opsgenieWire } from "./opsgenieWire.ts"
import type { PathSegments, PingAnswer, PingCall, PingRequest, Wire } from "./PingCall.ts"
import { sentryWire } from "./sentryWire.ts"

/** The wires of all services. No path belongs to two of them. */
const WIRES: ReadonlyArray<Wire> = [
  healthchecksWire,
  kumaWire,
  gatusWire,
  betterStackWire,
  cronhubWire,
  cronitorWire,
  sentryWire,
  opsgenieWire
]

/** Decodes a segment. A segment with invalid percent-encoding stays encoded and matches no name. */
const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const segmentsOf = (path: string): PathSegments => path.split("/").slice(1).map(decode)

/**
 * Reads a ping in the form of Healthchecks, Uptime Kuma, Gatus, Better Stack, Cronhub, Cronitor, Sentry or Opsgenie, so
 * that clients of these services only need a different host name.
 *
 * The result is a call if the ping must be recorded, and a response if the request is not a valid ping. It is null if
 * the path is not the path of a ping.
 *
 * @example
 * ```ts
 * const path = "/ping/07c2f548-9850-4b27-af5d-6c9dc157ec02/3"
 * const read = readPing({ method: "GET", path, query: new URLSearchParams(), header: () => undefined })
 * read?._tag === "Call" && read.ping // => { kind: "fail", exitCode: 3, run: null }
 * read?._tag === "Call" && read.answer("recorded").body // => "OK"
 * ```
 */
export const readPing = (request: PingRequest): PingCall | PingAnswer | null => {
  const segments = segmentsOf(request.path)
  for (const wire of WIRES) {
    const read = wire(request, segments)
    if (read !== null) return read
  }
  return null
}
