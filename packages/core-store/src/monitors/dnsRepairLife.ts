import { isResolver, type RepairAnswers, repairLimits, type RepairRecordSet } from "@mon/model"
import { lifeAfterFault, nextLife, type RepairLife, type RepairObservation } from "./repairRow.ts"

/**
 * Watched records that have changed. `values` are the records before the change, `replaces` are the added records, and
 * `now` are the current records.
 */
export interface ChangedRecords extends RepairRecordSet {
  readonly now: ReadonlyArray<string>
}

/** The state, at the queried servers, of the records that existed before a change. */
export interface RestoredRecords {
  readonly state: RepairAnswers["state"]
  readonly servers: RepairAnswers["servers"]
  /**
   * Whether the watch has confirmed that the records have their former values. A single server may not yet have
   * received the change, or its repair.
   */
  readonly isConfirmed: boolean
}

/** The findings of a DNS observation about the repair of a domain's changed records. */
export interface DnsRepairFindings {
  /** The changed records. Each name and type occurs once. Empty if a repair has nothing to restore. */
  readonly changed: ReadonlyArray<ChangedRecords>
  /** The likely cause of the changes, in words. Null if the changes open no repair. */
  readonly cause: string | null
  /** The result of querying the servers. Null if no server was queried. */
  readonly asked: RestoredRecords | null
}

export interface DnsRepair {
  readonly life: RepairLife
  readonly records: ReadonlyArray<RepairRecordSet>
  readonly message: string
  /** The time until which the repair is tracked if nothing else happens, in milliseconds since the epoch. */
  readonly endsAt: number
  /** Whether the time `endsAt` has passed, or a person has said that the change was intended. */
  readonly isOver: boolean
}

const TRACKED_MS = repairLimits.returnDays * 86_400_000

/**
 * Returns whether records have their former values again. `now` has the values in the form in which `values` has them.
 */
export const isAsBefore = ({ replaces, values }: RepairRecordSet, now: ReadonlyArray<string>): boolean =>
  values.every((value) => now.includes(value)) && !replaces.some((value) => now.includes(value))

const isSameSet = (one: RepairRecordSet, other: RepairRecordSet): boolean =>
  one.type === other.type && one.host === other.host

/** All values that have replaced the former values must be removed. */
const changedAgain = (known: RepairRecordSet, { replaces }: ChangedRecords): RepairRecordSet => {
  const added = replaces.filter((value) => !known.values.includes(value) && !known.replaces.includes(value))
  return { ...known, replaces: [...known.replaces, ...added].slice(-repairLimits.values) }
}

const isTracked = ({ isOver, life }: DnsRepair): boolean => !isOver && life.state !== "closed"

const withLife = (repair: DnsRepair, life: RepairLife, at: number): DnsRepair =>
  life === repair.life ? repair : { ...repair, life, endsAt: at + TRACKED_MS }

const toRecord = ({ host, replaces, type, values }: ChangedRecords): RepairRecordSet => ({
  type,
  host,
  values,
  replaces
})

/**
 * Begins a repair. Records whose former values a closed repair has restored, and that still have these values, are not
 * a new problem.
 */
const begun = (
  before: DnsRepair | null,
  cause: string | null,
  changed: ReadonlyArray<ChangedRecords>,
  at: number
): DnsRepair | null => {
  const closed = before === null || before.isOver ? null : before
  const records = changed
    .filter((each) => !closed?.records.some((known) => isSameSet(known, each) && isAsBefore(known, each.now)))
    .map(toRecord)
  if (cause === null || records.length === 0) return before
  const life = lifeAfterFault(closed?.life ?? null, at)
  return { life, records, message: cause, endsAt: at + TRACKED_MS, isOver: false }
}

/**
 * Returns the repair of a domain's records after confirmed changes, or the same object if nothing has changed. Records
 * that were restored are left out, unless all records were restored. Newly changed records are added with their former
 * values.
 */
export const afterChanges = (
  before: DnsRepair | null,
  { cause, changed }: Pick<DnsRepairFindings, "cause" | "changed">,
  at: number
): DnsRepair | null => {
  if (before === null || !isTracked(before)) return begun(before, cause, changed, at)
  const { life, message, records } = before
  const isOpen = life.state === "open"
  const kept = records.flatMap((known) => {
    const change = changed.find((each) => isSameSet(known, each))
    if (change === undefined) return isOpen ? [known] : []
    return isAsBefore(known, change.now) ? [] : [changedAgain(known, change)]
  })
  const fresh = (cause === null ? [] : changed)
    .filter((each) => !records.some((known) => isSameSet(known, each)))
    .map(toRecord)
  const wrong = [...kept, ...fresh].slice(0, repairLimits.records)
  const isSame = wrong.length === records.length && wrong.every((record) => records.includes(record))
  if (wrong.length === 0 || isSame) return before
  const isWorse = wrong.some((record) => !records.includes(record))
  return {
    life: lifeAfterFault(life, at),
    records: wrong,
    message: fresh.length > 0 && cause !== null ? cause : message,
    endsAt: isWorse ? at + TRACKED_MS : before.endsAt,
    isOver: false
  }
}

/**
 * Returns the repair of a domain's records after servers were queried about these records, or the same object if
 * nothing has changed. Resolvers may still cache the former records, and a name server may not have received the change
 * yet. Therefore, a single resolver or name server does not prove that the records were restored.
 */
export const afterAnswers = (before: DnsRepair, { isConfirmed, servers, state }: RestoredRecords, at: number) => {
  if (!isTracked(before)) return before
  const ofZone = servers.filter(({ server }) => !isResolver(server))
  const isPublished = ofZone.some((one) => one.state === "published")
  const isMissing = ofZone.some((one) => one.state === "old" || one.state === "missing")
  const observations: ReadonlyArray<RepairObservation> = [
    {
      _tag: "Asked",
      at,
      records: state === "pending" && !isMissing ? "unknown" : state,
      isAnywhere: isPublished && (isConfirmed || !isMissing || before.life.state !== "open")
    },
    ...(state === "verified" ? [{ _tag: "Gone", at, records: state } as const] : [])
  ]
  const life = observations.reduce((now, each) => nextLife(now, each) ?? now, before.life)
  return withLife(before, life, at)
}
