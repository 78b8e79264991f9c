import type { CertificateProblem } from "../tls/CertificateFacts.ts"
import type { CheckRequest } from "../CheckResult.ts"
import type { DnsRequest } from "../service/probeDns.ts"
import type { DialogueStep } from "../service/probeTcp.ts"
import type { TlsSettings } from "../tls/Trust.ts"

export interface PatternRule {
  /** The pattern as it is written in the configuration file. */
  readonly source: string
  readonly pattern: string
  readonly ignoreCase: boolean
  /** Whether the probe fails if the pattern matches. If false, the probe fails if the pattern does not match. */
  readonly failsOnMatch: boolean
}

export interface HeaderRule extends PatternRule {
  /** The name of the header, in lower case. */
  readonly header: string
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
  /** Null means no limit. */
  readonly mostBytes: number | null
  readonly failsIfSecure: boolean
  readonly failsIfNotSecure: boolean
  readonly body: ReadonlyArray<PatternRule>
  readonly headers: ReadonlyArray<HeaderRule>
}

export interface TcpModule extends AnyModule {
  readonly prober: "tcp"
  /** Whether the connection begins with a TLS handshake. */
  readonly tls: boolean
  readonly steps: ReadonlyArray<DialogueStep>
}

export interface RecordRules {
  readonly failIfMatches: ReadonlyArray<PatternRule>
  readonly failIfAllMatch: ReadonlyArray<PatternRule>
  readonly failIfNotMatches: ReadonlyArray<PatternRule>
  readonly failIfNoneMatches: ReadonlyArray<PatternRule>
}

export interface DnsModule extends AnyModule {
  readonly prober: "dns"
  readonly query: Required<Pick<DnsRequest, "name" | "recursion" | "transport" | "type">>
  /** The accepted response codes, such as "NOERROR". The list is never empty. */
  readonly rcodes: ReadonlyArray<string>
  readonly sections: Readonly<Record<"additional" | "answers" | "authority", RecordRules>>
}

export interface IcmpModule extends AnyModule {
  readonly prober: "icmp"
  /** The bytes in the packet, without its headers. */
  readonly bytes: number
}

export interface GrpcModule extends AnyModule {
  readonly prober: "grpc"
  /** The name of the service whose health is asked for. Empty means the whole server. */
  readonly service: string
  readonly tls: boolean
  readonly metadata: Readonly<Record<string, string>>
}

export type ProbeModule = DnsModule | GrpcModule | HttpModule | IcmpModule | TcpModule
