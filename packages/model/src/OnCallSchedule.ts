import * as Schema from "effect/Schema"
import { described } from "./Described.ts"

const {
  count,
  countOrNull,
  flag,
  id,
  list,
  number,
  orNull,
  record,
  text,
  textOrNull,
  texts,
  time,
  timeOrNull,
  value,
  word
} = described

/** Limits of on-call schedules. */
export const onCallScheduleLimits = {
  nameLength: 60,
  layers: 50,
  /** The maximum number of changes a day, of all layers together. */
  changesPerDay: 60,
  groups: 100,
  peopleOfGroup: 20,
  activeHours: 50,
  /** The maximum number of overrides of a schedule that have not ended. */
  overrides: 500,
  noteLength: 200,
  /** The maximum length of the range of a request for shifts, in days. */
  rangeDays: 100,
  /** The number of days that a preview shows. */
  previewedDays: 28,
  /** The maximum length of an iCalendar file, in characters. */
  calendarLength: 1_048_576,
  /** The maximum number of names, titles and faults in the answer about an iCalendar file. */
  reported: 100
} as const

/** The order in which the layers of a schedule apply. */
export const OnCallMode = Schema.Literals(["layered", "together"])
export type OnCallMode = typeof OnCallMode.Type

/** When one turn ends and the next one begins. */
export const OnCallHandOff = record("OnCallHandOff", "When one turn ends and the next one begins.", {
  every: count("Length of a turn, in units.", 1),
  unit: word(["hours", "days", "weeks", "months"], "Unit of the length. Days, weeks and months are local dates."),
  start: text(
    "Local time at which the first turn begins. Later turns begin at the same local time, even after a change of clocks.",
    "2027-01-04T09:00"
  )
})
export interface OnCallHandOff extends Schema.Schema.Type<typeof OnCallHandOff> {}

/** A weekly interval of local time. */
export const OnCallHours = record("OnCallHours", "A weekly interval of local time.", {
  start: text("Weekday and time.", "mon 09:00"),
  end: text("Weekday and time of the first minute after the interval.", "mon 17:00")
})
export interface OnCallHours extends Schema.Schema.Type<typeof OnCallHours> {}

/** A rotation of a schedule. */
export const OnCallLayer = record("OnCallLayer", "A rotation. A later layer wins over an earlier one.", {
  name: textOrNull("Name, or null.", "Weekdays"),
  groups: value(
    Schema.Array(Schema.Array(Schema.String)),
    "The groups in the order of their turns. Each group is a list of `membershipId`s of people who are on call together. An empty group is a turn of nobody.",
    [["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d74"]]
  ),
  handOff: OnCallHandOff,
  active: orNull(Schema.Array(OnCallHours), "The hours in which the layer is on. Null: always."),
  counts: word(
    ["all", "active"],
    "The periods that count as turns. `active`: only periods with active hours, so a daily rotation on work days skips nobody."
  ),
  from: timeOrNull("The first instant at which the layer can be on, ISO 8601 UTC. Null: the first turn."),
  until: timeOrNull("The first instant after the layer, ISO 8601 UTC. Null: it does not end."),
  joinsPrevious: flag("Whether the layer is on together with the layer before it.", false),
  timezone: textOrNull("IANA time zone of the local times. Null: the zone of the schedule.", null)
})
export interface OnCallLayer extends Schema.Schema.Type<typeof OnCallLayer> {}

/** The parts of a schedule that decide who is on call, except overrides. The store keeps them as JSON. */
export const OnCallDefinition = Schema.Struct({
  timezone: text("IANA time zone.", "Europe/Berlin"),
  mode: value(
    OnCallMode,
    "`layered`: the last layer that is on decides. `together`: the people of all layers that are on are on call together.",
    "layered"
  ),
  layers: list(OnCallLayer, "The rotations. A later one wins over an earlier one.")
})
export interface OnCallDefinition extends Schema.Schema.Type<typeof OnCallDefinition> {}

/** The record of an on-call schedule. */
export const OnCallSchedule = record("OnCallSchedule", "A schedule that says who is on call.", {
  id: id("Opaque id of the schedule."),
  name: text("Name of the schedule.", "Operations"),
  ...OnCallDefinition.fields,
  exceedsPlan: flag(
    "Whether the plan allows fewer schedules. The schedule still works, but it can only be deleted.",
    false
  ),
  createdAt: time("Creation time, ISO 8601 UTC."),
  updatedAt: time("Time of the last change, ISO 8601 UTC.")
})
export interface OnCallSchedule extends Schema.Schema.Type<typeof OnCallSchedule> {}

