import { field, maintenanceLimits as limits } from "@mon/model"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { messages } from "./Message.ts"
import { timeInput } from "./TimeInput.ts"

const name = field.text("name", {
  about: "Display name. It is shown with the alerts that the window suppressed.",
  example: "Weekly deployment",
  maximum: limits.nameLength
}).input

const { maximum, minimum } = limits.minutes
const minutesMessage = `minutes must be a whole number between ${minimum} and ${maximum}.`
const minutes = Schema.Number.annotate({
  message: minutesMessage,
  description: "Length of each occurrence. Minutes. Send either `minutes` or `endsAt`.",
  examples: [120]
}).check(Schema.isInt({ message: minutesMessage }), Schema.isBetween({ minimum, maximum }, { message: minutesMessage }))

const startsAt = timeInput(messages.maintenanceTime("startsAt"), {
  description:
    "Start of the first occurrence, ISO 8601. Default: now. With a recurrence, each occurrence starts at this local time in the time zone, unless the rule sets another time with BYHOUR and BYMINUTE. Time before the window was created counts toward uptime as usual.",
  examples: ["2027-01-03T01:00:00Z"]
})
const endsAt = timeInput(messages.maintenanceTime("endsAt"), {
  description: "End of the first occurrence, ISO 8601. Send either `minutes` or `endsAt`.",
  examples: ["2027-01-03T03:00:00Z"]
})
const timezone = Schema.String.annotate({
  message: messages.maintenanceZone,
  description: "IANA time zone that the recurrence follows. Default: the time zone in your settings.",
  examples: ["Europe/Berlin"]
}).check(Schema.isMaxCodePoints(64, { message: messages.maintenanceZone }))
const recurrence = Schema.NullOr(
  Schema.String.check(Schema.isMaxCodePoints(limits.recurrenceLength, { message: messages.maintenanceRule }))
).annotate({
  message: messages.maintenanceRule,
  description: `Recurrence rule (RFC 5545 section 3.3.10) with FREQ DAILY, WEEKLY, MONTHLY or YEARLY, at most ${limits.recurrenceLength} characters. Default: null, which means that the window occurs once.`,
  examples: ["FREQ=WEEKLY;BYDAY=SU"]
})

const ids = (of: string, most: number, description: string) => {
  const message = `${of} must be a list of at most ${most} ids.`
  return Schema.Array(Schema.String.annotate({ message }))
    .annotate({ message, description, examples: [["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]] })
    .check(Schema.isMaxLength(most, { message }))
}

const targets = {
  wholeAccount: Schema.Boolean.annotate({
    message: "wholeAccount must be true or false.",
    description: "Whether the window covers all monitors in the account, present and future. Owner only.",
    examples: [false]
  }),
  domainIds: ids("domainIds", limits.monitors, "Ids of domains that the window covers."),
  urlIds: ids("urlIds", limits.monitors, "Ids of URL monitors that the window covers. Owner only."),
  heartbeatIds: ids("heartbeatIds", limits.monitors, "Ids of heartbeats that the window covers."),
  serviceIds: ids("serviceIds", limits.monitors, "Ids of services that the window covers."),
  tagIds: ids(
    "tagIds",
    limits.tags,
    "Ids of tags. The window covers all monitors with at least one of these tags. Owner only."
  )
}

const published = Schema.Boolean.annotate({
  message: "published must be true or false.",
  description: "Whether public status pages show the window. Default: true.",
  examples: [true]
})

const schedule = { startsAt, endsAt, minutes, timezone, recurrence }

/** The body of `POST /maintenance-windows`. */
export const CreateMaintenanceWindow = Schema.Struct({
  name: name.pipe(
    Schema.annotateKey({ messageMissingKey: `name must be a string of 1 to ${limits.nameLength} characters.` })
  ),
  ...Struct.map({ ...schedule, ...targets, published }, Schema.optionalKey)
}).annotate({
  identifier: "CreateMaintenanceWindow",
  title: "CreateMaintenanceWindow",
  description: "A new maintenance window. If you send only `name`, `minutes` and `domainIds`, the window begins now."
})
export type CreateMaintenanceWindow = typeof CreateMaintenanceWindow.Type

/** The body of `PATCH /maintenance-windows/:id`. Only the fields that it contains change. */
export const UpdateMaintenanceWindow = Schema.Struct(
  Struct.map({ name, ...schedule, ...targets, published }, Schema.optionalKey)
).annotate({
  identifier: "UpdateMaintenanceWindow",
  title: "UpdateMaintenanceWindow",
  description: "The fields to change. Fields that are absent stay unchanged."
})
export type UpdateMaintenanceWindow = typeof UpdateMaintenanceWindow.Type
