import type { BlockedAddress, ConnectionAttempt } from "@mon/public-net"
import type { Expectation, ExpectationResult } from "./expect/Expectation.ts"
import type { CertificateFacts } from "./tls/CertificateFacts.ts"
import type { ContentMemory } from "./content/ContentMemory.ts"
import type { ContentJudgement } from "./content/ContentFault.ts"
import type { OutcomeCode, Verdict } from "./Outcome.ts"
import type { RedirectFacts } from "./http/RedirectKind.ts"

/** The HTTP methods that a check can use. */
export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS"

/** A check to make. */
export interface CheckRequest {
  /** An http or https URL. Its user name, password and fragment are not sent. */
  readonly url: string
  /** The time limit for the whole check, including all redirects and the body, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number
  /** The User-Agent header. Default: the probe's User-Agent. */
  readonly userAgent?: string
  /** The request method. Default: GET. */
  readonly method?: Method
  /** The media types in the Accept header of every hop. Default: the media types that browsers accept. */
  readonly accept?: string
  /**
   * The header fields that are sent only to the origin of the URL. Fields on which the HTTP exchange itself depends
   * cannot be set.
   */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** The credentials. They are not sent to a host with an invalid certificate, or to another host after a redirect. */
  readonly auth?: { readonly username: string; readonly password: string } | { readonly token: string }
  /**
   * Whether the headers and the body are secret, so that nothing is sent to a host with an invalid certificate. Always
   * true with `auth`, or with a header such as `authorization`, `cookie` or `x-api-key`. Default: false.
   */
  readonly secret?: boolean
  /** The only IP version over which to connect. Default: both. */
  readonly family?: 4 | 6
  /** Whether redirects are followed. If false, the first response is the final response. Default: true. */
  readonly followRedirects?: boolean
  /** The conditions that the final response must meet. */
  readonly expect?: ReadonlyArray<Expectation>
  /**
   * The effect of a page without an error status that nevertheless shows that the site is broken, such as an error
   * message of the application. "down": the check fails if the page certainly means an outage, and otherwise its result
   * only has a remark in `content`. "remark": the result only has a remark. "off": the content is not judged. Default:
   * "down".
   */
  readonly contentFaults?: "down" | "off" | "remark"
  /**
   * The value of `content.memory` from the previous check. With it, the check can detect a page that is suddenly empty,
   * or that belongs to another site.
   */
  readonly contentMemory?: ContentMemory | null
  /**
   * The number of bytes of the final response's decoded body that the result contains, at most 16 MiB. By default, it
   * contains no body.
   */
  readonly keepAnswerBytes?: number
  /** Whether the result of a failed check contains the answer, as `failedAnswer`. Default: false. */
  readonly keepFailedAnswer?: boolean
}

export interface TimedRequest extends CheckRequest {
  readonly timeoutMs: number
}

/**
 * The duration of each phase in whole microseconds of a monotonic clock: name resolution, TCP, TLS, request to first
 * byte, first to last byte. A failed phase counts until it failed. Null if the phase never began.
 */
export interface Timings {
  readonly dnsUs: number | null
  readonly connectUs: number | null
  readonly tlsUs: number | null
  readonly waitUs: number | null
  readonly downloadUs: number | null
}

/** One request of a check: the first request, or the request after a redirect. */
export interface Hop {
  readonly url: string
  readonly statusCode: number | null
  /** The Location header of the answer. */
  readonly location: string | null
  /** The address to which the check connected. */
  readonly address: string | null
  /** The connection attempts in the order in which they started (RFC 8305). Absent if there were none. */
  readonly attempts?: ReadonlyArray<ConnectionAttempt>
  /**
   * The address that the policy forbids. Absent if the policy forbids none. No message in the result contains this
   * address.
   */
  readonly blocked?: BlockedAddress
  /** The HTTP version: "1.0", "1.1" or "2". */
  readonly httpVersion: string | null
  /**
   * The error code of the TLS library, for instance "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION". Absent if there was no TLS
   * error.
   */
  readonly tlsError?: string
  readonly timings: Timings
  /** The certificate of the server. Null without TLS, or if the server sent no certificate. */
  readonly certificate: CertificateFacts | null
}

/** The body of the final response, after its content coding was decoded. */
export interface CheckResponse {
  /** The Content-Type header as it was sent. */
  readonly contentType: string | null
  readonly body: Uint8Array
  /** Whether the body is longer than the requested number of bytes. */
  readonly cut: boolean
}

/** A server's answer to a check that failed. Its texts come from strangers. */
export interface FailedAnswer {
  /** The header fields by lower-case name. Several values of a field are joined with commas. */
  readonly headers: Readonly<Record<string, string>>
  /** The first 64 KiB of the decoded body, decoded with the charset in the Content-Type header, or else as UTF-8. */
  readonly text: string
}

/** The result of one check. */
export interface CheckResult {
  readonly url: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly outcome: OutcomeCode
  readonly verdict: Verdict
  readonly deterministic: boolean
  /** A sentence that describes the problem for people. Null if there is no problem. */
  readonly message: string | null
  /** The status code of the last answer. */
  readonly statusCode: number | null
  /** The sum of all phases, in microseconds. Null if there was no final response. */
  readonly totalUs: number | null
  /** The duration of each phase, summed over all hops. */
  readonly timings: Timings
  /** The number of bytes that were read from all sockets, including TLS. */
  readonly bytesReceived: number
  /** Whether the server responded in any way: with a connection, a refusal or a reset. */
  readonly heardFromServer: boolean
  readonly hops: ReadonlyArray<Hop>
  readonly finalUrl: string
  /** The certificate of the last https hop whose server sent a certificate. */
  readonly certificate: CertificateFacts | null
  /** The result of each expectation, in order. Absent if there are no expectations, or no final response. */
  readonly expectations?: ReadonlyArray<ExpectationResult>
  /**
   * The judgement of the final response's content. Absent if the content was not judged, for example after an error
   * status.
   */
  readonly content?: ContentJudgement
  /** The kinds of the redirects that were followed. Absent if no redirect led to a final response. */
  readonly redirect?: RedirectFacts
  /** The final response with any status. Absent if it was not requested, or if there was none. */
  readonly answer?: CheckResponse
  /** The final response of a failed check. Absent if it was not requested, or if there was none. */
  readonly failedAnswer?: FailedAnswer
  /** Whether this process's event loop was delayed during the check, so that its timings are unreliable. */
  readonly delayed: boolean
  /**
   * The error in the engine's own code. Present only with the outcome `prober_fault`. Such an error says nothing about
   * the server.
   */
  readonly thrown?: Error
}

export const noTimings: Timings = { dnsUs: null, connectUs: null, tlsUs: null, waitUs: null, downloadUs: null }

const phases = ["dnsUs", "connectUs", "tlsUs", "waitUs", "downloadUs"] as const

/** Adds two timings phase by phase. A phase that is null in both timings stays null. */
export const addTimings = (a: Timings, b: Timings): Timings => {
  const add = (phase: (typeof phases)[number]) => {
    const left = a[phase]
    const right = b[phase]
    return left === null ? right : right === null ? left : left + right
  }
  return {
    dnsUs: add("dnsUs"),
    connectUs: add("connectUs"),
    tlsUs: add("tlsUs"),
    waitUs: add("waitUs"),
    downloadUs: add("downloadUs")
  }
}

export const totalOf = (timings: Timings): number => phases.reduce((sum, phase) => sum + (timings[phase] ?? 0), 0)
