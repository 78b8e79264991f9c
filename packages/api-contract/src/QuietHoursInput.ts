import { isTimeZone } from "@mon/model"
import * as Schema from "effect/Schema"

const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$/u

interface HoursTexts {
  /** The name of the field. */
  readonly field: string
  /** The hours, as in "if both are the same, the hours last a whole day". */
  readonly noun: string
  readonly identifier: string
  readonly description: string
}

/** Makes the schema of local hours on days of the week. */
const hoursInput = ({ description, field, identifier, noun }: HoursTexts) => {
  const message = `${field} must be null, or have start and end such as 22:00, days from 1 (Monday) to 7 (Sunday), and timezone.`
  const alwaysMessage = `${field} must not cover the whole week.`
  const zoneMessage = `${field}.timezone must be an IANA time zone name such as Europe/Berlin.`
  const clock = (about: string, example: string) =>
    Schema.String.annotate({ message, description: about, examples: [example] })
      .check(Schema.isPattern(CLOCK, { message }))
      .pipe(Schema.annotateKey({ messageMissingKey: message }))
  return (
    Schema.Struct({
      start: clock("Begin, local time.", "22:00"),
      end: clock(
        `End, local time. If it is earlier than the start, it is on the next day. If both are the same, the ${noun} last a whole day.`,
        "07:00"
      ),
      days: Schema.Array(Schema.Literals([1, 2, 3, 4, 5, 6, 7]).annotate({ message }))
        .annotate({
          message,
          description: `Days on which the ${noun} start. 1 is Monday, 7 is Sunday.`,
          examples: [[1, 2, 3, 4, 5]]
        })
        .check(
          Schema.isMinLength(1, { message }),
          Schema.makeFilter((list) => new Set(list).size === list.length || message)
        )
        .pipe(Schema.annotateKey({ messageMissingKey: message })),
      timezone: Schema.String.annotate({
        message: zoneMessage,
        description: "IANA time zone name.",
        examples: ["Europe/Berlin"]
      })
        .check(Schema.makeFilter((zone) => isTimeZone(zone) || zoneMessage))
        .pipe(Schema.annotateKey({ messageMissingKey: zoneMessage }))
    })
      .annotate({ message, description })
      .check(Schema.makeFilter(({ days, end, start }) => start !== end || days.length < 7 || alwaysMessage))
      // This annotation has no message, because a message here would replace the message of the check above.
      .annotate({ identifier, title: identifier })
  )
}

const nullableHours = (texts: HoursTexts, description: string) =>
  Schema.NullOr(hoursInput(texts)).annotate({
    message: `${texts.field} must be null, or have start and end such as 22:00, days from 1 (Monday) to 7 (Sunday), and timezone.`,
    description
  })

export const QuietHoursInput = nullableHours(
  {
    field: "quietHours",
    noun: "quiet hours",
    identifier: "QuietHoursInput",
    description: "The hours in which a channel stays quiet."
  },
  "The hours in which the channel stays quiet. All alerts except critical ones are sent as one summary at the end. Null: there are no quiet hours."
)

export const StepHoursInput = nullableHours(
  {
    field: "hours",
    noun: "hours",
    identifier: "StepHoursInput",
    description: "The hours in which a step is sent."
  },
  "The hours in which the step is sent. Outside of them, it is skipped. At least one step must have no hours. Null, the default: at any time."
)
