/** The limits of schedules and ranges. Longer lists and ranges are refused. */
export const onCallLimits = {
  /** The maximum number of layers of a schedule. Each edit from an instant on adds a layer. */
  layers: 100,
  /** The maximum number of groups of a layer. */
  groups: 200,
  /** The maximum number of people in a group or an override. */
  people: 50,
  /** The maximum number of overrides of a schedule. */
  overrides: 1_000,
  /** The maximum number of active intervals of a layer. */
  active: 50,
  /** The maximum length of a person's id and of the name of a layer, in characters. */
  text: 200,
  /** The maximum length of a turn by unit: a year, as in PagerDuty. */
  every: { hours: 8_784, days: 366, weeks: 52, months: 12 },
  /** The maximum length of a range, in days. */
  rangeDays: 400
} as const

/** The unit of the length of a turn. */
export type TurnUnit = "hours" | "days" | "weeks" | "months"

/** When one turn ends and the next one begins. */
export interface HandOff {
  /**
   * The length of a turn in units. Days, weeks and months are local dates, so a hand-off is always at the same local
   * time. Hours that divide a day (1, 2, 3, 4, 6, 8, 12 and 24) are local times too. Other hours are elapsed time.
   */
  readonly every: number
  readonly unit: TurnUnit
  /** The local time at which turn 0 begins, such as "2026-01-05T09:00". The layer has no turn before this time. */
  readonly start: string
}

/**
 * A weekly interval of local time, such as `{ start: "mon 09:00", end: "mon 17:00" }`. If the end is not after the
 * start, the interval continues into the next week.
 */
export interface ActiveHours {
  /** The weekday (mon, tue, wed, thu, fri, sat or sun) and the time. */
  readonly start: string
  /** The first minute after the interval. The end of a Sunday is "mon 00:00". */
  readonly end: string
}

/** A rotation. A person is any text that identifies somebody. */
export interface OnCallLayer {
  readonly name?: string
  /** Turn n belongs to group n modulo the number of groups. In the turn of an empty group, the layer is off. */
  readonly groups: ReadonlyArray<ReadonlyArray<string>>
  readonly handOff: HandOff
  /** The hours in which the layer is on. Default: always. */
  readonly active?: ReadonlyArray<ActiveHours>
  /**
   * The periods that count as turns. "all" (default): every period. "active": only periods with active hours, so nobody
   * has a turn in which the layer is never on.
   */
  readonly counts?: "all" | "active"
  /** The first instant at which the layer can be on, as Unix time in milliseconds. Default: the start of turn 0. */
  readonly from?: number
  /** The first instant at which the layer has ended, as Unix time in milliseconds. Default: it does not end. */
  readonly until?: number
  /**
   * Whether the layer is on call together with the layer before it, as shifts of one level in Grafana OnCall. Default:
   * false.
   */
  readonly joinsPrevious?: boolean
  /** The IANA time zone of the layer's local times. Default: the schedule's zone. */
  readonly zone?: string
}

/** A range in which other people are on call. A later override applies to the result of earlier ones. */
export interface OnCallOverride {
  /** The first instant, as Unix time in milliseconds. */
  readonly start: number
  /** The first instant after the override, as Unix time in milliseconds. */
  readonly end: number
  /** The people who are on call instead. An empty list means that nobody is on call. */
  readonly people: ReadonlyArray<string>
  /**
   * The person whom the people replace, for a swap or a vacation. The override then applies only while this person
   * would be on call. Without this field, the override replaces everybody.
   */
  readonly replaces?: string
}

/** Who is on call at which time. A schedule is plain data: store it as JSON. */
export interface OnCallSchedule {
  /** The name of an IANA time zone, such as Europe/Berlin. */
  readonly zone: string
  /**
   * A later layer wins over an earlier one. While a layer is off, the layers before it decide. A layer that joins the
   * one before it forms a level with it, and the people of a level are on call together.
   */
  readonly layers: ReadonlyArray<OnCallLayer>
  readonly overrides?: ReadonlyArray<OnCallOverride>
  /**
   * "layered" (default): the last layer that is on decides. "together": the people of all layers that are on are on
   * call together.
   */
  readonly mode?: "layered" | "together"
}
