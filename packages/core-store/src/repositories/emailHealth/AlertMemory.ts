import { isBadGrade } from "@mon/model"

/** What is stored of earlier results to decide on alerts. */
export interface AlertMemory {
  /** The grade of the last complete result; null before the first. */
  readonly grade: string | null
  /** The listings of the last complete result; null before the first. */
  readonly listings: ReadonlyArray<string> | null
  /** The scoring rules of that result; null if they are unknown. */
  readonly rubricVersion: string | null
  /** Whether an alert for the grade is open. */
  readonly gradeAnnounced: boolean
  /** Listings with an open alert that still exist. */
  readonly listingsAnnounced: ReadonlyArray<string>
}

export interface Reading {
  readonly grade: string | null
  readonly incomplete: boolean
  readonly listings: ReadonlyArray<string>
  /** Grades are compared only within one version of the scoring rules. */
  readonly rubricVersion: string
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
 * The first complete result under other scoring rules is a new baseline: it announces nothing, and open alerts stay
 * open.
 * A grade that falls to D or F and a new listing raise an alert; when everything announced is resolved, a recovery
 * follows.
 *
 * @example
 * ```ts
 * const fresh = { grade: null, listings: null, rubricVersion: null, gradeAnnounced: false, listingsAnnounced: [] }
 * step(fresh, { grade: "F", incomplete: false, listings: [], rubricVersion: "1" }).announcement // => null
 * ```
 */
export const step = (memory: AlertMemory, { grade, incomplete, listings, rubricVersion }: Reading): AlertStep => {
  if (incomplete || grade === null) return { memory, announcement: null }
  const before = memory.listings
  if (before === null || memory.rubricVersion !== rubricVersion)
    return { memory: { ...memory, grade, listings, rubricVersion }, announcement: null }
  const isBad = isBadGrade(grade)
  const fell = isBad && !isBadGrade(memory.grade)
  const newListings = listings.filter((listing) => !before.includes(listing))
  const known = new Set([...memory.listingsAnnounced, ...newListings])
  const next: AlertMemory = {
    grade,
    listings,
    rubricVersion,
    gradeAnnounced: (memory.gradeAnnounced || fell) && isBad,
    listingsAnnounced: listings.filter((listing) => known.has(listing))
  }
  if (fell || newListings.length > 0) return { memory: next, announcement: { type: "email_health_alert", newListings } }
  const isOver = isOpen(memory) && !isOpen(next)
  return { memory: next, announcement: isOver ? { type: "email_health_recovery" } : null }
}

const isOpen = ({ gradeAnnounced, listingsAnnounced }: AlertMemory): boolean =>
  gradeAnnounced || listingsAnnounced.length > 0
