import type { PortObserverSettings } from "@mon/checks"
import type { ListKeys } from "@mon/email-health"
import { type RetentionDays, retentionDays } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"

export interface WorkerSettings {
  /** The name servers as "address:port" (MON_DNS_SERVERS). Empty: the name servers of the system. */
  readonly dnsServers: ReadonlyArray<string>
  /** The private CIDRs that checks may reach (MON_ALLOW_PRIVATE_NETWORKS). */
  readonly allowPrivateNetworks: ReadonlyArray<string>
  /** The trust anchors in addition to Node's default trust anchors, in PEM form (MON_EXTRA_CA_FILE). */
  readonly extraCa: ReadonlyArray<string>
  /** The keys and consents for DNS lists that require them (MON_DNSBL_*). Default: none. */
  readonly listKeys?: ListKeys
  /**
   * Whether to connect to the mail hosts of monitored domains. Absent: false. The environment variable
   * MON_CONTACT_MAIL_HOSTS has the default true.
   */
  readonly contactMailHosts?: boolean
  /**
   * The path of the browser for screenshots (MON_CHROMIUM_PATH). Default: the browser is searched for in the usual
   * folders.
   */
  readonly chromiumPath?: string | null
  /** The additional URLs to which a self-test sends requests (MON_REFERENCE_TARGETS). */
  readonly referenceTargets: ReadonlyArray<string>
  /**
   * The URL to which the worker sends requests while the service works (MON_HEARTBEAT_URL). It is a secret. Default:
   * none.
   */
  readonly heartbeatUrl?: Redacted.Redacted | null
  /** The URL of the list of RDAP servers (MON_RDAP_BOOTSTRAP_URL). Default: IANA's list. */
  readonly rdapBootstrapUrl?: string | null
  /**
   * The "host" or "host:port" of the WHOIS server that names the responsible WHOIS servers (MON_WHOIS_SERVER). Default:
   * IANA's server.
   */
  readonly whoisServer?: string | null
  /** The port on which the name servers of watched domains are queried (MON_DNS_WATCH_PORT). Default: 53. */
  readonly dnsWatchPort?: number
  /**
   * The settings for connections to other ports of a server that does not respond. Only tests change these settings.
   */
  readonly observedPorts?: PortObserverSettings
  /** The program that the processes for single checks run. Only tests change it. */
  readonly checkProgram?: URL
  /** The location from which checks run, as shown in the history (MON_LOCATION). */
  readonly location: string
  /** The network or provider of the location (MON_LOCATION_NETWORK). Default: null, which means unknown. */
  readonly locationNetwork?: string | null
  /** The host name or address of the service (MON_BASE_URL). Default: null, which means unknown. */
  readonly serviceHost?: string | null
  /** Whether a mail server is configured (MON_SMTP_URL). Default: true. */
  readonly hasMailServer?: boolean
  /** The maximum number of checks in flight (MON_WORKER_CONCURRENCY). */
  readonly concurrency: number
  /**
   * The time from the timeout of a check until another worker may claim the monitor, in milliseconds
   * (MON_LEASE_MARGIN_SECONDS).
   */
  readonly leaseMarginMs: number
  /** The numbers of days for which rows are stored (MON_RETENTION_*). Default: `retentionDays`. */
  readonly retention?: RetentionDays
}

export class WorkerConfig extends Context.Service<WorkerConfig, WorkerSettings>()("@mon/worker/WorkerConfig") {
  static readonly layer = (settings: WorkerSettings): Layer.Layer<WorkerConfig> => Layer.succeed(WorkerConfig, settings)

  /** The numbers of days for which rows are stored, including the defaults. */
  static readonly retention: Effect.Effect<RetentionDays, never, WorkerConfig> = Effect.map(
    WorkerConfig,
    ({ retention = retentionDays }) => retention
  )
}
