import { type ChangedRecords, type DnsRepairFindings, isAsBefore, type TrackedDnsRepair } from "@mon/core-store"
import { causeClasses, diagnose, type DiagnosisFacts } from "@mon/diagnosis"
import type { DnsTypeChange, RepairRecordSet } from "@mon/model"
import type { DnsWatchState } from "@mon/uptime-probe"
import * as Effect from "effect/Effect"
import { spfRecords } from "../diagnoses/dnsChangeEvidence.ts"
import { askAboutRecords, toRecordSet } from "../emailHealth/followedRepairs.ts"
import type { RecordObserver } from "../emailHealth/RecordObserver.ts"
import { storableLines } from "./toShown.ts"

/**
 * Whether a repair of changed DNS records can include records of this type. Other types are records of the host, and
 * the host's incident tracks their repair.
 */
const isRestorable = (type: string): type is "MX" | "TXT" => type === "MX" || type === "TXT"

/** Returns the values that a repair restores: all MX records, and the TXT records that contain SPF. */
const valuesOf = (type: "MX" | "TXT", records: ReadonlyArray<string>): ReadonlyArray<string> =>
  storableLines(type === "TXT" ? spfRecords(records) : records)

const stateOf = (state: DnsWatchState | null, type: "MX" | "TXT"): ReadonlyArray<string> | null => {
  const set = state?.sets[type]
  return set === undefined ? null : valuesOf(type, set.records)
}

const changedRecords = (
  changes: ReadonlyArray<DnsTypeChange>,
  before: DnsWatchState | null,
  now: DnsWatchState
): ReadonlyArray<ChangedRecords> =>
  changes.flatMap(({ name, type }) => {
    if (!isRestorable(type)) return []
    const values = stateOf(before, type) ?? []
    const current = stateOf(now, type) ?? []
    const replaces = current.filter((value) => !values.includes(value))
    const isSame = replaces.length === 0 && values.every((value) => current.includes(value))
    return isSame ? [] : [{ ...toRecordSet({ type, host: name, values, replaces }), now: current }]
  })

/** Returns the title of the likely cause if the cause is known and lies in the email setup. */
const causeOf = (facts: DiagnosisFacts): string | null => {
  const { causes, result } = diagnose(facts, { language: "en" })
  const [cause] = causes
  return result === "known" && cause !== undefined && causeClasses[cause.class].area === "mail" ? cause.title : null
}

const isRestored =
  (state: DnsWatchState) =>
  (record: RepairRecordSet): boolean => {
    const now = isRestorable(record.type) ? stateOf(state, record.type) : null
    return now !== null && isAsBefore(record, now)
  }

/** The results of an observation. `facts` are the facts for the diagnosis of the changes. Null if nothing changed. */
interface Observed {
  readonly before: DnsWatchState | null
  readonly now: DnsWatchState
  readonly changes: ReadonlyArray<DnsTypeChange>
  readonly facts: DiagnosisFacts | null
}

/**
 * Returns the findings of an observation about the repair of changed records. Queries the servers only if the records
 * have their former values again, or had these values in an earlier observation. Null if there are no findings.
 */
export const dnsRepairFindings = Effect.fn("dnsRepairFindings")(function* (
  repair: TrackedDnsRepair | null,
  { before, changes, facts, now }: Observed
): Effect.fn.Return<DnsRepairFindings | null, never, RecordObserver> {
  const changed = changedRecords(changes, before, now)
  const cause = facts === null || changed.length === 0 ? null : causeOf(facts)
  const isConfirmed = repair?.records.every(isRestored(now)) === true
  const isAsked = repair !== null && repair.records.length > 0 && (isConfirmed || repair.state !== "open")
  const asked = isAsked ? { ...(yield* askAboutRecords(repair.records)), isConfirmed } : null
  return changed.length === 0 && asked === null ? null : { changed, cause, asked }
})
