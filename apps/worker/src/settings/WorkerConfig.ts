import type { PortObserverSettings } from "@mon/checks"
import type { ListKeys } from "@mon/email-health"
import { type RetentionDays, retentionDays } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Settings of a worker. */
export interface WorkerSettings {
  /** Name servers as "address:port" (MON_DNS_SERVERS). Empty: the system's own. */
  readonly dnsServers: ReadonlyArray<string>
  /** Private CIDRs that may be reached all the same (MON_ALLOW_PRIVATE_NETWORKS). */
  readonly allowPrivateNetworks: ReadonlyArray<string>
  /** Additional trust anchors, in PEM form (MON_EXTRA_CA_FILE). */
  readonly extraCa: ReadonlyArray<string>
  /** Keys and consents of DNS lists that require one (MON_DNSBL_*). Default: none. */
  readonly listKeys?: ListKeys
  /** Whether to connect to the mail hosts of monitored domains (MON_CONTACT_MAIL_HOSTS). Default: false. */
  readonly contactMailHosts?: boolean
  /** The browser for screenshots (MON_CHROMIUM_PATH). Default: searched for in the usual locations. */
  readonly chromiumPath?: string | null
  /** Additional URLs that a self-test requests (MON_REFERENCE_TARGETS). */
  readonly referenceTargets: ReadonlyArray<string>
  /** The URL of the list of RDAP servers (MON_RDAP_BOOTSTRAP_URL). Default: IANA's. */
  readonly rdapBootstrapUrl?: string | null
  /** "host" or "host:port" of the server that refers to all WHOIS servers (MON_WHOIS_SERVER). Default: IANA's. */
  readonly whoisServer?: string | null
  /** The port at which the name servers of watched domains are asked (MON_DNS_WATCH_PORT). Default: 53. */
  readonly dnsWatchPort?: number
  /** The settings for asking other ports of a silent server. Only tests change it. */
  readonly observedPorts?: PortObserverSettings
  /** The program of processes that make single checks. Only tests change it. */
  readonly checkProgram?: URL
  /** The location that checks run from, as shown in the history (MON_LOCATION). */
  readonly location: string
  /** The network or provider of the location (MON_LOCATION_NETWORK). Null, the default: not known. */
  readonly locationNetwork?: string | null
  /** The host name or address of the service (MON_BASE_URL). Null, the default: not known. */
  readonly serviceHost?: string | null
  /** Whether a mail server is configured (MON_SMTP_URL). Default: yes. */
  readonly hasMailServer?: boolean
  /** The maximum number of checks in flight (MON_WORKER_CONCURRENCY). */
  readonly concurrency: number
  /** The time from a check's timeout until another worker may take over (MON_LEASE_MARGIN_SECONDS). Milliseconds. */
  readonly leaseMarginMs: number
  /** The numbers of days that rows are stored (MON_RETENTION_*). Default: `retentionDays`. */
  readonly retention?: RetentionDays
}

/** The settings of this process's worker. */
export class WorkerConfig extends Context.Service<WorkerConfig, WorkerSettings>()("@mon/worker/WorkerConfig") {
  static readonly layer = (settings: WorkerSettings): Layer.Layer<WorkerConfig> => Layer.succeed(WorkerConfig, settings)

  /** The numbers of days that rows are stored, with their defaults. */
  static readonly retention: Effect.Effect<RetentionDays, never, WorkerConfig> = Effect.map(
    WorkerConfig,
    ({ retention = retentionDays }) => retention
  )
}
