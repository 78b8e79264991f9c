import { brandingLimits, field, isVisibleName, isTimeZone, Language, statusPageLimits } from "@mon/model"
import * as Schema from "effect/Schema"
import { messages } from "./Message.ts"

const languageMessage = `language must be one of: ${Language.literals.join(", ")}.`
const zoneMessage = "timezone must be an IANA time zone name such as Europe/Berlin."

/** The body of `PATCH /settings`. Only the fields that it contains change. */
export const UpdateSettings = Schema.Struct({
  timezone: Schema.optionalKey(
    Schema.String.annotate({
      message: zoneMessage,
      description:
        "The caller's IANA time zone. Mon sends reports at local time in this zone. Mon stores the name in IANA's current spelling, so `europe/berlin` becomes `Europe/Berlin` and `US/Pacific` becomes `America/Los_Angeles`.",
      examples: ["Europe/Berlin"]
    }).check(Schema.makeFilter((zone) => isTimeZone(zone) || zoneMessage))
  ),
  language: Schema.optionalKey(
    Schema.NullOr(Language.annotate({ message: languageMessage })).annotate({
      message: languageMessage,
      description:
        "Language of the dashboard and of emails to the caller. Null: the browser's language in the dashboard, and English in emails.",
      examples: ["de"]
    })
  ),
  weeklyReportEnabled: Schema.optionalKey(
    field.flag("weeklyReportEnabled", {
      about: "Whether the caller gets a report every Monday at 08:00 local time.",
      example: true
    }).input
  ),
  alertsByEmail: Schema.optionalKey(
    field.flag("alertsByEmail", {
      about: "Whether the caller gets alerts by email. The account owner always gets them.",
      example: true
    }).input
  ),
  degradedAlerts: Schema.optionalKey(
    field.flag("degradedAlerts", {
      about:
        "Whether the account gets alerts when a monitor becomes degraded and when it recovers. Only the account owner and admins can change this field.",
      example: true
    }).input
  ),
  contentFaultsOffer: Schema.optionalKey(
    field.flag("contentFaultsOffer", {
      about:
        "Whether the dashboard offers to count broken pages as outages for monitors that are older than this check. Only the account owner and admins can change this field.",
      example: false
    }).input
  ),
  notificationsPaused: Schema.optionalKey(
    field.flag("notificationsPaused", {
      about: "Whether the account's alerts are paused. Only the account owner and admins can change this field.",
      example: false
    }).input
  )
}).annotate({
  identifier: "UpdateSettings",
  title: "UpdateSettings",
  description: "The fields to change. Fields that are absent stay unchanged."
})
export type UpdateSettings = typeof UpdateSettings.Type

const nameMessage = messages.brandingName(brandingLimits.nameLength)

/** The body of `PATCH /settings/branding`. Only the fields that it contains change. */
export const UpdateBranding = Schema.Struct({
  name: Schema.optionalKey(
    Schema.NullOr(
      Schema.String.check(
        Schema.isMaxCodePoints(brandingLimits.nameLength, { message: nameMessage }),
        Schema.makeFilter((value) => isVisibleName(value) || nameMessage)
      )
    ).annotate({
      message: nameMessage,
      description: `Name of the workspace, at most ${brandingLimits.nameLength} characters. Null removes it.`,
      examples: ["Example Agency"]
    })
  ),
  logo: Schema.optionalKey(
    Schema.NullOr(Schema.String.annotate({ message: messages.statusPageLogo })).annotate({
      message: messages.statusPageLogo,
      description: `A PNG, JPEG or WebP image of at most ${statusPageLimits.logoBytes / 1_024} KiB as a \`data:\` URL. Mon decodes and re-encodes it. Null removes it.`,
      examples: [null]
    })
  )
}).annotate({
  identifier: "UpdateBranding",
  title: "UpdateBranding",
  description: "The fields to change. Fields that are absent stay unchanged."
})
export type UpdateBranding = typeof UpdateBranding.Type
