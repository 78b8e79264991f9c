import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { accountsToNotify } from "./accounts/AccountDeletions.ts"
import { deliveryDueAt, GATHER_AFTER, waitsForTime } from "./incidents/deliveries/dueDeliveries.ts"
import { statesDueAt } from "./incidents/deliveries/Deliveries.ts"
import { anyUndispatched, type DeliveryChannel, deliveryChannels } from "./incidents/deliveries/takeUndispatched.ts"
import { windowEnd } from "./incidents/outcome.ts"
import { incidentsToObserve } from "./incidents/IncidentDiagnoses.ts"
import { repairsToFollow } from "./incidents/IncidentRepairs.ts"
import { certificateRepairsToFollow } from "./monitors/CertificateRepairs.ts"
import { isOfKind, kindsWithIncidents } from "./monitors/statements/MonitorCodes.ts"
import { needsServiceProofs } from "./monitors/statements/stoppedColumns.ts"
import { isUndone } from "./jobs/SimulationJobs.ts"
import { isNoticeDue } from "./statusPages/StatusPageHosts.ts"
import { maintenanceToMove, pagesToFollow } from "./statusPages/pages/followIncidents.ts"
import { jobDueAt } from "./jobs/Jobs.ts"
import { operation } from "./sql/operation.ts"

/**
 * SQL for the time at which the first row of a schedule can be claimed: the due time of the row or the end of its
 * lease, whichever is later. The index uses this expression too.
 */
const first = (table: string, condition = "true") =>
  `(select greatest(next_at, lease_until) from ${table} where ${condition} order by greatest(next_at, lease_until) limit 1)`

const now = (condition: string) => `case when ${condition} then mon_now() end`
const ifAny = (rows: string) => now(`exists (select from ${rows})`)

const monitors = (condition: string) => first("monitor_schedule", `next_at is not null and ${condition}`)

const subscribers = (kind: "email" | "webhook") =>
  ifAny(`status_delivery where kind = '${kind}' and status = 'pending' and next_at <= mon_now()`)

/**
 * SQL for the due time of each kind of work. No due time is later than the moment at which a claim would first find
 * such work.
 */
const dueAt = {
  domains: `least(${kindsWithIncidents.map((kind) => monitors(isOfKind("monitor_schedule", kind))).join(", ")})`,
  pages: monitors(isOfKind("monitor_schedule", "url")),
  certificates: first("certificate_schedule"),
  "DNS watches": first("dns_watch"),
  "email health": first("email_health_schedule", "next_at is not null"),
  "proofs of hosts": first("host_proof"),
  "proofs of services": first("service_proof", needsServiceProofs),
  registrations: `least(${ifAny("monitor_registration where domain is null")}, ${first("registration", "next_at is not null")})`,
  simulations: `(select coalesce(s.lease_until, mon_now()) from simulation s where ${isUndone}
    order by s.lease_until nulls first limit 1)`,
  "subscribers by email": subscribers("email"),
  "subscribers by webhook": subscribers("webhook"),
  notifications: now(anyUndispatched),
  windows: `(select ${windowEnd} + ${GATHER_AFTER} from notification_delivery
    where status = 'pending' and digest_id is null and ${windowEnd} is not null order by ${windowEnd} limit 1)`,
  "released alerts": ifAny("parent_suppression where ended_at is null"),
  "states to announce": statesDueAt,
  "ends of maintenance": ifAny("maintenance_waiting"),
  "servers of incidents": ifAny(incidentsToObserve),
  "repairs of incidents": ifAny(repairsToFollow),
  "repairs of certificates": ifAny(certificateRepairsToFollow),
  "posts about incidents": ifAny(`status_page p where ${pagesToFollow}`),
  "planned maintenance": ifAny(`status_post s where ${maintenanceToMove}`),
  "notices about hosts": ifAny(`status_page_host h
    left join host_proof x on x.account_id = h.account_id and x.hostname = h.hostname where ${isNoticeDue}`),
  "notices about deletions": ifAny(accountsToNotify)
} as const satisfies Readonly<Record<string, string>>

/**
 * The kinds of work that become due in the database: deliveries by channel, jobs by queue, and all other kinds by name.
 */
export type DueKind = keyof typeof dueAt | `deliveries by ${DeliveryChannel}` | `jobs of ${string}`

const kinds: ReadonlyArray<readonly [DueKind, string]> = [
  ...(Object.entries(dueAt) as Array<[keyof typeof dueAt, string]>),
  ...deliveryChannels.map(
    (channel) =>
      [
        `deliveries by ${channel}`,
        `(select ${deliveryDueAt} from notification_delivery d where d.channel = '${channel}' and ${waitsForTime}
    order by ${deliveryDueAt} limit 1)`
      ] as const
  )
]

/**
 * The statement that reads all due times. The parameter $1 contains the names of queues. Without a parameter,
 * PostgreSQL would plan the statement each time.
 */
const STATEMENT = `
  select due.kind, extract(epoch from due.at - mon_now())::double precision * 1000 as "inMs" from (
    ${kinds.map(([kind, at]) => `select '${kind}' as kind, ${at} as at`).join("\n    union all ")}
    union all select 'jobs of ' || q.queue, (select ${jobDueAt} from job j
      where j.queue = q.queue and dead_at is null order by ${jobDueAt} limit 1) from unnest($1::text[]) as q (queue)
  ) due where due.at < 'infinity'`

/**
 * The times at which the workers have work to do. One statement reads all of them, so that the workers need no other
 * query while there is nothing to do.
 */
export class DueTimes extends Context.Service<DueTimes>()("@mon/core-store/DueTimes", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Returns the milliseconds until the first work of each kind and queue is due. 0 or less means now. A kind without
     * waiting work is absent.
     */
    next: operation("DueTimes.next", (queues: ReadonlyArray<string>) =>
      Effect.map(
        sql.unsafe<{ readonly kind: DueKind; readonly inMs: number }>(STATEMENT, [queues]),
        (rows): ReadonlyMap<DueKind, number> => new Map(rows.map(({ inMs, kind }) => [kind, inMs]))
      )
    )
  }))
}) {
  static readonly layer = Layer.effect(DueTimes, DueTimes.make)
}
