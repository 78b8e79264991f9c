import type { ListKeys } from "@mon/email-health"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"

/** Settings of a worker (decisions section 9). */
export interface WorkerSettings {
  /** Name servers as "address:port"; the system's own when empty (MON_DNS_SERVERS). */
  readonly dnsServers: ReadonlyArray<string>
  /** CIDRs that the address policy lets through (MON_ALLOW_PRIVATE_NETWORKS). */
  readonly allowPrivateNetworks: ReadonlyArray<string>
  /** Trust anchors beside the usual ones, in PEM form (MON_EXTRA_CA_FILE). */
  readonly extraCa: ReadonlyArray<string>
  /** Keys and consents of DNS lists that require one (MON_DNSBL_*). Default: none. */
  readonly listKeys?: ListKeys
  /** The browser for screenshots (MON_CHROMIUM_PATH). Default: the usual paths are tried. */
  readonly chromiumPath?: string | null
  /** URLs that a self-test checks besides (MON_REFERENCE_TARGETS). */
  readonly referenceTargets: ReadonlyArray<string>
  /** Where registrations are looked up: the list of RDAP servers (MON_RDAP_BOOTSTRAP_URL). Default: the one of IANA. */
  readonly rdapBootstrapUrl?: string | null
  /** "host" or "host:port" of the server that knows all WHOIS servers (MON_WHOIS_SERVER). Default: the one of IANA. */
  readonly whoisServer?: string | null
  /** Where the checks are made from, as the history shows it (MON_LOCATION). */
  readonly location: string
  /** Most checks in flight (MON_WORKER_CONCURRENCY). */
  readonly concurrency: number
  /** How long after a check's timeout another worker may take the monitor over (MON_LEASE_MARGIN_SECONDS). */
  readonly leaseMarginMs: number
}

/** The settings of the worker of this process. */
export class WorkerConfig extends Context.Service<WorkerConfig, WorkerSettings>()("@mon/worker/WorkerConfig") {
  static readonly layer = (settings: WorkerSettings): Layer.Layer<WorkerConfig> => Layer.succeed(WorkerConfig, settings)
}
