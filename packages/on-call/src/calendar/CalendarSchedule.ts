import type { OnCallRange } from "../OnCall.ts"
import type { OnCallSchedule } from "../OnCallSchedule.ts"

/** A schedule that is written to a calendar. */
export interface CalendarSchedule {
  /** An id that the schedule always has. The ids of the calendar's events are made from it. */
  readonly id: string
  /** The name that people see. */
  readonly name: string
  readonly schedule: OnCallSchedule
  /** How many times the schedule was changed: SEQUENCE of its events. Default: 0. */
  readonly revision?: number
  /** When the schedule was last changed, as Unix time in milliseconds: LAST-MODIFIED. Default: 1970. */
  readonly changedAt?: number
  /** The address of a page about the schedule: an http or https URL. */
  readonly url?: string
}

/** Options of a calendar. */
export interface CalendarOptions {
  /** The current time, as Unix time in milliseconds. */
  readonly now: number
  /**
   * The time that the calendar covers, at most 400 days. Default: from 15 days before to 180 days after today in UTC.
   */
  readonly range?: OnCallRange
  /** The names of people that titles show, by their ids in the schedule. Default: the id. */
  readonly names?: Readonly<Record<string, string>>
}

/** Options of the calendar of a person. */
export interface PersonCalendarOptions extends CalendarOptions {
  /** The id of the person in the schedules. */
  readonly person: string
}
