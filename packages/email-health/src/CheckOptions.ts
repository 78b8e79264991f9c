import type { Zone } from "@mon/dns"
import type { CheckPart } from "./CheckLimits.ts"
import type { DnsList, ListKeys } from "./blacklist/lists.ts"
import type { OpenTransport } from "./network/Transport.ts"
import type { RepairOptions } from "./repair/RepairPlan.ts"

/** Settings of the service. */
export interface EmailHealthSettings {
  /** The DNS blacklists to query; `[]` for none. Default: `OPEN_LISTS`, which need no contract. */
  readonly lists?: ReadonlyArray<DnsList>
  /** The keys and confirmations that enable blacklists which require a key or a registration. */
  readonly listKeys?: ListKeys
  /** The time limit of a whole check, in milliseconds. Default: 20,000. */
  readonly deadlineMs?: number
  /**
   * The function that opens connections to web servers and mail hosts; see `openTransport`. If null, only the DNS is
   * checked. Default: connections to public addresses if the check uses its own DNS client, and null otherwise.
   */
  readonly transport?: OpenTransport | null
}

/** Options of one check. */
export interface CheckOptions {
  /** The DKIM selectors that the domain is known to use; at most 20. */
  readonly selectors?: ReadonlyArray<string>
  /**
   * Whether to connect once to port 25 of each mail host, to check STARTTLS and its certificate. No email is sent.
   * Default: false.
   */
  readonly startTls?: boolean
  /** Whether to ignore answers that earlier checks cached. Default: false. */
  readonly fresh?: boolean
  /** The facts that the repair plan needs and that only the domain's owner knows. */
  readonly repair?: RepairOptions
  /** A callback that is called when a part of the check is complete. */
  readonly onProgress?: (part: CheckPart) => void
}

/** The options that select the resolver. */
export interface ResolverOptions {
  /** The DNS servers, such as "192.0.2.1:53"; the port is optional. Default: the system's servers. */
  readonly servers?: ReadonlyArray<string>
  /** A declarative zone, which is used instead of DNS servers and needs no network. */
  readonly zone?: Zone
  readonly signal?: AbortSignal
}

/** The options of {@link checkEmailHealth}. */
export interface CheckEmailHealthOptions extends EmailHealthSettings, CheckOptions, ResolverOptions {}
