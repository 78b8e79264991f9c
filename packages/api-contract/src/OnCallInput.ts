import { field, onCallScheduleLimits as limits, OnCallMode } from "@mon/model"
import * as Schema from "effect/Schema"
import { messages } from "./Message.ts"
import { timeInput } from "./TimeInput.ts"

const nameMessage = `name must be a string of 1 to ${limits.nameLength} characters.`
const name = field.text("name", {
  about: "Name of the schedule.",
  example: "Operations",
  maximum: limits.nameLength
}).input

const timezoneMessage = "timezone must be an IANA time zone name such as Europe/Berlin."
const zone = (description: string) =>
  Schema.String.annotate({ message: timezoneMessage, description, examples: ["Europe/Berlin"] })

const modeMessage = `mode must be one of: ${OnCallMode.literals.join(", ")}.`
const mode = OnCallMode.annotate({
  message: modeMessage,
  description:
    "`layered`, the default: the last layer that is on decides. `together`: the people of all layers that are on are on call together.",
  examples: ["layered"]
})

const layersMessage = `layers must be a list of at most ${limits.layers} layers with groups and handOff.`
const groupsMessage = `groups must be a list of 1 to ${limits.groups} lists of at most ${limits.peopleOfGroup} people.`
const handOffMessage =
  'handOff must have every, unit (hours, days, weeks, months) and start, such as { "every": 1, "unit": "weeks", "start": "2027-01-04T09:00" }.'
const activeMessage = `active must be null or a list of 1 to ${limits.activeHours} intervals with start and end, such as { "start": "mon 09:00", "end": "mon 17:00" }.`

const required = <S extends Schema.Top>(schema: S, messageMissingKey: string) =>
  schema.pipe(Schema.annotateKey({ messageMissingKey }))

const handOff = Schema.Struct({
  every: required(
    Schema.Int.annotate({ message: handOffMessage, description: "Length of a turn, in units.", examples: [1] }),
    handOffMessage
  ),
  unit: required(
    Schema.Literals(["hours", "days", "weeks", "months"]).annotate({
      message: handOffMessage,
      description: "Unit of the length. Days, weeks and months are local dates."
    }),
    handOffMessage
  ),
  start: required(
    Schema.String.annotate({
      message: handOffMessage,
      description: "Local time at which the first turn begins.",
      examples: ["2027-01-04T09:00"]
    }),
    handOffMessage
  )
}).annotate({
  message: handOffMessage,
  identifier: "OnCallHandOffInput",
  title: "OnCallHandOffInput",
  description: "When one turn ends and the next one begins."
})

const hours = Schema.Struct({
  start: required(
    Schema.String.annotate({ message: activeMessage, description: "Weekday and time.", examples: ["mon 09:00"] }),
    activeMessage
  ),
  end: required(
    Schema.String.annotate({
      message: activeMessage,
      description: "Weekday and time of the first minute after the interval.",
      examples: ["mon 17:00"]
    }),
    activeMessage
  )
}).annotate({
  message: activeMessage,
  identifier: "OnCallHoursInput",
  title: "OnCallHoursInput",
  description: "A weekly interval of local time."
})

const instant = (of: string, description: string, example: string) =>
  Schema.NullOr(timeInput(messages.onCallTime(of))).annotate({
    message: messages.onCallTime(of),
    description,
    examples: [example]
  })

const layer = Schema.Struct({
  name: Schema.optionalKey(
    Schema.NullOr(Schema.String).annotate({
      message: `The name of a layer must be null or a string of at most ${limits.nameLength} characters.`,
      description: "Name. Default: none.",
      examples: ["Weekdays"]
    })
  ),
  groups: required(
    Schema.Array(
      Schema.Array(Schema.String.annotate({ message: groupsMessage }))
        .annotate({ message: groupsMessage })
        .check(Schema.isMaxLength(limits.peopleOfGroup, { message: groupsMessage }))
    )
      .annotate({
        message: groupsMessage,
        description:
          "The groups in the order of their turns. The people of a group are on call together: `membershipId`s or email addresses of people in the account. An empty group is a turn of nobody.",
        examples: [[["ann@example.com"], ["bob@example.com"]]]
      })
      .check(
        Schema.isMinLength(1, { message: groupsMessage }),
        Schema.isMaxLength(limits.groups, { message: groupsMessage })
      ),
    groupsMessage
  ),
  handOff: required(handOff, handOffMessage),
  active: Schema.optionalKey(
    Schema.NullOr(
      Schema.Array(hours).check(
        Schema.isMinLength(1, { message: activeMessage }),
        Schema.isMaxLength(limits.activeHours, { message: activeMessage })
      )
    ).annotate({
      message: activeMessage,
      description: "The hours in which the layer is on. Null, the default: always."
    })
  ),
  counts: Schema.optionalKey(
    Schema.Literals(["all", "active"]).annotate({
      message: "counts must be one of: all, active.",
      description:
        "The periods that count as turns. `all`, the default: every period. `active`: only periods with active hours."
    })
  ),
  from: Schema.optionalKey(
    instant("from", "The first instant at which the layer can be on. Default: the first turn.", "2027-01-04T08:00:00Z")
  ),
  until: Schema.optionalKey(
    instant("until", "The first instant after the layer. Default: it does not end.", "2028-01-03T08:00:00Z")
  ),
  joinsPrevious: Schema.optionalKey(
    Schema.Boolean.annotate({
      message: "joinsPrevious must be true or false.",
      description: "Whether the layer is on together with the layer before it. Default: false.",
      examples: [false]
    })
  ),
  timezone: Schema.optionalKey(
    Schema.NullOr(Schema.String).annotate({
      message: "The timezone of a layer must be null or an IANA time zone name such as Europe/Berlin.",
      description: "Time zone of the local times. Null, the default: the zone of the schedule.",
      examples: ["Europe/Berlin"]
    })
  )
}).annotate({
  message: layersMessage,
  identifier: "OnCallLayerInput",
  title: "OnCallLayerInput",
  description: "A rotation."
})
/** A rotation in a request. */
export type OnCallLayerInput = typeof layer.Type

