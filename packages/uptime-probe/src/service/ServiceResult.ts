import type { BlockedAddress, ConnectionAttempt } from "@mon/public-net"
import type { Expectation } from "../expect/Expectation.ts"
import type { CertificateFacts } from "../tls/CertificateFacts.ts"
import type { Timings } from "../CheckResult.ts"
import type { OutcomeCode, Verdict } from "../Outcome.ts"

/** A condition that must hold for a service: an expectation of a check that is not about HTTP. */
export type ServiceExpectation = Extract<
  Expectation,
  { readonly responseTimeMs: number } | { readonly certificate: "valid" } | { readonly ipVersion: 4 | 6 }
>

/** The result of one expectation. */
export interface ServiceExpectationResult<A = ServiceExpectation> {
  readonly expectation: A
  readonly holds: boolean
  /** The expectation in words: "a valid certificate". It has nothing of the answer. */
  readonly expected: string
  /** A sentence with what was found. */
  readonly message: string
}

/** Options of every check of a service. */
export interface ServiceOptions {
  /** Milliseconds for everything. Default: 10,000. */
  readonly timeoutMs?: number
  /** Connect over IPv4 or IPv6 only. */
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
  /** A sentence for people; null when all is well. */
  readonly message: string | null
  /** The sum of all phases; null when the dialogue was not completed. */
  readonly totalUs: number | null
  /**
   * The phases of a check of a URL. `waitUs` ends with the first byte of the server, and `downloadUs` with the end of
   * the dialogue. A TLS handshake within the dialogue counts only in `tlsUs`.
   */
  readonly timings: Timings
  /** Bytes read from the socket, TLS included. */
  readonly bytesReceived: number
  /** Any response: a connection, a refusal or a reset. */
  readonly heardFromServer: boolean
  /** The address that was connected to. */
  readonly address: string | null
  /** Connection attempts in the order of their start (RFC 8305); absent when there were none. */
  readonly attempts?: ReadonlyArray<ConnectionAttempt>
  /** The address that the policy forbids; absent when there was none. No message of the result contains it. */
  readonly blocked?: BlockedAddress
  /** The code of the TLS library; absent without one. */
  readonly tlsError?: string
  /** Null without TLS, or when no certificate came. */
  readonly certificate: CertificateFacts | null
  /** One for each expectation, in order; absent without expectations or when the dialogue was not completed. */
  readonly expectations?: ReadonlyArray<ServiceExpectationResult<A>>
  /** This process's event loop was delayed during the check, so its timings are unreliable. */
  readonly delayed: boolean
  /**
   * The error that the engine's own code threw; only with the outcome `prober_fault`. It says nothing about the server.
   */
  readonly thrown?: Error
}
