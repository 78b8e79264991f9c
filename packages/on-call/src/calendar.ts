export { calendarOverrides } from "./calendar/calendarOverrides.ts"
export type { CalendarOptions, CalendarSchedule, PersonCalendarOptions } from "./calendar/CalendarSchedule.ts"
export { personCalendar } from "./calendar/personCalendar.ts"
export {
  type CalendarReading,
  type CalendarShift,
  readCalendar,
  type ReadCalendarOptions
} from "./calendar/readCalendar.ts"
export type { CalendarFault, CalendarFaultCode } from "./calendar/reading/CalendarFault.ts"
export type { CalendarPerson } from "./calendar/reading/titlePeople.ts"
export { scheduleCalendar } from "./calendar/scheduleCalendar.ts"
export type { OnCallRange } from "./OnCall.ts"
export type { ActiveHours, HandOff, OnCallLayer, OnCallOverride, OnCallSchedule, TurnUnit } from "./OnCallSchedule.ts"
