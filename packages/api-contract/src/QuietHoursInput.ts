import { isTimeZone } from "@mon/model"
import * as Schema from "effect/Schema"

const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$/u
const quietMessage =
  "quietHours must be null, or have start and end such as 22:00, days from 1 (Monday) to 7 (Sunday), and timezone."
const alwaysMessage = "quietHours must not cover the whole week."
const zoneMessage = "quietHours.timezone must be an IANA time zone name such as Europe/Berlin."

const clock = (about: string, example: string) =>
  Schema.String.annotate({ message: quietMessage, description: about, examples: [example] })
    .check(Schema.isPattern(CLOCK, { message: quietMessage }))
    .pipe(Schema.annotateKey({ messageMissingKey: quietMessage }))

export const QuietHoursInput = Schema.NullOr(
  Schema.Struct({
    start: clock("Begin, local time.", "22:00"),
    end: clock(
      "End, local time. If it is earlier than the start, it is on the next day. If both are the same, the quiet hours last a whole day.",
      "07:00"
    ),
    days: Schema.Array(Schema.Literals([1, 2, 3, 4, 5, 6, 7]).annotate({ message: quietMessage }))
      .annotate({
        message: quietMessage,
        description: "Days on which the quiet hours start. 1 is Monday, 7 is Sunday.",
        examples: [[1, 2, 3, 4, 5]]
      })
      .check(
        Schema.isMinLength(1, { message: quietMessage }),
        Schema.makeFilter((list) => new Set(list).size === list.length || quietMessage)
      )
      .pipe(Schema.annotateKey({ messageMissingKey: quietMessage })),
    timezone: Schema.String.annotate({
      message: zoneMessage,
      description: "IANA time zone name.",
      examples: ["Europe/Berlin"]
    })
      .check(Schema.makeFilter((zone) => isTimeZone(zone) || zoneMessage))
      .pipe(Schema.annotateKey({ messageMissingKey: zoneMessage }))
  })
    .annotate({ message: quietMessage, description: "The hours in which a channel stays quiet." })
    .check(Schema.makeFilter(({ days, end, start }) => start !== end || days.length < 7 || alwaysMessage))
    // This annotation has no message, because a message here would replace the message of the check above.
    .annotate({ identifier: "QuietHoursInput", title: "QuietHoursInput" })
).annotate({
  message: quietMessage,
  description:
    "The hours in which the channel stays quiet. All alerts except critical ones are sent as one summary at the end. Null: there are no quiet hours."
})
