import { isParentInQuestion } from "../monitors/parents.sql.ts"

/** The facts that a monitor is not available. Recoveries of what was announced are never suppressed. */
export const OPENINGS = "('down', 'page_error')"

/** An alert waits this long for the verdict about a parent. Confirming an outage takes as long. */
const LONGEST_WAIT_SECONDS = 60
/** The first failed check of a page precedes its alert by less than this. */
const PAGE_CONFIRMATION_SECONDS = 60

/**
 * SQL for whether the notification `n` waits: for the verdict about a parent, or, if it is a recovery, for the outage
 * before it, so that nobody hears of them in the wrong order.
 */
export const waitsForParent = `(case
    when n.kind in ${OPENINGS} then n.created_at > mon_now() - interval '${LONGEST_WAIT_SECONDS} seconds'
      and ${isParentInQuestion(
        "n.monitor_id",
        `coalesce((select i.started_at from incident i where i.id = n.incident_id),
          n.created_at - interval '${PAGE_CONFIRMATION_SECONDS} seconds')`
      )}
    when n.kind = 'up' then exists (
      select from notification o where o.incident_id = n.incident_id and o.kind = 'down' and o.monitor_id = n.monitor_id
        and o.status = 'pending' and o.dispatched_at is null)
    else false end)`
