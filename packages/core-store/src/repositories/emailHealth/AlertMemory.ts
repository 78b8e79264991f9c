import { isBadGrade } from "@mon/model"

/** What is stored of earlier results to decide on alerts. */
export interface AlertMemory {
  /** The grade of the last complete result; null before the first. */
  readonly grade: string | null
  /** The listings of the last complete result; null before the first. */
  readonly listings: ReadonlyArray<string> | null
  /** Whether an alert for the grade is open. */
  readonly gradeAnnounced: boolean
  /** Listings with an open alert that still exist. */
  readonly listingsAnnounced: ReadonlyArray<string>
}

export interface Reading {
  readonly grade: string | null
  readonly incomplete: boolean
  readonly listings: ReadonlyArray<string>
}

/** The alert or recovery that a result causes. */
export type Announcement =
  | { readonly type: "email_health_alert"; readonly newListings: ReadonlyArray<string> }
  | { readonly type: "email_health_recovery" }

export interface AlertStep {
  readonly memory: AlertMemory
  readonly announcement: Announcement | null
}

/**
 * The alert rules as a pure function. The first complete result is the baseline, and an incomplete one changes nothing.
 * A grade that falls to D or F and a new listing raise an alert; when everything announced is resolved, a recovery
 * follows.
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
