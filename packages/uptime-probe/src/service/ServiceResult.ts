import type { BlockedAddress, ConnectionAttempt } from "@mon/public-net"
import type { Expectation } from "../expect/Expectation.ts"
import type { CertificateFacts } from "../tls/CertificateFacts.ts"
import type { Timings } from "../CheckResult.ts"
import type { OutcomeCode, Verdict } from "../Outcome.ts"

/** A condition that a service must meet: any expectation that is not about HTTP. */
export type ServiceExpectation = Extract<
  Expectation,
  { readonly responseTimeMs: number } | { readonly certificate: "valid" } | { readonly ipVersion: 4 | 6 }
>

/** The result of one expectation. */
export interface ServiceExpectationResult<A = ServiceExpectation> {
  readonly expectation: A
  readonly holds: boolean
  /** The expectation in words, such as "a valid certificate". It contains no part of the answer. */
  readonly expected: string
  /** A sentence that says what was found. */
  readonly message: string
}

/** The options that every check of a service has. */
export interface ServiceOptions {
  /** The time limit for the whole check, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number
  /** The only IP version over which to connect. Default: both. */
  readonly family?: 4 | 6
}

/** The result of one check of a service. */
export interface ServiceResult<A = ServiceExpectation> {
  /** The target of the check, such as "tcp://db.example.com:5432". */
  readonly url: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly outcome: OutcomeCode
  readonly verdict: Verdict
  readonly deterministic: boolean
  /** A sentence that describes the problem for people. Null if there is no problem. */
  readonly message: string | null
  /** The sum of all phases, in microseconds. Null if the dialogue was not completed. */
  readonly totalUs: number | null
  /**
   * The durations of the phases, as in a check of a URL. `waitUs` ends with the server's first byte, and `downloadUs`
   * with the end of the dialogue. A TLS handshake within the dialogue counts only in `tlsUs`.
   */
  readonly timings: Timings
  /** The number of bytes that were read from the socket, including TLS. */
  readonly bytesReceived: number
  /** Whether the server responded in any way: with a connection, a refusal or a reset. */
  readonly heardFromServer: boolean
  /** The address to which the check connected. */
  readonly address: string | null
  /**
   * The address of the server whose connection failed, in a check with several connections: "smtp://mx.example.com:25".
   * Absent if the check passed, has one connection, or failed for a reason between its connections.
   */
  readonly failedUrl?: string
  /** The connection attempts in the order in which they started (RFC 8305). Absent if there were none. */
  readonly attempts?: ReadonlyArray<ConnectionAttempt>
  /**
   * The address that the policy forbids. Absent if the policy forbids none. No message in the result contains this
   * address.
   */
  readonly blocked?: BlockedAddress
  /** The error code of the TLS library. Absent if there was no TLS error. */
  readonly tlsError?: string
  /** The certificate of the server. Null without TLS, or if the server sent no certificate. */
  readonly certificate: CertificateFacts | null
  /**
   * The result of each expectation, in order. Absent if there are no expectations, or if the dialogue was not
   * completed.
   */
  readonly expectations?: ReadonlyArray<ServiceExpectationResult<A>>
  /** Whether this process's event loop was delayed during the check, so that its timings are unreliable. */
  readonly delayed: boolean
  /**
   * The error in the engine's own code. Present only with the outcome `prober_fault`. Such an error says nothing about
   * the server.
   */
  readonly thrown?: Error
}
