import type { CertificateProblem } from "../tls/CertificateFacts.ts"
import type { CheckRequest } from "../CheckResult.ts"
import type { DnsRequest } from "../service/probeDns.ts"
import type { DialogueStep } from "../service/probeTcp.ts"
import type { TlsSettings } from "../tls/Trust.ts"

/** A pattern that must or must not match a body or a header. */
export interface PatternRule {
  /** The pattern as it is written in the configuration file. */
  readonly source: string
  /** The pattern in the syntax of this package. */
  readonly pattern: string
  readonly ignoreCase: boolean
  /** Whether the probe fails if the pattern matches. If false, the probe fails if the pattern does not match. */
  readonly failsOnMatch: boolean
}

/** A rule about one header. */
export interface HeaderRule extends PatternRule {
  /** The name of the header, in lower case. */
  readonly header: string
  /** Whether the probe may succeed without the header. */
  readonly allowMissing: boolean
}

interface AnyModule {
  /** The time limit in milliseconds. Null means the timeout that Prometheus sends. */
  readonly timeoutMs: number | null
  /** The address family that is tried first, and whether the other family is tried if the name has no such address. */
  readonly family: { readonly preferred: 4 | 6; readonly fallback: boolean } | null
  /** Whether the certificate must be valid. */
  readonly verifies: boolean
  /** The certificate problems that are ignored, because the configuration allows old versions of TLS. */
  readonly ignoredProblems: ReadonlyArray<CertificateProblem>
  readonly tlsSettings: TlsSettings
  /** The name for SNI and for the certificate. Null means the host of the target. */
  readonly serverName: string | null
}

/** A module of the prober http: its request, and the conditions under which its probe succeeds. */
export interface HttpModule extends AnyModule {
  readonly prober: "http"
  readonly request: Pick<
    CheckRequest,
    "body" | "followRedirects" | "headers" | "keepAnswerBytes" | "method" | "userAgent"
  >
  /** The accepted statuses. An empty list means 200 to 299. */
  readonly statusCodes: ReadonlyArray<number>
  /** The accepted versions, such as "HTTP/1.1". An empty list means all versions. */
  readonly httpVersions: ReadonlyArray<string>
  readonly allowsHttp2: boolean
  /** The Host header. Null means the host of the target. */
  readonly host: string | null
  /** The value of the Accept-Encoding header. Null means every coding that the probe can decode. */
  readonly acceptEncoding: string | null
  /** The content coding that the answer must have, in lower case. Null means any coding. */
  readonly contentCoding: string | null
  /** The most bytes of the decoded body. Null means no limit. */
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

/** The rules about the records in one section of a DNS answer. */
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
  /** The accepted response codes, such as "NOERROR". The list is never empty. */
  readonly rcodes: ReadonlyArray<string>
  readonly sections: Readonly<Record<"additional" | "answers" | "authority", RecordRules>>
}

/** A module of the configuration: its request, and the conditions under which its probe succeeds. */
export type ProbeModule = DnsModule | HttpModule | TcpModule
