/** The facts about the suspicion that a check ends the process that makes it. */
export interface Suspicion {
  /**
   * Whether a worker may have crashed because of the check: one of its leases ended without a result. The check is then
   * made in another process. Nearly all suspects are harmless, and only ran at the same time as the check that caused
   * the crash.
   */
  readonly isSuspect: boolean
  /** The number of checks in a row that were proved to have ended their process. */
  readonly endedProcesses: number
}

/** The number of checks in a row that must end their process before the monitor is quarantined. */
export const ENDED_TO_QUARANTINE = 2

/** The time until the next check of a quarantined monitor, in milliseconds, unless its interval is longer. */
const QUARANTINED_MS = 3_600_000

export const suspicionColumns = "s.lost_leases, s.ended_processes"

export interface SuspicionRow {
  readonly lost_leases: number
  readonly ended_processes: number
}

export const readSuspicion = ({ ended_processes, lost_leases }: SuspicionRow): Suspicion => ({
  isSuspect: lost_leases > 0 || ended_processes > 0,
  endedProcesses: ended_processes
})

/**
 * SQL for the new value of `lost_leases` of a schedule `s` that is claimed. A lease that was released leaves no token.
 */
export const countLostLease =
  "lost_leases = case when s.lease_token is null then s.lost_leases else least(s.lost_leases + 1, 32767) end"

export const isSuspect = (schedule: string): string =>
  `(${schedule}.lost_leases > 0 or ${schedule}.ended_processes > 0 or coalesce(${schedule}.lease_until <= mon_now(), false))`

/**
 * The effect of a result on the suspicion. If absent, the check was made, and the suspicion ends. "kept" means that the
 * check was not completed, for an unknown reason. "proven" means that the check ended its process.
 */
export type SuspicionOfResult = "kept" | "proven"

/**
 * SQL for the new values of the suspicion's columns in a schedule `s`. `suspicion` is SQL for a
 * {@link SuspicionOfResult} or null.
 */
export const suspicionUpdates = (suspicion: string): string => `
    lost_leases = case when ${suspicion} is null then 0 else greatest(s.lost_leases, 1) end,
    ended_processes = case ${suspicion} when 'proven' then least(s.ended_processes + 1, 32767) when 'kept' then s.ended_processes else 0 end`

export const isQuarantining = (suspicion: string): string =>
  `coalesce(${suspicion} = 'proven' and s.ended_processes + 1 >= ${ENDED_TO_QUARANTINE}, false)`

/**
 * SQL for the time of the next check of a quarantined monitor. A quarantined monitor is still checked from time to
 * time, so that no monitor stays in quarantine by mistake.
 */
export const quarantinedUntil = (intervalMs: string): string =>
  `mon_now() + greatest(${intervalMs}, ${QUARANTINED_MS}) * interval '1 millisecond'`

/** SQL for the longest possible time until the next check of the monitor of a schedule, in milliseconds. */
export const longestWaitMs = (schedule: string): string =>
  `case when ${schedule}.ended_processes >= ${ENDED_TO_QUARANTINE} then greatest(${schedule}.interval_ms, ${QUARANTINED_MS}) else ${schedule}.interval_ms end`