/** A range in which other people are on call. */
export const OnCallOverride = record("OnCallOverride", "A range in which other people are on call.", {
  id: id("Opaque id of the override."),
  start: time("The first instant, ISO 8601 UTC."),
  end: time("The first instant after the override, ISO 8601 UTC."),
  people: texts("`membershipId`s of the people who are on call instead. Empty: nobody is on call.", [
    "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d74"
  ]),
  replaces: textOrNull(
    "`membershipId` of the person whom the people replace, for a swap or a vacation. The override applies only while this person would be on call. Null: it replaces everybody.",
    null
  ),
  note: textOrNull("Note, or null.", "Vacation"),
  createdBy: textOrNull("Name or email address of the person who created it, or null.", "Ada"),
  createdAt: time("Creation time, ISO 8601 UTC.")
})
export interface OnCallOverride extends Schema.Schema.Type<typeof OnCallOverride> {}

/** A person who is on call. */
export const OnCallPerson = record("OnCallPerson", "A person of an on-call schedule.", {
  membershipId: id("Id of the membership."),
  name: text("Name or email address of the person.", "Ann"),
  isMember: flag("Whether the person still belongs to the account.", true)
})
export interface OnCallPerson extends Schema.Schema.Type<typeof OnCallPerson> {}

/** A person whom schedules can name or have named. */
export const OnCallMember = record("OnCallMember", "A person whom schedules can name or have named.", {
  ...OnCallPerson.fields,
  isYou: flag("Whether this is the person who sent the request.", false)
})
export interface OnCallMember extends Schema.Schema.Type<typeof OnCallMember> {}

/** A time without a change in who is on call. */
export const OnCallShift = record("OnCallShift", "A time without a change in who is on call.", {
  start: time("The first instant, ISO 8601 UTC. It can be before the range."),
  end: time("The first instant after the shift, ISO 8601 UTC. It can be after the range."),
  people: list(OnCallPerson, "The people who are on call."),
  layers: value(
    Schema.Array(Schema.Int),
    "The numbers of the layers that put people on call, starting at 0. Empty if only overrides or nobody do.",
    [0]
  ),
  overrideIds: texts("Ids of the overrides that apply.", [])
})
export interface OnCallShift extends Schema.Schema.Type<typeof OnCallShift> {}

/** A time in which nobody is on call. */
export const OnCallGap = record("OnCallGap", "A time in which nobody is on call.", {
  start: time("The first instant, ISO 8601 UTC."),
  end: time("The first instant after the gap, ISO 8601 UTC.")
})
export interface OnCallGap extends Schema.Schema.Type<typeof OnCallGap> {}

/** How much a person is on call in a range. */
export const OnCallBalance = record("OnCallBalance", "How much a person is on call in a range.", {
  person: OnCallPerson,
  hours: number("Hours on call.", 168),
  nightHours: number("Hours from 22:00 to 06:00.", 56),
  weekendHours: number("Hours on Saturdays and Sundays.", 48),
  nights: count("Number of nights with time on call.", 7),
  weekends: count("Number of weekends with time on call.", 1)
})
export interface OnCallBalance extends Schema.Schema.Type<typeof OnCallBalance> {}

/** The shifts of a range. */
export const OnCallShifts = record("OnCallShifts", "The shifts, gaps and balance of a range.", {
  from: time("The first instant of the range, ISO 8601 UTC."),
  to: time("The first instant after the range, ISO 8601 UTC."),
  shifts: list(OnCallShift, "The shifts, by time. Times in which nobody is on call are in `gaps`."),
  gaps: list(OnCallGap, "The times in which nobody is on call."),
  balance: list(OnCallBalance, "The time of each person, most hours first.")
})
export interface OnCallShifts extends Schema.Schema.Type<typeof OnCallShifts> {}

/** The next people who are on call. */
export const OnCallNext = record("OnCallNext", "The next time at which somebody else is on call.", {
  at: time("The instant, ISO 8601 UTC."),
  people: list(OnCallPerson, "The people.")
})
export interface OnCallNext extends Schema.Schema.Type<typeof OnCallNext> {}

