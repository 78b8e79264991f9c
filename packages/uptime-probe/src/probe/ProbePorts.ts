import type { AddressPolicy, Connect, ResolveAddresses } from "@mon/public-net"
import type { Protocols } from "../tls/Handshake.ts"
import type { HandshakeLimit } from "../tls/HandshakeLimit.ts"
import type { ResolverHealth } from "./ResolverHealth.ts"
import type { EventLoopMonitor } from "./EventLoopMonitor.ts"
import type { Trust } from "../tls/Trust.ts"

/** Everything a check needs from outside. */
export interface ProbePorts {
  readonly policy: AddressPolicy
  readonly resolve: ResolveAddresses
  /** Opens sockets to vetted addresses. Default: `node:net`. */
  readonly connect?: Connect
  /** Asked when a name could not be resolved. */
  readonly resolver: ResolverHealth
  readonly trust: Trust
  readonly handshakes: HandshakeLimit
  readonly eventLoop: EventLoopMonitor
  readonly userAgent: string
  /** Whether redirects may lead to names that the public DNS cannot have. */
  readonly internalRedirects: boolean
  /** The protocols that TLS handshakes offer. Default: HTTP/2 and HTTP/1.1. */
  readonly protocols?: Protocols
}

/** A service sends its own name and address instead. */
export const DEFAULT_USER_AGENT = "MonBot/1.0 (uptime monitoring; @mon/uptime-probe)"

/** Long enough for a slow page, and what other clients use. */
export const DEFAULT_TIMEOUT_MS = 10_000

/** Of the whole header of an answer. */
export const HEADER_BYTES = 32 * 1024
/** Of a decoded body; a longer one is cut, which is no failure. */
export const BODY_BYTES = 1024 * 1024