const layers = Schema.Array(layer)
  .annotate({
    message: layersMessage,
    description:
      "The rotations. A later layer wins over an earlier one; while it is off, the layers before it decide. To change a rotation from a date on, end the layer with `until` and add one with `from`."
  })
  .check(Schema.isMaxLength(limits.layers, { message: layersMessage }))

/** The body of `POST /on-call/schedules`. */
export const CreateOnCallSchedule = Schema.Struct({
  name: required(name, nameMessage),
  timezone: required(zone("IANA time zone of the schedule."), timezoneMessage),
  mode: Schema.optionalKey(mode),
  layers: required(layers, layersMessage)
}).annotate({
  identifier: "CreateOnCallSchedule",
  title: "CreateOnCallSchedule",
  description: "A new on-call schedule."
})
export type CreateOnCallSchedule = typeof CreateOnCallSchedule.Type

/** The body of `PATCH /on-call/schedules/:id`. Only the fields that it contains change. */
export const UpdateOnCallSchedule = Schema.Struct({
  name: Schema.optionalKey(name),
  timezone: Schema.optionalKey(zone("IANA time zone of the schedule.")),
  mode: Schema.optionalKey(mode),
  layers: Schema.optionalKey(layers)
}).annotate({
  identifier: "UpdateOnCallSchedule",
  title: "UpdateOnCallSchedule",
  description: "The fields to change. Fields that are absent stay unchanged. `layers` replaces all layers."
})
export type UpdateOnCallSchedule = typeof UpdateOnCallSchedule.Type

const peopleMessage = `people must be a list of at most ${limits.peopleOfGroup} people.`
const replacesMessage = "replaces must be null or a person."
const noteMessage = `note must be null or a string of at most ${limits.noteLength} characters.`

/** The body of `POST /on-call/schedules/:id/overrides`. */
export const CreateOnCallOverride = Schema.Struct({
  start: required(
    timeInput(messages.onCallTime("start"), {
      description: "The first instant, ISO 8601.",
      examples: ["2027-01-08T17:00:00Z"]
    }),
    messages.onCallTime("start")
  ),
  end: required(
    timeInput(messages.onCallTime("end"), {
      description: "The first instant after the override, ISO 8601.",
      examples: ["2027-01-11T08:00:00Z"]
    }),
    messages.onCallTime("end")
  ),
  people: required(
    Schema.Array(Schema.String.annotate({ message: peopleMessage }))
      .annotate({
        message: peopleMessage,
        description:
          "The people who are on call instead: `membershipId`s or email addresses of people in the account. Empty: nobody is on call.",
        examples: [["ann@example.com"]]
      })
      .check(Schema.isMaxLength(limits.peopleOfGroup, { message: peopleMessage })),
    peopleMessage
  ),
  replaces: Schema.optionalKey(
    Schema.NullOr(Schema.String).annotate({
      message: replacesMessage,
      description:
        "The person whom the people replace, for a swap or a vacation. The override applies only while this person would be on call. Null, the default: it replaces everybody.",
      examples: ["bob@example.com"]
    })
  ),
  note: Schema.optionalKey(
    Schema.NullOr(Schema.String.check(Schema.isMaxCodePoints(limits.noteLength, { message: noteMessage }))).annotate({
      message: noteMessage,
      description: "Note. Default: none.",
      examples: ["Vacation"]
    })
  )
}).annotate({
  identifier: "CreateOnCallOverride",
  title: "CreateOnCallOverride",
  description: "A range in which other people are on call."
})
export type CreateOnCallOverride = typeof CreateOnCallOverride.Type

const calendarMessage = messages.onCallCalendarText(limits.calendarLength)

/** The body of `POST /on-call/schedules/:id/calendar-import`. */
export const ImportOnCallCalendar = Schema.Struct({
  calendar: required(
    Schema.String.annotate({
      message: calendarMessage,
      description: "The text of an iCalendar file.",
      examples: ["BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n"]
    }).check(Schema.isMaxLength(limits.calendarLength, { message: calendarMessage })),
    calendarMessage
  ),
  from: Schema.optionalKey(
    timeInput(messages.onCallTime("from"), {
      description: "Only shifts that end after this instant, ISO 8601. Default: now.",
      examples: ["2027-01-04T00:00:00Z"]
    })
  ),
  to: Schema.optionalKey(
    timeInput(messages.onCallTime("to"), {
      description: `Only shifts that begin before this instant, ISO 8601, at most ${limits.rangeDays} days after \`from\`. Default: ${limits.rangeDays} days after it.`,
      examples: ["2027-03-01T00:00:00Z"]
    })
  )
}).annotate({
  identifier: "ImportOnCallCalendar",
  title: "ImportOnCallCalendar",
  description: "An iCalendar file whose events become overrides."
})
export type ImportOnCallCalendar = typeof ImportOnCallCalendar.Type
