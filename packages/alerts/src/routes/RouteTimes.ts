/** A step of a route: its targets, and the delay after which they receive an alert. */
export interface RouteStep {
  /** The minutes since the beginning of the alert. */
  readonly afterMinutes: number
  /** The ids of the targets. */
  readonly targets: ReadonlyArray<string>
}

/** The times at which the targets of a route receive messages and reminders. */
export interface RouteTimes {
  /** The steps, ordered by `afterMinutes`. */
  readonly steps: ReadonlyArray<RouteStep>
  /** The interval of reminders while the alert lasts, in minutes. Null if there are no reminders. */
  readonly reminderMinutes: number | null
}
