import { flapping } from "@mon/model"

/** The changes of the state of this time are counted. */
export const COUNTED = `interval '${flapping.hours} hours'`

/**
 * SQL: whether a notification counts as a change of the state of its domain. Those of maintenance count once they are
 * announced, and those that a domain above suppressed never.
 */
export const isTransition = (notification: string): string => `(${notification}.kind in ('down', 'up')
  and (${notification}.maintenance_id is null or ${notification}.announced_at is not null)
  and (${notification}.status <> 'suppressed'
    or not exists (select from parent_suppression ps where ps.notification_id = ${notification}.id)))`
