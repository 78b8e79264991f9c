import {
  OnCallCalendar,
  OnCallCalendarImport,
  OnCallNow,
  OnCallOverride,
  OnCallMember,
  OnCallPreview,
  OnCallSchedule,
  onCallScheduleLimits,
  OnCallShifts
} from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest, Forbidden, NotFound, PayloadTooLarge, Unavailable } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { created, ok } from "./Envelope.ts"
import { messages } from "./Message.ts"
import {
  CreateOnCallOverride,
  CreateOnCallSchedule,
  ImportOnCallCalendar,
  UpdateOnCallSchedule
} from "./OnCallInput.ts"
import { Deleted } from "./Outcome.ts"
import { timeInput } from "./TimeInput.ts"

const idOf = (what: string) =>
  Schema.String.annotate({ description: `Id of the ${what}.`, examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d75"] })

const params = { id: idOf("schedule") }

const about = (summary: string, description: string) => OpenApi.annotations({ summary, description })

const { rangeDays } = onCallScheduleLimits

const time = (name: string, description: string, example: string) =>
  Schema.optionalKey(timeInput(messages.onCallTime(name), { description, examples: [example] }))

const at = time("at", "The instant, ISO 8601. Default: now.", "2027-01-06T12:00:00Z")

const now = HttpApiEndpoint.get("now", "/on-call/now", {
  query: { at },
  success: ok(Schema.Array(OnCallNow)),
  error: BadRequest
}).annotateMerge(
  about("Who is on call now", "Returns who is on call in each schedule of the account, and who is next.")
)

const people = HttpApiEndpoint.get("people", "/on-call/people", {
  success: ok(Schema.Array(OnCallMember))
}).annotateMerge(
  about(
    "List the people of schedules",
    "Returns the people whom schedules can name, and former members of the account."
  )
)

const list = HttpApiEndpoint.get("list", "/on-call/schedules", {
  success: ok(Schema.Array(OnCallSchedule))
}).annotateMerge(about("List on-call schedules", "Returns the account's on-call schedules, oldest first."))

const get = HttpApiEndpoint.get("get", "/on-call/schedules/:id", {
  params,
  success: ok(OnCallSchedule),
  error: NotFound
}).annotateMerge(about("One on-call schedule", "Returns one on-call schedule."))

const create = HttpApiEndpoint.post("create", "/on-call/schedules", {
  payload: CreateOnCallSchedule,
  success: created(OnCallSchedule),
  error: [BadRequest, Forbidden, PayloadTooLarge]
}).annotateMerge(
  about("Create an on-call schedule", "Creates an on-call schedule. Only the account owner and admins can do this.")
)

const tryNew = HttpApiEndpoint.post("tryNew", "/on-call/preview", {
  payload: CreateOnCallSchedule,
  success: ok(OnCallPreview),
  error: [BadRequest, Forbidden, PayloadTooLarge, Unavailable]
}).annotateMerge(
  about(
    "Preview a new schedule",
    `Returns who would be on call in the next ${onCallScheduleLimits.previewedDays} days and around the next change of clocks. Nothing changes. Only the account owner and admins can do this.`
  )
)

const update = HttpApiEndpoint.patch("update", "/on-call/schedules/:id", {
  params,
  payload: UpdateOnCallSchedule,
  success: ok(OnCallSchedule),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge]
}).annotateMerge(
  about(
    "Change an on-call schedule",
    "Changes only the fields in the request. Steps of routes that are sent from then on use the new schedule. Only the account owner and admins can do this."
  )
)

const tryChange = HttpApiEndpoint.post("tryChange", "/on-call/schedules/:id/preview", {
  params,
  payload: UpdateOnCallSchedule,
  success: ok(OnCallPreview),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge, Unavailable]
}).annotateMerge(
  about(
    "Preview a change of a schedule",
    `Returns who would be on call in the next ${onCallScheduleLimits.previewedDays} days, what would differ from today, and the next change of clocks. Nothing changes. Only the account owner and admins can do this.`
  )
)

const remove = HttpApiEndpoint.delete("remove", "/on-call/schedules/:id", {
  params,
  success: ok(Deleted),
  error: [BadRequest, Forbidden, NotFound]
}).annotateMerge(
  about(
    "Delete an on-call schedule",
    "Deletes the schedule and its overrides. A schedule that a route uses cannot be deleted. Only the account owner and admins can do this."
  )
)

const shifts = HttpApiEndpoint.get("shifts", "/on-call/schedules/:id/shifts", {
  params,
  query: {
    from: time("from", "The first instant, ISO 8601. Default: now.", "2027-01-04T00:00:00Z"),
    to: time(
      "to",
      `The first instant after the range, ISO 8601, at most ${rangeDays} days after \`from\`. Default: 28 days after it.`,
      "2027-02-01T00:00:00Z"
    )
  },
  success: ok(OnCallShifts),
  error: [BadRequest, NotFound, Unavailable]
}).annotateMerge(
  about(
    "Shifts of a schedule",
    "Returns who is on call in a range, the times in which nobody is, and the time of each person."
  )
)

