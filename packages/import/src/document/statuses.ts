import type { SourceObject } from "../reading/SourceObject.ts"
import type { MonitorDraft } from "./MonitorDraft.ts"

/** Converts "2xx" and "2XX" to a range, and returns a status or a range unchanged. Returns null for any other text. */
const rangeOf = (text: string): string | null => {
  const trimmed = text.trim().toLowerCase()
  const [, hundreds] = /^([1-5])xx$/u.exec(trimmed) ?? []
  if (hundreds !== undefined) return `${hundreds}00-${hundreds}99`
  return /^[1-5]\d\d(?:-[1-5]\d\d)?$/u.test(trimmed) ? trimmed : null
}

/** Adds the expectation that the status is in a list. The entries of the list have the form 200, 200-299 or 2xx. */
export const statusesFrom = (
  monitor: MonitorDraft,
  source: SourceObject,
  field: string,
  statuses: ReadonlyArray<unknown>
): void => {
  const given = statuses.map(String).filter((text) => text.trim() !== "")
  if (given.length === 0) return
  const ranges = given.map(rangeOf)
  const wrong = given.find((_, index) => ranges[index] === null)
  if (wrong !== undefined) return source.leftOut(field, "The list contains values that are not statuses.")
  monitor.expectFrom(source, field, { status: ranges.join(", ") })
}
/** Returns all statuses except the given statuses, such as the statuses in StatusCake's alert list. */
export const otherStatuses = (excluded: ReadonlySet<number>): string => {
  const ranges: Array<string> = []
  let begin: number | null = null
  for (let status = 100; status <= 600; status++) {
    const isIn = status < 600 && !excluded.has(status)
    if (isIn && begin === null) begin = status
    if (isIn || begin === null) continue
    ranges.push(begin === status - 1 ? String(begin) : `${begin}-${status - 1}`)
    begin = null
  }
  return ranges.join(", ")
}
