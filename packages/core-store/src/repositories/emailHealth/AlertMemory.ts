import { isBadGrade } from "@mon/model"

/** What must be known of the results before, to tell what a new one means. */
export interface AlertMemory {
  /** The grade of the last complete result; null before the first. */
  readonly grade: string | null
  /** The listings of the last complete result; null before the first. */
  readonly listings: ReadonlyArray<string> | null
  /** Whether an alert was raised for the grade and is not over. */
  readonly gradeAnnounced: boolean
  /** The listings that an alert was raised for and that are still there. */
  readonly listingsAnnounced: ReadonlyArray<string>
}

export interface Reading {
  readonly grade: string | null
  readonly incomplete: boolean
  readonly listings: ReadonlyArray<string>
}

/** What a result announces. */
export type Announcement =
  | { readonly type: "email_health_alert"; readonly newListings: ReadonlyArray<string> }
  | { readonly type: "email_health_recovery" }

export interface AlertStep {
  readonly memory: AlertMemory
  readonly announcement: Announcement | null
}

/**
 * The rules as a pure function: the first complete result is the baseline, an incomplete one
 * changes nothing; an alert when the grade falls to D or F or a listing is new, a recovery when all that was announced is over.
 *
 * @example
 * ```ts
 * const fresh = { grade: null, listings: null, gradeAnnounced: false, listingsAnnounced: [] }
 * step(fresh, { grade: "F", incomplete: false, listings: [] }).announcement // => null
 * ```
 */
export const step = (memory: AlertMemory, { grade, incomplete, listings }: Reading): AlertStep => {
  if (incomplete || grade === null) return { memory, announcement: null }
  const before = memory.listings
  if (before === null) return { memory: { ...memory, grade, listings }, announcement: null }
  const isBad = isBadGrade(grade)
  const fell = isBad && !isBadGrade(memory.grade)
  const newListings = listings.filter((listing) => !before.includes(listing))
  const known = new Set([...memory.listingsAnnounced, ...newListings])
  const next: AlertMemory = {
    grade,
    listings,
    gradeAnnounced: (memory.gradeAnnounced || fell) && isBad,
    listingsAnnounced: listings.filter((listing) => known.has(listing))
  }
  if (fell || newListings.length > 0) return { memory: next, announcement: { type: "email_health_alert", newListings } }
  const isOver = isOpen(memory) && !isOpen(next)
  return { memory: next, announcement: isOver ? { type: "email_health_recovery" } : null }
}

const isOpen = ({ gradeAnnounced, listingsAnnounced }: AlertMemory): boolean =>
  gradeAnnounced || listingsAnnounced.length > 0
