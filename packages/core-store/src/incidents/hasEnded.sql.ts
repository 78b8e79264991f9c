import type { FactKind } from "@mon/model"
import { urlStateCodes } from "../monitors/statements/MonitorCodes.ts"

const schedule = (n: string, condition: string): string =>
  `exists (select from monitor_schedule s where s.monitor_id = ${n}.monitor_id and ${condition})`

/**
 * The SQL conditions by which the state in a notification has ended, by kind. Notifications of other kinds are about
 * events.
 */
const ENDED: Partial<Readonly<Record<FactKind, (n: string) => string>>> = {
  down: (n) => `exists (select from incident i where i.id = ${n}.incident_id and i.resolved_at is not null)`,
  // Nobody is notified of an outage in a maintenance window or while a parent is down, or of its end. So a recovery
  // before such an outage still counts as the current state.
  up: (n) =>
    `exists (
      select from incident i where i.monitor_id = ${n}.monitor_id and i.resolved_at is null and not i.is_unannounced
        and not exists (
          select from notification o join parent_suppression s on s.notification_id = o.id and s.ended_at is null
          where o.incident_id = i.id and o.kind = 'down'))`,
  degraded: (n) => schedule(n, "not s.is_degraded"),
  page_error: (n) => schedule(n, `s.state <> ${urlStateCodes.error}`),
  certificate_invalid: (n) =>
    `exists (select from monitor_facts f where f.monitor_id = ${n}.monitor_id and (f.ssl ->> 'valid')::boolean)`
}

/** SQL for whether the state in the notification `n` has ended, as far as the store knows. */
export const hasEnded = (n: string): string =>
  `case ${n}.kind ${Object.entries(ENDED)
    .map(([kind, ended]) => `when '${kind}' then ${ended(n)}`)
    .join(" ")} else false end`
