import { isUnsafe } from "./monitorColumns.ts"

/** SQL for the plan in force of an account `a`, like `effectivePlan` of @mon/model. */
export const planInForce = "case when a.plan_expires_at <= mon_now() then 'free' else a.plan end"

/**
 * SQL for the number of DNS watches in the account of a monitor `m` that are older than its own. The newest watches
 * stop if there are more than the plan allows.
 */
export const olderDnsWatches = `(
  select count(*)::int from monitor o
  where o.account_id = m.account_id and o.dns_watch is not null and o.deleted_at is null and o.id < m.id
)`

/**
 * SQL for whether the proof of the host of a monitor `m` has been missing for too long. Null: the monitor needs no
 * proof.
 */
export const isUnproven = `case when ${isUnsafe("m")} then exists (
  select 1 from host_proof h
  where h.account_id = m.account_id and h.hostname = m.hostname and h.stopped_at is not null
) end`
