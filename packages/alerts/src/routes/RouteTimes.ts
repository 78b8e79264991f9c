/** Some targets of a route, and how long after the beginning they receive it. */
export interface RouteStep {
  /** Minutes since the beginning. */
  readonly afterMinutes: number
  /** Ids of targets. */
  readonly targets: ReadonlyArray<string>
}

/** The times at which the targets of a route receive messages and reminders. */
export interface RouteTimes {
  /** By growing `afterMinutes`. */
  readonly steps: ReadonlyArray<RouteStep>
  /** The interval of reminders while it lasts; null: none. */
  readonly reminderMinutes: number | null
}
