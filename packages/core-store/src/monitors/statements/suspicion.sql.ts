/** The facts about a check that may end the process that makes it. */
export interface Suspicion {
  /**
   * Whether a worker may have died of the check: a lease of it ended without a result. Such a check is made in another
   * process. Nearly all suspects are innocent: they only ran at the same time.
   */
  readonly isSuspect: boolean
  /** Checks in a row of which it is proven that they ended their process. */
  readonly endedProcesses: number
}

/** After this many checks in a row that ended their process, a monitor is quarantined. */
export const ENDED_TO_QUARANTINE = 2

/** The time that a quarantined monitor waits for its next check, if its interval is not longer. */
const QUARANTINED_MS = 3_600_000

/** The columns of {@link Suspicion}, of the schedule `s`. */
export const suspicionColumns = "s.lost_leases, s.ended_processes"

/** A row of {@link suspicionColumns}. */
export interface SuspicionRow {
  readonly lost_leases: number
  readonly ended_processes: number
}

export const readSuspicion = ({ ended_processes, lost_leases }: SuspicionRow): Suspicion => ({
  isSuspect: lost_leases > 0 || ended_processes > 0,
  endedProcesses: ended_processes
})

/** The new value of `lost_leases` of a schedule `s` that is claimed. An unused lease that was released has no token. */
export const countLostLease =
  "lost_leases = case when s.lease_token is null then s.lost_leases else least(s.lost_leases + 1, 32767) end"

/** SQL: whether a schedule belongs to a monitor whose check may end the process that makes it. */
export const isSuspect = (schedule: string): string =>
  `(${schedule}.lost_leases > 0 or ${schedule}.ended_processes > 0 or coalesce(${schedule}.lease_until <= mon_now(), false))`

/**
 * The effect of a result on the suspicion. Absent: the check was made, and the suspicion is over. "kept": it was not
 * made to its end, and nobody knows why. "proven": it ended its process.
 */
export type SuspicionOfResult = "kept" | "proven"

/** The new values of the columns of a schedule `s`. `suspicion`: SQL for a {@link SuspicionOfResult} or null. */
export const suspicionUpdates = (suspicion: string): string => `
    lost_leases = case when ${suspicion} is null then 0 else greatest(s.lost_leases, 1) end,
    ended_processes = case ${suspicion} when 'proven' then least(s.ended_processes + 1, 32767) when 'kept' then s.ended_processes else 0 end`

/** SQL: whether the result quarantines the monitor of a schedule `s`. */
export const isQuarantining = (suspicion: string): string =>
  `coalesce(${suspicion} = 'proven' and s.ended_processes + 1 >= ${ENDED_TO_QUARANTINE}, false)`

/** SQL: the next check of a quarantined monitor. It is tried again, so that nothing stays quarantined by mistake. */
export const quarantinedUntil = (intervalMs: string): string =>
  `mon_now() + greatest(${intervalMs}, ${QUARANTINED_MS}) * interval '1 millisecond'`

/** SQL: the longest time in milliseconds until the next check of the monitor of a schedule. */
export const longestWaitMs = (schedule: string): string =>
  `case when ${schedule}.ended_processes >= ${ENDED_TO_QUARANTINE} then greatest(${schedule}.interval_ms, ${QUARANTINED_MS}) else ${schedule}.interval_ms end`
