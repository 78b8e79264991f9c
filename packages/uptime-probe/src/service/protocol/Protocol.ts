import type { ServiceExpectation, ServiceOptions } from "../ServiceResult.ts"

/**
 * How a check uses TLS:
 *
 * - `never`: the connection stays unencrypted.
 * - `ifOffered`: the check starts TLS within the protocol if the server offers it.
 * - `required`: the check starts TLS within the protocol. If the server does not offer it, the service is down.
 * - `fromStart`: the connection begins with a TLS handshake.
 */
export type TlsUse = "fromStart" | "ifOffered" | "never" | "required"

/** The name and the password of a user. */
export interface Login {
  readonly username: string
  readonly password: string
}

/** The options that the checks of all protocols have. */
export interface ProtocolOptions extends ServiceOptions {
  /** The server, as "host" or "host:port". Most protocols have a default port. */
  readonly target: string
  /** The conditions that the service must meet. */
  readonly expect?: ReadonlyArray<ServiceExpectation>
}

/** The options of the checks that can use TLS. */
export interface SecureOptions extends ProtocolOptions {
  readonly tls?: TlsUse
  /** The name for SNI and for the certificate. Default: the host of the target. */
  readonly serverName?: string
}
