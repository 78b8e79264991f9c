import { type SharedCauseKind, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { randomBytes } from "../../sql/Randomness.ts"
import {
  isFailing,
  isInNetwork,
  isLiveDomain,
  networkOf,
  SHARED_FROM,
  SHARED_MINUTES
} from "../../monitors/statements/neighbours.sql.ts"
import type { PendingNotification } from "./takeUndispatched.ts"

const LOCK = "cause:"

/**
 * Locks the shared causes of an account, so that its notifications are processed one after the other and join one cause
 * instead of creating several.
 */
export const lockCauses = (sql: SqlClient.SqlClient, accountKey: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${LOCK} || ${accountKey}::text, 0))`

const MINUTES = `interval '${SHARED_MINUTES} minutes'`

const known = (sql: SqlClient.SqlClient, incident: string) =>
  sql<{ readonly key: string }>`
    select cause_id::text as key from shared_cause_incident where incident_id = ${incident}::bigint`

const incidentOf = (sql: SqlClient.SqlClient, notification: string) =>
  sql<{ readonly incident: string; readonly mayShare: boolean }>`
    select i.id::text as incident, n.kind = 'down' and coalesce(host(i.address), i.name_servers) is not null as "mayShare"
    from notification n join incident i on i.id = n.incident_id where n.id = ${notification}::bigint`

/** SQL for the incident `own`, and for the incidents `near` that may share its cause. */
const near = `
  own as materialized (
    select i.id, i.account_id, i.address, i.name_servers, i.started_at, ${networkOf("i.address")} as network
    from incident i where i.id = $1::bigint
  ), near as materialized (
    select i.id, i.monitor_id, i.address, i.name_servers
    from own join incident i on i.account_id = own.account_id
      and i.started_at between own.started_at - ${MINUTES} and own.started_at + ${MINUTES}
    where i.address <<= own.network or i.name_servers = own.name_servers
  )`

interface Candidate {
  readonly kind: SharedCauseKind
  readonly value: string
  /**
   * The internal key of the newest shared cause of this kind and value that has not ended. Null if there is no such
   * cause.
   */
  readonly key: string | null
}

/**
 * SQL for the cause that failures at about the same time share, preferably a cause that is already stored. A failure is
 * an incident, or a monitor that fails but is not confirmed to be down. A network counts only if several of its
 * addresses fail. A network is preferred to an address if enough failures are at other addresses of the network.
 */
const CANDIDATES = `
  with ${near},
  failing as materialized (
    select monitor_id, address, name_servers from near
    union
    select s.monitor_id, s.last_address, null
    from own join monitor_schedule s on ${isInNetwork("s.last_address", "own.network")}
    join monitor m on m.id = s.monitor_id and m.account_id = own.account_id
    where ${isLiveDomain} and ${isFailing}
      and s.streak_started_at between own.started_at - ${MINUTES} and own.started_at + ${MINUTES}
    union
    select s.monitor_id, null, own.name_servers
    from own join monitor m on m.account_id = own.account_id join monitor_schedule s on s.monitor_id = m.id
    where own.name_servers is not null and ${isLiveDomain} and s.streak_started_at is not null
      and s.streak_error_code like 'dns\\_%'
      and s.streak_started_at between own.started_at - ${MINUTES} and own.started_at + ${MINUTES}
      and monitor_name_servers(m.id) = own.name_servers
  ), found as (
    select 'address' as kind, host(own.address) as value, 2 as rank
    from own where (select count(distinct f.monitor_id) from failing f where f.address = own.address) >= ${SHARED_FROM}
    union all
    select 'network', own.network::text, case
      when (select count(distinct f.monitor_id) from failing f where f.address = own.address) < ${SHARED_FROM} then 1
      when (select count(distinct f.monitor_id) from failing f where f.address <> own.address) >= ${SHARED_FROM} then 1
      else 3 end
    from own where (select count(distinct f.monitor_id) from failing f where f.address <<= own.network) >= ${SHARED_FROM}
      and (select count(distinct f.address) from failing f where f.address <<= own.network) > 1
    union all
    select 'name_servers', own.name_servers, 0
    from own where (select count(distinct f.monitor_id) from failing f where f.name_servers = own.name_servers) >= ${SHARED_FROM}
  )
  select found.kind, found.value, c.id::text as key
  from found cross join own left join lateral (
    select c.id from shared_cause c
    where c.account_id = own.account_id and c.kind = found.kind and c.value = found.value
      and c.joined_at > mon_now() - ${MINUTES}
    order by c.id desc limit 1) c on true
  order by c.id nulls last, found.rank limit 1`

/**
 * SQL that adds all incidents near the incident $1 to its shared cause $2, so that the next notifications find that
 * cause.
 */
const JOIN = `
  with ${near}, joined as (
    insert into shared_cause_incident (incident_id, cause_id)
    select near.id, c.id from near join shared_cause c on c.id = $2::bigint
    where case c.kind when 'address' then near.address = c.value::inet when 'network' then near.address <<= c.value::inet
      else near.name_servers = c.value end
    on conflict (incident_id) do nothing
  )
  update shared_cause set joined_at = mon_now() where id = $2::bigint`

const open = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, incident: string, { kind, value }: Candidate) {
  const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
  const [row] = yield* sql<{ readonly key: string }>`
    insert into shared_cause (public_id, account_id, kind, value)
    select ${id}::uuid, account_id, ${kind}, ${value} from incident where id = ${incident}::bigint
    returning id::text as key`
  return row?.key ?? null
})

export const sharedCause = (sql: SqlClient.SqlClient) =>
  operation("Deliveries.sharedCause", function* (notification: PendingNotification) {
    const [own] = yield* incidentOf(sql, notification.key)
    if (own === undefined) return null
    const [before] = yield* known(sql, own.incident)
    if (before !== undefined || !own.mayShare) return before?.key ?? null
    yield* lockCauses(sql, notification.accountKey)
    const [meanwhile] = yield* known(sql, own.incident)
    if (meanwhile !== undefined) return meanwhile.key
    const [candidate] = yield* sql.unsafe<Candidate>(CANDIDATES, [own.incident])
    if (candidate === undefined) return null
    const cause = candidate.key ?? (yield* open(sql, own.incident, candidate))
    yield* sql.unsafe(JOIN, [own.incident, cause])
    return cause
  })
