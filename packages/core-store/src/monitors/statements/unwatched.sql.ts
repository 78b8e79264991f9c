/**
 * The longest delay of a verdict, in intervals, before the time since the last one counts as unwatched.
 * `unwatched_periods` contains the same number.
 */
const LATE_INTERVALS = 2

/** The SQL for the due time of the verdict that would have ended the time without one. */
const dueAt = (row: string): string => `coalesce(${row}.verdict_due_at, ${row}.next_at)`

/** The last check with a verdict, or the last change of the state. */
const verdictAt = (row: string): string =>
  `coalesce(${row}.verdict_at, greatest(${row}.last_checked_at, ${row}.status_changed_at))`

/** Whether the monitor of a schedule row has had no verdict for too long at a time. */
export const isUnwatched = (row: string, at: string): string =>
  `(${row}.next_at is not null and ${at} > ${dueAt(row)} + ${LATE_INTERVALS} * ${row}.interval_ms * interval '1 millisecond')`

/**
 * Since when. After a change of the interval or a resume, the last check is older than the time in which a check was
 * due.
 */
export const unwatchedSince = (row: string): string =>
  `greatest(${verdictAt(row)}, ${dueAt(row)} - ${row}.interval_ms * interval '1 millisecond')`

/** Stores unwatched times; `rows` selects the monitor, the start and the end. */
export const insertUnwatched = (rows: string): string => `
  insert into unwatched_period (monitor_id, since, until)
  ${rows}
  on conflict (monitor_id, since) do update set until = greatest(unwatched_period.until, excluded.until)`

/** The columns of the schedule after a check without a verdict, if `isWithout` holds, or after one with a verdict. */
export const verdictColumns = (row: string, isWithout: string): string => `
    verdict_at = case when ${isWithout} then coalesce(${verdictAt(row)}, '-infinity') end,
    verdict_due_at = case when ${isWithout} then ${dueAt(row)} end`
