import type { CertificateProblem } from "../tls/CertificateFacts.ts"
import type { CheckRequest } from "../CheckResult.ts"
import type { DnsRequest } from "../service/probeDns.ts"
import type { DialogueStep } from "../service/probeTcp.ts"
import type { TlsSettings } from "../tls/Trust.ts"

/** A pattern that a body or a header must have, or must not have. */
export interface PatternRule {
  /** As it stands in the file. */
  readonly source: string
  /** In the syntax of this package. */
  readonly pattern: string
  readonly ignoreCase: boolean
  /** Whether a match makes the probe fail. Otherwise, the probe fails without a match. */
  readonly failsOnMatch: boolean
}

/** A rule about one header. */
export interface HeaderRule extends PatternRule {
  /** Lower case. */
  readonly header: string
  /** Whether the probe may succeed without the header. */
  readonly allowMissing: boolean
}

interface AnyModule {
  /** Milliseconds; null: as long as Prometheus waits. */
  readonly timeoutMs: number | null
  /** The address family that is tried first, and whether the other one is tried if a name has none of it. */
  readonly family: { readonly preferred: 4 | 6; readonly fallback: boolean } | null
  /** Whether the certificate must be valid. */
  readonly verifies: boolean
  /** Problems of a certificate that do not matter: the file allows old versions of TLS. */
  readonly ignoredProblems: ReadonlyArray<CertificateProblem>
  readonly tlsSettings: TlsSettings
  /** The name for SNI and for the certificate; null: the host. */
  readonly serverName: string | null
}

/** A module of the prober http: its request, and the conditions under which its probe succeeds. */
export interface HttpModule extends AnyModule {
  readonly prober: "http"
  readonly request: Pick<
    CheckRequest,
    "body" | "followRedirects" | "headers" | "keepAnswerBytes" | "method" | "userAgent"
  >
  /** Empty: 200 to 299. */
  readonly statusCodes: ReadonlyArray<number>
  /** As in "HTTP/1.1". Empty: all. */
  readonly httpVersions: ReadonlyArray<string>
  readonly allowsHttp2: boolean
  /** The Host header; null: the host of the target. */
  readonly host: string | null
  /** The value of the Accept-Encoding header; null: everything that the probe can decode. */
  readonly acceptEncoding: string | null
  /** The content coding that the answer must have, in lower case; null: any. */
  readonly contentCoding: string | null
  /** Bytes of the decoded body; null: no limit. */
  readonly mostBytes: number | null
  readonly failsIfSecure: boolean
  readonly failsIfNotSecure: boolean
  readonly body: ReadonlyArray<PatternRule>
  readonly headers: ReadonlyArray<HeaderRule>
}

/** A module of the prober tcp. */
export interface TcpModule extends AnyModule {
  readonly prober: "tcp"
  /** Whether the connection begins with a TLS handshake. */
  readonly tls: boolean
  readonly steps: ReadonlyArray<DialogueStep>
}

/** Rules about the records of one section. */
export interface RecordRules {
  readonly failIfMatches: ReadonlyArray<PatternRule>
  readonly failIfAllMatch: ReadonlyArray<PatternRule>
  readonly failIfNotMatches: ReadonlyArray<PatternRule>
  readonly failIfNoneMatches: ReadonlyArray<PatternRule>
}

/** A module of the prober dns. */
export interface DnsModule extends AnyModule {
  readonly prober: "dns"
  readonly query: Required<Pick<DnsRequest, "name" | "recursion" | "transport" | "type">>
  /** As in "NOERROR". Never empty. */
  readonly rcodes: ReadonlyArray<string>
  readonly sections: Readonly<Record<"additional" | "answers" | "authority", RecordRules>>
}

/** A module of the configuration: its request, and the conditions under which its probe succeeds. */
export type ProbeModule = DnsModule | HttpModule | TcpModule
