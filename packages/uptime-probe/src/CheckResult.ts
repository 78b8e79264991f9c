import type { BlockedAddress, ConnectionAttempt } from "@mon/public-net"
import type { Expectation, ExpectationResult } from "./expect/Expectation.ts"
import type { CertificateFacts } from "./tls/CertificateFacts.ts"
import type { ContentMemory } from "./content/ContentMemory.ts"
import type { ContentJudgement } from "./content/ContentFault.ts"
import type { OutcomeCode, Verdict } from "./Outcome.ts"
import type { RedirectFacts } from "./http/RedirectKind.ts"

/** HTTP methods that a check can use. */
export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS"

/** A check to make. */
export interface CheckRequest {
  /** An http or https URL; user name, password and fragment are not sent. */
  readonly url: string
  /** Milliseconds for everything: all redirects and the body. Default: 10,000. */
  readonly timeoutMs?: number
  /** Instead of the probe's own. */
  readonly userAgent?: string
  /** Default: GET. */
  readonly method?: Method
  /** The media types to ask for, at every redirect hop. Default: those that browsers ask for. */
  readonly accept?: string
  /** Sent to the origin of the URL only; those that the exchange depends on cannot be set. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Not sent to a host with a bad certificate, nor to another one after a redirect. */
  readonly auth?: { readonly username: string; readonly password: string } | { readonly token: string }
  /**
   * Whether headers and body are secret: then nothing is sent to a host with a bad certificate. Default: whether there
   * is `auth`, or a header such as `authorization`, `cookie` or `x-api-key`, for which this is always so.
   */
  readonly secret?: boolean
  /** Connect over IPv4 or IPv6 only. */
  readonly family?: 4 | 6
  /** Whether redirects are followed. When false, the first answer is the final one. Default: true. */
  readonly followRedirects?: boolean
  /** The conditions that must hold for the final answer. */
  readonly expect?: ReadonlyArray<Expectation>
  /**
   * The effect of a page that shows the site to be broken although its status is fine, such as an error message of the
   * application. "down": the check fails if the page is certain to mean an outage, and has a remark in `content`
   * otherwise. "remark": it never fails for it. "off": the content is not judged. Default: "down".
   */
  readonly contentFaults?: "down" | "off" | "remark"
  /** `content.memory` of the check before. With it, a page that suddenly is empty or of another site is noticed. */
  readonly contentMemory?: ContentMemory | null
  /** The number of bytes of the final answer's decoded body to return, at most 16 MiB. Default: none. */
  readonly keepAnswerBytes?: number
  /** Whether the result of a check that failed has its answer in `failedAnswer`. Default: false. */
  readonly keepFailedAnswer?: boolean
}

/** A request whose time limit is known. */
export interface TimedRequest extends CheckRequest {
  readonly timeoutMs: number
}

/**
 * Whole microseconds on a monotonic clock: name resolution, TCP, TLS, request to first byte, first byte to last. A
 * phase that failed has its time until then; null is a phase that never began.
 */
export interface Timings {
  readonly dnsUs: number | null
  readonly connectUs: number | null
  readonly tlsUs: number | null
  readonly waitUs: number | null
  readonly downloadUs: number | null
}

/** One request of a check: the first one, or a redirect that was followed. */
export interface Hop {
  readonly url: string
  readonly statusCode: number | null
  /** The Location header. */
  readonly location: string | null
  /** The address that was connected to. */
  readonly address: string | null
  /** Connection attempts in the order of their start (RFC 8305); absent when there were none. */
  readonly attempts?: ReadonlyArray<ConnectionAttempt>
  /** The address that the policy forbids; absent when there was none. No message of the result contains it. */
  readonly blocked?: BlockedAddress
  /** "1.0", "1.1" or "2". */
  readonly httpVersion: string | null
  /** The code of the TLS library, for instance "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION"; absent without one. */
  readonly tlsError?: string
  readonly timings: Timings
  /** Null without TLS, or when no certificate came. */
  readonly certificate: CertificateFacts | null
}

/** The final answer's body, its content coding undone. */
export interface CheckResponse {
  /** The Content-Type header as it came. */
  readonly contentType: string | null
  readonly body: Uint8Array
  /** Whether the body went on after the bytes that were asked for. */
  readonly cut: boolean
}

/** The answer of a server to a check that failed. Others wrote it. */
export interface FailedAnswer {
  /** Header fields by lower-case name; several of one name are joined with commas. */
  readonly headers: Readonly<Record<string, string>>
  /** The first 64 KiB of the decoded body, in the charset of its header, else UTF-8. */
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
  /** A sentence for people; null when all is well. */
  readonly message: string | null
  /** The status code of the last answer. */
  readonly statusCode: number | null
  /** The sum of all phases; null when no final answer came. */
  readonly totalUs: number | null
  /** Each phase summed over the hops. */
  readonly timings: Timings
  /** Bytes read from all sockets, TLS included. */
  readonly bytesReceived: number
  /** Any response: a connection, a refusal or a reset. */
  readonly heardFromServer: boolean
  readonly hops: ReadonlyArray<Hop>
  readonly finalUrl: string
  /** The certificate of the last https hop that showed one. */
  readonly certificate: CertificateFacts | null
  /** One for each expectation, in order; absent without expectations or without a final answer. */
  readonly expectations?: ReadonlyArray<ExpectationResult>
  /** The judgement of the content of the final answer; absent if it was not judged, as after an error status. */
  readonly content?: ContentJudgement
  /** The kinds of the redirects; absent when none led to a final answer. */
  readonly redirect?: RedirectFacts
  /** The final answer, whatever its status; absent if the request did not ask for it, or if none came. */
  readonly answer?: CheckResponse
  /** The final answer of a check that failed after it; absent if the request did not ask for it. */
  readonly failedAnswer?: FailedAnswer
  /** This process's event loop was delayed during the check, so its timings are unreliable. */
  readonly delayed: boolean
  /**
   * The error that the engine's own code threw; only with the outcome `prober_fault`. It says nothing about the server.
   */
  readonly thrown?: Error
}

/** No phase has begun. */
export const noTimings: Timings = { dnsUs: null, connectUs: null, tlsUs: null, waitUs: null, downloadUs: null }

const phases = ["dnsUs", "connectUs", "tlsUs", "waitUs", "downloadUs"] as const

/** Adds phase by phase; null plus null stays null. */
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

/** All phases together. */
export const totalOf = (timings: Timings): number => phases.reduce((sum, phase) => sum + (timings[phase] ?? 0), 0)