/** The people who are on call at an instant, and who is next. */
export const OnCallNow = record("OnCallNow", "Who is on call now, and who is next.", {
  scheduleId: id("Id of the schedule."),
  scheduleName: text("Name of the schedule.", "Operations"),
  at: time("The instant, ISO 8601 UTC."),
  people: list(OnCallPerson, "The people who are on call. Empty: nobody."),
  until: timeOrNull("The next change of these people, ISO 8601 UTC. Null: none within 400 days."),
  next: orNull(OnCallNext, "The next people. Null: nobody else within 400 days.")
})
export interface OnCallNow extends Schema.Schema.Type<typeof OnCallNow> {}

/** A time in which a change of a schedule makes a difference. */
export const OnCallDifference = record("OnCallDifference", "A time in which the change makes a difference.", {
  start: time("The first instant, ISO 8601 UTC."),
  end: time("The first instant after it, ISO 8601 UTC."),
  before: list(OnCallPerson, "The people who are on call now."),
  after: list(OnCallPerson, "The people who would be on call.")
})
export interface OnCallDifference extends Schema.Schema.Type<typeof OnCallDifference> {}

/** The next change of clocks in the zone of a schedule. */
export const OnCallClockChange = record("OnCallClockChange", "The next change of clocks, and the shifts around it.", {
  at: time("The instant, ISO 8601 UTC."),
  minutes: count("Minutes by which the clocks go forward. Negative: backward.", 60),
  shifts: list(OnCallShift, "The shifts of the week before and the week after.")
})
export interface OnCallClockChange extends Schema.Schema.Type<typeof OnCallClockChange> {}

/** What a schedule would do after a change. */
export const OnCallPreview = record("OnCallPreview", "What the schedule would do. Nothing has changed.", {
  ...OnCallShifts.fields,
  differences: list(OnCallDifference, "The times in which other people would be on call than today."),
  clockChange: orNull(OnCallClockChange, "The next change of clocks within a year, or null."),
  unusedOverrides: texts("Ids of overrides that would no longer have an effect.", [])
})
export interface OnCallPreview extends Schema.Schema.Type<typeof OnCallPreview> {}

/** The secret address of a calendar, to which calendar programs subscribe. */
export const OnCallCalendar = record("OnCallCalendar", "The secret address of a calendar. It belongs to one person.", {
  url: textOrNull(
    "The address of the iCalendar file. Everyone who knows it can read the shifts. Null: there is none, or the API key is read-only.",
    "https://mon.example.com/calendar/AZgfbip7fDGdHlo_DCtNbg.q8v1y0yqYp9bq2zT3r0O3i0jYt1m0l8xXk6u5d4s3a2.ics"
  ),
  createdAt: timeOrNull("Creation time of the address, ISO 8601 UTC. Null: there is none.")
})
export interface OnCallCalendar extends Schema.Schema.Type<typeof OnCallCalendar> {}

/** A fault of an iCalendar file. */
export const OnCallCalendarFault = record("OnCallCalendarFault", "A part of the file that could not be read.", {
  line: countOrNull("Number of the line, starting at 1. Null: the fault is not in one line.", 12),
  uid: textOrNull("UID of the event. Null: the fault is not in an event.", "shift-1@example.com"),
  message: text("What is wrong.", "The event has no length.")
})
export interface OnCallCalendarFault extends Schema.Schema.Type<typeof OnCallCalendarFault> {}

/** An override that is made from events of an iCalendar file. */
export const OnCallCalendarOverride = record("OnCallCalendarOverride", "An override from events of the file.", {
  start: time("The first instant, ISO 8601 UTC."),
  end: time("The first instant after the override, ISO 8601 UTC."),
  people: list(OnCallPerson, "The people who are on call.")
})
export interface OnCallCalendarOverride extends Schema.Schema.Type<typeof OnCallCalendarOverride> {}

/** What an iCalendar file adds to a schedule. */
export const OnCallCalendarImport = record("OnCallCalendarImport", "What an iCalendar file adds to a schedule.", {
  overrides: list(OnCallCalendarOverride, "The new overrides, by time."),
  existing: count("Number of overrides that the schedule already has.", 0),
  unknownPeople: texts("Names in the titles of events that are no person in the account.", ["Carol"]),
  emptyTitles: texts("Titles of events without a person in the account. These events are left out.", ["Team lunch"]),
  faults: list(OnCallCalendarFault, "The parts of the file that could not be read. The rest was read.")
})
export interface OnCallCalendarImport extends Schema.Schema.Type<typeof OnCallCalendarImport> {}
