/** The kinds of faults in a calendar. */
export type CalendarFaultCode =
  | "too_large"
  | "not_a_calendar"
  | "too_many_events"
  | "too_many_shifts"
  | "too_much_work"
  | "bad_line"
  | "cut_off"
  | "bad_time"
  | "no_length"
  | "bad_rule"
  | "unknown_zone"

/** A fault in a calendar. The rest of the calendar is read. */
export interface CalendarFault {
  readonly code: CalendarFaultCode
  /** The number of the line, from 1. Null if the fault is not in one line. */
  readonly line: number | null
  /** The UID of the event. Null if the fault is not in an event. */
  readonly uid: string | null
  /** A sentence for people. Its wording may change. */
  readonly message: string
}

const MESSAGES: Readonly<Record<CalendarFaultCode, string>> = {
  too_large: "The calendar is larger than 10 MB.",
  not_a_calendar: "The text has no calendar.",
  too_many_events: "The calendar has more than 5,000 events. The others are left out.",
  too_many_shifts: "The calendar has more than 20,000 shifts in the range. The others are left out.",
  too_much_work: "The recurrence rules take too much work. Some shifts are left out.",
  bad_line: "The line is not a property.",
  cut_off: "The calendar ends inside an event.",
  bad_time: "The date or time is not valid.",
  no_length: "The event has no length.",
  bad_rule: "The recurrence rule is not valid, or recurs every minute. Only the first shift is read.",
  unknown_zone: "The time zone is unknown. The zone of the calendar is used."
}

/** The limit of the list of faults. Later faults are left out. */
const MOST_FAULTS = 100

/** Collects the faults of a calendar. */
export class Faults {
  readonly list: Array<CalendarFault> = []

  add(code: CalendarFaultCode, line: number | null = null, uid: string | null = null): void {
    if (this.list.length < MOST_FAULTS) this.list.push({ code, line, uid, message: MESSAGES[code] })
  }

  /** Adds a fault of the whole calendar once. */
  once(code: CalendarFaultCode): void {
    if (!this.list.some((fault) => fault.code === code)) this.add(code)
  }
}
