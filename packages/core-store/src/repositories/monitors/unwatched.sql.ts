/**
 * How late a check may be, in intervals, before the time since the last check counts as unwatched. `unwatched_periods`
 * contains the same number.
 */
const LATE_INTERVALS = 2

/** Whether nobody has checked the monitor of a schedule row for too long at a time. */
export const isUnwatched = (row: string, at: string): string =>
  `${at} > ${row}.next_at + ${LATE_INTERVALS} * ${row}.interval_ms * interval '1 millisecond'`

/**
 * Since when. After a change of the interval or a resume, the last check is older than the time in which a check was
 * due.
 */
export const unwatchedSince = (row: string): string =>
  `greatest(${row}.last_checked_at, ${row}.status_changed_at, ${row}.next_at - ${row}.interval_ms * interval '1 millisecond')`

/** Stores unwatched times; `rows` selects the monitor, the start and the end. */
export const insertUnwatched = (rows: string): string => `
  insert into unwatched_period (monitor_id, since, until)
  ${rows}
  on conflict (monitor_id, since) do update set until = greatest(unwatched_period.until, excluded.until)`
