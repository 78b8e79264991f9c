import { type ChangedRecords, type DnsRepairFindings, isAsBefore, type TrackedDnsRepair } from "@mon/core-store"
import { causeClasses, diagnose, type DiagnosisFacts } from "@mon/diagnosis"
import type { DnsTypeChange, RepairRecordSet } from "@mon/model"
import type { DnsWatchState } from "@mon/uptime-probe"
import * as Effect from "effect/Effect"
import { spfRecords } from "../diagnoses/dnsChangeEvidence.ts"
import { askAboutRecords, toRecordSet } from "../emailHealth/followedRepairs.ts"
import type { RecordObserver } from "../emailHealth/RecordObserver.ts"
import { storableLines } from "./toShown.ts"

/** Whether a repair can restore records of a type: what changes about the host is repaired with its incident. */
const isRestorable = (type: string): type is "MX" | "TXT" => type === "MX" || type === "TXT"

/** Returns the records that a repair restores: all MX records, and of TXT records those that are SPF. */
const valuesOf = (type: "MX" | "TXT", records: ReadonlyArray<string>): ReadonlyArray<string> =>
  storableLines(type === "TXT" ? spfRecords(records) : records)

const stateOf = (state: DnsWatchState | null, type: "MX" | "TXT"): ReadonlyArray<string> | null => {
  const set = state?.sets[type]
  return set === undefined ? null : valuesOf(type, set.records)
}

/** Records that a confirmed change changed, as far as a repair can restore them. */
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

/** The title of the likely cause, if it is in the email setup and known. */
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

/** The findings of an observation. `facts`: those that show the cause of its changes; null if nothing changed. */
interface Observed {
  readonly before: DnsWatchState | null
  readonly now: DnsWatchState
  readonly changes: ReadonlyArray<DnsTypeChange>
  readonly facts: DiagnosisFacts | null
}

/**
 * Returns the findings of an observation about the repair of changed records. Asks servers only about records that are,
 * or were seen, as before. Null: no findings.
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
