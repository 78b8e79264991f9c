/** The time from a lookup of a proof to the next one. */
export const PROOF_DAY = "interval '1 day'"
const RETRY = "interval '1 hour'"

/**
 * The result of a lookup of a proof. `unknown` means that the lookup failed.
 */
export type HostProofFinding = "published" | "absent" | "unknown"

/**
 * The effect of a lookup. `stopped`: the record has been missing for so long that checks have now stopped. `late`: the
 * lease had already ended.
 */
export type HostProofOutcome = HostProofFinding | "stopped" | "late"

/** SQL for columns of a proof before a lookup. `absent_since` is the present time if the proof was not absent. */
export const proofBefore = "stopped_at, coalesce(absent_since, mon_now()) as absent_since"

/**
 * SQL for the new values of a proof's columns after a lookup. `proof` is the row, and `before` has the columns of
 * {@link proofBefore}. `finding` is SQL for a {@link HostProofFinding}. `days` is SQL for the number of days for which
 * a proof may be missing before checks stop.
 */
export const proofUpdates = (proof: string, before: string, finding: string, days: string): string => `
    lease_until = null, lease_token = null,
    next_at = mon_now() + case when ${finding} = 'unknown' then ${RETRY} else ${PROOF_DAY} end,
    proven_at = case when ${finding} = 'published' then mon_now() else ${proof}.proven_at end,
    absent_since = case ${finding} when 'published' then null when 'absent' then ${before}.absent_since else ${proof}.absent_since end,
    stopped_at = case when ${finding} = 'published' then null
      when ${finding} = 'absent' and ${before}.absent_since <= mon_now() - ${days} * ${PROOF_DAY} then coalesce(${proof}.stopped_at, mon_now())
      else ${proof}.stopped_at end`

/** SQL for whether a lookup has stopped checks. */
export const proofStops = (proof: string, before: string): string =>
  `${before}.stopped_at is null and ${proof}.stopped_at is not null as stops`
