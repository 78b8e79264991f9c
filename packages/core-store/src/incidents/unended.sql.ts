/** The kind of alert that each kind of recovery ends. */
export const opened: ReadonlyMap<string, string> = new Map([
  ["up", "down"],
  ["recovered", "degraded"],
  ["email_health_recovery", "email_health_alert"],
  ["external_resolved", "external_alert"]
])

/** SQL for the kind of alert that the recovery `n` ends. Null if `n` is not a recovery. */
export const openedBy = (n: string): string =>
  `case ${n}.kind ${[...opened].map(([recovery, opening]) => `when '${recovery}' then '${opening}'`).join(" ")} end`

/**
 * SQL for whether two notifications are about the same monitor. Notifications without a monitor must be about the same
 * incident.
 */
export const sameSubject = (one: string, other: string): string =>
  `(${one}.monitor_id = ${other}.monitor_id or (${other}.monitor_id is null and ${one}.incident_id = ${other}.incident_id))`

/**
 * Selects the deliveries of the alerts that the recovery `n` ends, for recipients who got or may have got such an alert
 * and have had no earlier recovery.
 */
export const unended = (n: string): string => `
  select d.* from notification opening
  join notification_delivery d on d.notification_id = opening.id
  left join notification_delivery message on message.id = d.digest_id
  where ${sameSubject("opening", n)} and opening.kind = ${openedBy(n)} and opening.id < ${n}.id
    and (d.status in ('pending', 'sent') or d.attempts > 0 or message.attempts > 0)
    and not exists (
      select from notification ending join notification_delivery e on e.notification_id = ending.id
      where ${sameSubject("ending", n)} and ending.kind = ${n}.kind and ending.id between opening.id and ${n}.id - 1
        and (e.status = 'sent' or (e.status = 'pending' and e.channel = 'webhook')) and e.channel = d.channel and lower(e.target) = lower(d.target))`
