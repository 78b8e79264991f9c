import { argumentsOf, nullable, oneOf } from "@mon/bundled/arguments"
import type { ResolveAddresses } from "@mon/public-net"
import type { CertificateFingerprints } from "./CertificateFingerprints.ts"
import type { MailHostCertificate } from "./judgeCertificate.ts"

/** The reason why an HTTPS request has no answer. The codes are stable. */
export type HttpsFault =
  /** The name of the host does not exist or has no address. */
  | "no_host"
  /** An address of the host is not allowed by the address policy. */
  | "not_public"
  /** The host refuses or resets the connection. */
  | "refused"
  /** The certificate is not valid for the host. */
  | "certificate"
  /** The TLS handshake fails, or the answer is not HTTP. */
  | "protocol"
  | "too_large"
  /** Nothing was learned about the host: no answer in time, no DNS answer, no route, or a fault of this machine. */
  | "not_checked"

/** The answer to an HTTPS GET, or the reason why there is none. Redirects are not followed. */
export type HttpsAnswer =
  | { readonly ok: true; readonly status: number; readonly contentType: string | null; readonly body: Uint8Array }
  | { readonly ok: false; readonly fault: HttpsFault; readonly detail: string }

const REASONS = [
  "port_closed",
  "timeout",
  "no_host",
  "dns_failed",
  "not_public",
  "host_refused",
  "not_smtp",
  "recently_contacted",
  "handshake"
] as const

/**
 * The result of one connection to port 25 of a mail host. `encrypted`: STARTTLS works. `plain`: the host offers no
 * STARTTLS. `broken`: the host offers STARTTLS, but the handshake fails. `not_checked`: nothing was learned about the
 * host; see `reason`.
 */
export interface MailHostContact {
  readonly status: "encrypted" | "plain" | "broken" | "not_checked"
  /** The reason why the host was not checked, or the step that failed; null otherwise. */
  readonly reason: (typeof REASONS)[number] | null
  /** The TLS version, such as "TLSv1.3". */
  readonly protocol: string | null
  readonly certificate: MailHostCertificate | null
  /** The certificates from the leaf upwards. Each certificate is signed by the next one. */
  readonly fingerprints: ReadonlyArray<CertificateFingerprints>
}

/** Network access other than DNS. Its methods reject only if the signal aborts. */
export interface Transport {
  readonly get: (
    url: string,
    options: { readonly maxBytes: number; readonly signal: AbortSignal }
  ) => Promise<HttpsAnswer>
  /** Connects to port 25 and sends EHLO, STARTTLS and QUIT, but no email. If null, mail hosts are never contacted. */
  readonly startTls: ((host: string, signal: AbortSignal) => Promise<MailHostContact>) | null
}

/** Opens network access for one check. The check's resolver resolves all names. */
export type OpenTransport = (resolve: ResolveAddresses) => Transport

const acceptNotContacted = /* @__PURE__ */ argumentsOf("notContacted", () => ({ reason: nullable(oneOf(...REASONS)) }))

/** Returns the result for a connection that was not made, or that showed nothing about the host. */
export const notContacted = (reason: MailHostContact["reason"]): MailHostContact => {
  acceptNotContacted(reason)
  return { status: "not_checked", reason, protocol: null, certificate: null, fingerprints: [] }
}
