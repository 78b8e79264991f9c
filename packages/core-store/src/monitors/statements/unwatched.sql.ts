/**
 * The longest delay of a verdict, in intervals. If a verdict is later, the time since the last verdict counts as
 * unwatched. The SQL function `unwatched_periods` contains the same number.
 */
const LATE_INTERVALS = 2

const dueAt = (row: string): string => `coalesce(${row}.verdict_due_at, ${row}.next_at)`

/**
 * SQL for the time of the last check with a verdict. If this time is not stored, the later of two other times takes its
 * place: the last check, and the last change of the state.
 */
const verdictAt = (row: string): string =>
  `coalesce(${row}.verdict_at, greatest(${row}.last_checked_at, ${row}.status_changed_at))`

/** SQL for whether, at a given time, the monitor of a schedule row had been without a verdict for too long. */
export const isUnwatched = (row: string, at: string): string =>
  `(${row}.next_at is not null and ${at} > ${dueAt(row)} + ${LATE_INTERVALS} * ${row}.interval_ms * interval '1 millisecond')`

/**
 * SQL for the start of the unwatched time. After a change of the interval or after a resume, the last check may be much
 * older than the time at which a check was due.
 */
export const unwatchedSince = (row: string): string =>
  `greatest(${verdictAt(row)}, ${dueAt(row)} - ${row}.interval_ms * interval '1 millisecond')`

/** `rows` selects the monitor, the start and the end of each period. */
export const insertUnwatched = (rows: string): string => `
  insert into unwatched_period (monitor_id, since, until)
  ${rows}
  on conflict (monitor_id, since) do update set until = greatest(unwatched_period.until, excluded.until)`

/**
 * SQL for the values of `verdict_at` and `verdict_due_at` after a check. `isWithout` is SQL for whether the check had
 * no verdict.
 */
export const verdictColumns = (row: string, isWithout: string): string => `
    verdict_at = case when ${isWithout} then coalesce(${verdictAt(row)}, '-infinity') end,
    verdict_due_at = case when ${isWithout} then ${dueAt(row)} end`
