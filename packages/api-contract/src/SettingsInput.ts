import { field, isTimeZone } from "@mon/model"
import * as Schema from "effect/Schema"

const zoneMessage = "timezone must be an IANA time zone name such as Europe/Berlin."

/** The body of `PATCH /settings`: only the fields that are there change. */
export const UpdateSettings = Schema.Struct({
  timezone: Schema.optionalKey(
    Schema.String.annotate({
      message: zoneMessage,
      description: "IANA time zone name; reports are sent by its clock. The caller's own.",
      examples: ["Europe/Berlin"]
    }).check(Schema.makeFilter((zone) => isTimeZone(zone) || zoneMessage))
  ),
  weeklyReportEnabled: Schema.optionalKey(
    field.flag("weeklyReportEnabled", {
      about: "Whether the caller gets a report every Monday at 08:00.",
      example: true
    }).input
  ),
  notificationsPaused: Schema.optionalKey(
    field.flag("notificationsPaused", {
      about: "Whether the account's alerts are paused. Only its owner can change it.",
      example: false
    }).input
  )
}).annotate({
  identifier: "UpdateSettings",
  title: "UpdateSettings",
  description: "What to change; only the fields that are there change."
})
export type UpdateSettings = typeof UpdateSettings.Type
