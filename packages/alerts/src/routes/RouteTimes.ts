import type { QuietHours } from "./QuietHours.ts"

/** A step of a route: its targets, and the delay after which they receive an alert. */
export interface RouteStep {
  /** The minutes since the beginning of the alert. */
  readonly afterMinutes: number
  /** The ids of the targets. */
  readonly targets: ReadonlyArray<string>
  /** The hours in which the step is sent. Outside of them, it is skipped. Null or absent: at any time. */
  readonly hours?: QuietHours | null
}

/** Further rounds of the last steps of a route. */
export interface RouteRepeat {
  /** The number of further rounds. */
  readonly rounds: number
  /** The number of the step, from 1, with which each further round begins. */
  readonly fromStep: number
  /** The minutes from the last step of a round to the first step of the next one. */
  readonly waitMinutes: number
}

/** The times at which the targets of a route receive messages and reminders. */
export interface RouteTimes {
  /** The steps, ordered by `afterMinutes`. */
  readonly steps: ReadonlyArray<RouteStep>
  /** The interval of reminders while the alert lasts, in minutes. Null if there are no reminders. */
  readonly reminderMinutes: number | null
  /** The steps that are repeated while the alert lasts. Null or absent: none. */
  readonly repeat?: RouteRepeat | null
}