const nowOf = HttpApiEndpoint.get("nowOf", "/on-call/schedules/:id/now", {
  params,
  query: { at },
  success: ok(OnCallNow),
  error: [BadRequest, NotFound]
}).annotateMerge(about("Who is on call in a schedule", "Returns who is on call in one schedule, and who is next."))

const overrides = HttpApiEndpoint.get("overrides", "/on-call/schedules/:id/overrides", {
  params,
  success: ok(Schema.Array(OnCallOverride)),
  error: NotFound
}).annotateMerge(
  about(
    "List overrides",
    "Returns the overrides that have not ended for more than 30 days, in the order in which they apply: a later one applies to the result of the earlier ones."
  )
)

const addOverride = HttpApiEndpoint.post("addOverride", "/on-call/schedules/:id/overrides", {
  params,
  payload: CreateOnCallOverride,
  success: created(OnCallOverride),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge]
}).annotateMerge(
  about(
    "Add an override",
    "Puts other people on call for a range. Members can take over shifts themselves. Everything else is for the account owner and admins."
  )
)

const removeOverride = HttpApiEndpoint.delete("removeOverride", "/on-call/schedules/:id/overrides/:overrideId", {
  params: { ...params, overrideId: idOf("override") },
  success: ok(Deleted),
  error: [Forbidden, NotFound]
}).annotateMerge(
  about(
    "Remove an override",
    "Removes an override. Members can remove overrides in which only they are on call. Everything else is for the account owner and admins."
  )
)

const ownCalendar = HttpApiEndpoint.get("ownCalendar", "/on-call/calendar", {
  success: ok(OnCallCalendar)
}).annotateMerge(
  about("Your calendar", "Returns the secret address of your calendar: your shifts in all schedules of the account.")
)

const makeOwnCalendar = HttpApiEndpoint.post("makeOwnCalendar", "/on-call/calendar", {
  success: ok(OnCallCalendar)
}).annotateMerge(
  about(
    "Make the address of your calendar",
    "Makes a secret address of your shifts in all schedules. It replaces an earlier address, which stops at once."
  )
)

const removeOwnCalendar = HttpApiEndpoint.delete("removeOwnCalendar", "/on-call/calendar", {
  success: ok(OnCallCalendar)
}).annotateMerge(about("Remove the address of your calendar", "The address stops at once."))

const calendar = HttpApiEndpoint.get("calendar", "/on-call/schedules/:id/calendar", {
  params,
  success: ok(OnCallCalendar),
  error: NotFound
}).annotateMerge(
  about("Calendar of a schedule", "Returns your secret address of the calendar with all shifts of a schedule.")
)

const makeCalendar = HttpApiEndpoint.post("makeCalendar", "/on-call/schedules/:id/calendar", {
  params,
  success: ok(OnCallCalendar),
  error: NotFound
}).annotateMerge(
  about(
    "Make the address of a calendar",
    "Makes your secret address of the calendar with all shifts of a schedule. It replaces your earlier address of the schedule, which stops at once. The addresses of other people stay."
  )
)

const removeCalendar = HttpApiEndpoint.delete("removeCalendar", "/on-call/schedules/:id/calendar", {
  params,
  success: ok(OnCallCalendar),
  error: NotFound
}).annotateMerge(about("Remove the address of a calendar", "Your address of the schedule's calendar stops at once."))

const importFields = {
  params,
  payload: ImportOnCallCalendar,
  success: ok(OnCallCalendarImport),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge, Unavailable]
} as const

const tryCalendarImport = HttpApiEndpoint.post(
  "tryCalendarImport",
  "/on-call/schedules/:id/calendar-import/preview",
  importFields
).annotateMerge(
  about(
    "Preview the import of a calendar",
    "Returns the overrides that an iCalendar file would add, and what in the file would be left out. Nothing changes. Only the account owner and admins can do this."
  )
)

const importCalendar = HttpApiEndpoint.post(
  "importCalendar",
  "/on-call/schedules/:id/calendar-import",
  importFields
).annotateMerge(
  about(
    "Import a calendar",
    "Adds the shifts in an iCalendar file as overrides, all of them or none. The title of an event or its attendees name people of the account. Overrides that the schedule already has are not added again. Only the account owner and admins can do this."
  )
)

export class OnCallApi extends HttpApiGroup.make("onCall")
  .add(now, people, list, get, create, tryNew, update, tryChange, remove, shifts, nowOf)
  .add(overrides, addOverride, removeOverride)
  .add(ownCalendar, makeOwnCalendar, removeOwnCalendar, calendar, makeCalendar, removeCalendar)
  .add(tryCalendarImport, importCalendar)
  .annotateMerge(OpenApi.annotations({ title: "On-call", description: "Schedules that say who is on call." })) {}
