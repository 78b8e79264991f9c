import { field, isTimeZone, reportIntervals, reportLimits, scheduledReportLimits as limits } from "@mon/model"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { messages } from "./Message.ts"

const nameMessage = `name must be a string of 1 to ${limits.nameLength} characters.`
const name = field.text("name", {
  about: "Name of the report. The recipients see it.",
  example: "Availability for Example Ltd",
  maximum: limits.nameLength
}).input

const every = Schema.Literals(reportIntervals).annotate({
  message: messages.scheduledReportEvery,
  description:
    "`week`: every Monday, for the seven days before. `month`: on the first day of every month, for the month before. Both are sent at 8 o'clock.",
  examples: ["month"]
})

const timezone = Schema.String.annotate({
  message: messages.reportZone,
  description: "IANA time zone for the days. Default: the time zone in your settings.",
  examples: ["Europe/Berlin"]
}).check(Schema.makeFilter((text: string) => isTimeZone(text) || messages.reportZone))

const language = Schema.Literals(["en", "de"]).annotate({
  message: messages.scheduledReportLanguage,
  description: "Language of the email. Default: the language in your settings, or English.",
  examples: ["en"]
})

const tag = Schema.NullOr(Schema.String).annotate({
  message: messages.scheduledReportTag,
  description:
    "Name of a tag, so that only domains with this tag are included. If the tag is deleted, so is the report. Default: null, which means all domains.",
  examples: ["customer-a"]
})

const DIGITS = 10 ** reportLimits.targetDigits
/**
 * Returns whether a number has few enough decimal places. Replaces `multipleOf` of JSON Schema, which would refuse
 * 99.9, because its binary value is not a multiple of 0.0001.
 */
const hasFewDigits = (value: number): boolean => Math.abs(Math.round(value * DIGITS) - value * DIGITS) < 1e-6

const target = messages.scheduledReportTarget
const targetPercent = Schema.NullOr(
  Schema.Finite.annotate({ message: target }).check(
    Schema.isGreaterThan(0, { message: target }),
    Schema.isLessThanOrEqualTo(100, { message: target }),
    Schema.makeFilter((value: number) => hasFewDigits(value) || target)
  )
).annotate({
  message: target,
  description:
    "Uptime target in percent, such as the one in a service level agreement. Default: null, which means no target.",
  examples: [99.9]
})

const listMessage = messages.scheduledReportRecipients(limits.recipients)
const recipients = field
  .emails("recipients", {
    about:
      "Email addresses that get the report. Members of the account get it straight away. Mon asks everybody else to confirm first.",
    example: ["customer@example.com"],
    maximum: limits.recipients
  })
  .input.check(Schema.isMinLength(1, { message: listMessage }))

/** The body of `POST /scheduled-reports`. */
export const CreateScheduledReport = Schema.Struct({
  name: name.pipe(Schema.annotateKey({ messageMissingKey: nameMessage })),
  every: every.pipe(Schema.annotateKey({ messageMissingKey: messages.scheduledReportEvery })),
  recipients: recipients.pipe(Schema.annotateKey({ messageMissingKey: listMessage })),
  ...Struct.map({ timezone, language, tag, targetPercent }, Schema.optionalKey)
}).annotate({
  identifier: "CreateScheduledReport",
  title: "CreateScheduledReport",
  description: "A new scheduled report."
})
export type CreateScheduledReport = typeof CreateScheduledReport.Type

/** The body of `PATCH /scheduled-reports/:id`. Only the fields that it contains change. */
export const UpdateScheduledReport = Schema.Struct(
  Struct.map({ name, every, recipients, timezone, language, tag, targetPercent }, Schema.optionalKey)
).annotate({
  identifier: "UpdateScheduledReport",
  title: "UpdateScheduledReport",
  description: "The fields to change. Fields that are absent stay unchanged. `recipients` replaces the whole list."
})
export type UpdateScheduledReport = typeof UpdateScheduledReport.Type
