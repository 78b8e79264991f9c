import {
  type PlanName,
  type PlanTable,
  type StatusPageHost,
  type StatusPageHostAddress,
  statusPageHostLimits
} from "@mon/model"

/**
 * The stored custom host name of a page, without its records and its address. The records and the address depend on
 * where the service runs.
 */
export type StoredStatusPageHost = Omit<StatusPageHost, "displayName" | "records" | "url">

export interface ServedHost {
  readonly hostname: string
  /** False if the plan allows fewer host names. */
  readonly isActive: boolean
  /**
   * Whether links to the host name reach the page, as far as is known. If the links do not reach the page, links use
   * the address of the page at the service.
   */
  readonly leadsHere: boolean
}

const DAY_MS = 86_400_000

/** SQL for whether another page has proven the host name of the row `alias` of `status_page_host`. */
export const isHeldByOther = (alias: string): string =>
  `exists (select from status_page_host o where o.hostname = ${alias}.hostname and o.id <> ${alias}.id
    and o.proven_at is not null and o.released_at is null)`

/**
 * SQL for the number of host names in the account that are older than the row `h`. If the account has more host names
 * than the plan allows, the newest host names stop.
 */
export const olderHosts =
  "(select count(*)::int from status_page_host o where o.account_id = h.account_id and o.id < h.id)"

/**
 * Returns "plan" if a host name is stopped because the account has more host names than its plan allows. Otherwise
 * returns null.
 */
const hostStoppedBy = (
  { olderHosts: older, plan }: { readonly olderHosts: number; readonly plan: PlanName },
  plans: PlanTable
): "plan" | null => (older < plans[plan].statusPageHosts ? null : "plan")

/** SQL for whether the host name of the row `h` is proven for its page and has not been released. */
export const isProvenHost = "h.proven_at is not null and h.released_at is null"

/**
 * SQL for whether links to the host name of the row `h` reach the page. Behind a CDN, the addresses of the host name do
 * not show this, but the requests that arrive do.
 */
export const leadsHere =
  "coalesce(h.address = 'here', true) or coalesce(h.reached_at > mon_now() - interval '2 days', false)"

export interface HostRow {
  readonly hostname: string
  readonly provenAt: Date | null
  readonly foundAt: Date | null
  readonly releasedAt: Date | null
  readonly absentSince: Date | null
  readonly address: StatusPageHostAddress | null
  readonly leadsHere: boolean
  readonly checkedAt: Date | null
  readonly createdAt: Date
  readonly olderHosts: number
  readonly plan: PlanName
}

/** SQL for the columns of a {@link HostRow}, from a host name `h`, its account `a` and the lookups of its proof `x`. */
export const hostColumns = (planInForce: string): string =>
  `h.hostname, h.proven_at as "provenAt", h.found_at as "foundAt", h.released_at as "releasedAt",
  x.absent_since as "absentSince", h.address, ${leadsHere} as "leadsHere", h.checked_at as "checkedAt", h.created_at as "createdAt",
  ${olderHosts} as "olderHosts", ${planInForce} as plan`

const stateOf = ({
  absentSince,
  foundAt,
  leadsHere: leads,
  provenAt,
  releasedAt
}: HostRow): StoredStatusPageHost["state"] => {
  if (releasedAt !== null) return foundAt === null ? "released" : "taken"
  if (provenAt === null) return foundAt === null ? "waiting_for_txt" : "taken"
  if (absentSince !== null) return "failing"
  return leads ? "active" : "waiting_for_address"
}

export const storedHost = (row: HostRow, plans: PlanTable): StoredStatusPageHost => {
  const state = stateOf(row)
  const failingSince = state === "failing" ? row.absentSince : null
  return {
    hostname: row.hostname,
    state,
    stoppedBy: hostStoppedBy(row, plans),
    address: row.address,
    failingSince: failingSince?.toISOString() ?? null,
    releasesAt:
      failingSince === null
        ? null
        : new Date(failingSince.getTime() + statusPageHostLimits.releaseDays * DAY_MS).toISOString(),
    checkedAt: row.checkedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString()
  }
}

export const servedHost = (
  {
    hostname,
    leadsHere: leads,
    olderHosts: older,
    plan
  }: {
    readonly hostname: string | null
    readonly leadsHere: boolean
    readonly olderHosts: number | null
    readonly plan: PlanName
  },
  plans: PlanTable
): ServedHost | null =>
  hostname === null
    ? null
    : { hostname, isActive: hostStoppedBy({ olderHosts: older ?? 0, plan }, plans) === null, leadsHere: leads }
