import { dependencyFields } from "./dependencyFields.ts"
import { field } from "./Field.ts"
import { defaultsOf, type MonitorFields } from "./MonitorField.ts"
import { part } from "./Part.ts"
import { parseCron } from "./schedules/parseCron.ts"
import { parseOnCalendar } from "./schedules/parseOnCalendar.ts"
import { scheduleLimits, type ParsedSchedule } from "./schedules/Schedule.ts"
import { canonicalTimeZone } from "./TimeZone.ts"

/** Limits of heartbeats. Durations are whole seconds. */
export const heartbeatLimits = {
  /** The range of periods, delays and run times, in seconds. The maximum is the same as in Healthchecks. */
  seconds: { minimum: 1, maximum: 31_536_000 },
  /** The minimum period of a job without a schedule, in seconds. */
  everyMinimum: 10,
  /** The maximum number of runs in the period of `atMost`. */
  atMostRuns: 100,
  slugLength: 100,
  /** The maximum number of characters of a list of keywords, as in Healthchecks. */
  keywordsLength: 200,
  /**
   * The range of the token length in a ping URL, in characters. Tokens of Uptime Kuma (10 to 32) and UUIDs are within
   * this range.
   */
  token: { minimum: 10, maximum: 128 },
  /**
   * The length of a ping key, in characters. A token must have another length, because tokens and ping keys are both
   * the first name in the path of a ping.
   */
  pingKeyLength: 22,
  /** The maximum number of stored pings of a heartbeat. */
  pings: 100,
  /**
   * The maximum number of stored bytes of a ping's body. A longer body is cut off at the start, because error messages
   * are usually at the end.
   */
  bodyBytes: 100_000
} as const

const ruleOf = (parse: (text: string, timeZone: string) => ParsedSchedule, noun: string) => (text: string) => {
  const parsed = parse(text, "UTC")
  return parsed._tag === "Schedule" || `must be ${noun}: ${parsed.message}.`
}

const timeZone = part.optional(
  part.text({
    about: "Time zone of the schedule: the name of an IANA time zone. Default: UTC.",
    example: "Europe/Berlin",
    maximum: 64,
    rule: (name) => canonicalTimeZone(name) !== null || "must be the name of a time zone such as Europe/Berlin."
  })
)

const schedule = part.choice(
  [
    part.object(
      {
        every: part.number({
          about: "Time between runs, whatever the time of day. Seconds.",
          example: 3_600,
          minimum: heartbeatLimits.everyMinimum,
          maximum: heartbeatLimits.seconds.maximum,
          unit: "seconds"
        })
      },
      { about: "A schedule with a fixed time between runs." }
    ),
    part.object(
      {
        cron: part.text({
          about:
            "Cron expression with 5 fields, or with 6 fields of which the first is the second. When clocks change, the rules of Debian's cron apply.",
          example: "0 3 * * *",
          maximum: scheduleLimits.cronLength,
          rule: ruleOf(parseCron, "a cron expression")
        }),
        timeZone
      },
      { about: "A schedule with a cron expression." }
    ),
    part.object(
      {
        onCalendar: part.text({
          about: "The `OnCalendar=` values of a systemd timer, one per line.",
          example: "Mon..Fri 03:00",
          maximum: scheduleLimits.onCalendarLength,
          isLong: true,
          rule: ruleOf(parseOnCalendar, "OnCalendar values")
        }),
        timeZone
      },
      { about: "A systemd timer." }
    )
  ],
  { name: "HeartbeatSchedule", about: "When the job runs." }
)

const atMost = part.object(
  {
    runs: part.number({ about: "Runs.", example: 2, minimum: 1, maximum: heartbeatLimits.atMostRuns }),
    period: part.number({
      about: "Period to which the maximum number of runs applies. Seconds.",
      example: 3_600,
      minimum: heartbeatLimits.seconds.minimum,
      maximum: heartbeatLimits.seconds.maximum,
      unit: "seconds"
    })
  },
  { name: "HeartbeatAtMost", about: "The maximum number of runs in a period." }
)

const keywords = (meaning: string, example: string) =>
  part.optional(
    part.text({
      about: `Words, separated by commas. ${meaning} Upper and lower case differ.`,
      example,
      maximum: heartbeatLimits.keywordsLength
    })
  )

const filters = part.object(
  {
    method: part.optional(
      part.word(["POST"], { about: "Pings over HTTP with another method are ignored. Absent: all methods count." })
    ),
    failure: keywords("A ping with one of them is a failure, whatever else it contains.", "ERROR, FATAL"),
    success: keywords("A ping with one of them is a success.", "OK, DONE"),
    start: keywords("A ping with one of them is a start.", "START, BEGIN"),
    subject: part.optional(part.flag({ about: "Whether keywords are searched for in the subject of an email." })),
    body: part.optional(part.flag({ about: "Whether keywords are searched for in the text of an email." })),
    httpBody: part.optional(part.flag({ about: "Whether keywords are searched for in the body of a ping over HTTP." })),
    defaultFail: part.optional(
      part.flag({ about: "Whether a ping without any of the keywords is a failure. Otherwise, it is ignored." })
    )
  },
  { name: "HeartbeatFilters", about: "Which pings count, and what they report." }
)

/** The settable fields of a heartbeat, in the order in which requests are checked. */
export const heartbeatFields = {
  name: field.text("name", { about: "Display name.", example: "Nightly backup", maximum: 200, column: "name" }),
  schedule: field.value("schedule", schedule, {
    about: "When the job runs. A ping that does not arrive in time makes the heartbeat late, and then down.",
    example: { cron: "0 3 * * *", timeZone: "Europe/Berlin" },
    default: { every: 86_400 },
    control: "schedule",
    inSchedule: true
  }),
  lateAfter: field.secondsOrNull("lateAfter", {
    about: "If a run begins later than this after its expected time, Mon marks the heartbeat as down.",
    example: 300,
    ...heartbeatLimits.seconds,
    default: 300,
    null: "no run is late",
    inSchedule: true
  }),
  maxRuntime: field.secondsOrNull("maxRuntime", {
    about: "If a run takes longer than this, Mon marks the heartbeat as down. The job must send a ping when it starts.",
    example: 3_600,
    ...heartbeatLimits.seconds,
    default: null,
    null: "no limit",
    inSchedule: true
  }),
  minRuntime: field.secondsOrNull("minRuntime", {
    about:
      "If a run succeeds in less time than this, Mon marks the heartbeat as down. An example is a backup that found nothing to copy.",
    example: 10,
    ...heartbeatLimits.seconds,
    default: null,
    null: "no limit",
    inSchedule: true
  }),
  atMost: field.value("atMost", atMost, {
    about:
      "If there are more runs than this, Mon marks the heartbeat as down. An example is a job that is in two crontabs.",
    example: { runs: 2, period: 3_600 },
    default: null,
    inSchedule: true
  }),
  filters: field.value("filters", filters, {
    about:
      "Which pings count, and the keywords in their text that say what they report, as in Healthchecks. Applies to the ping URLs of Healthchecks and to email.",
    example: { failure: "ERROR, FATAL", success: "OK, DONE", subject: true },
    default: null
  }),
  slug: field.textOrNull("slug", {
    about:
      "The heartbeat's name in ping URLs that contain the account's ping key. Null: derived from the display name.",
    example: "nightly-backup",
    maximum: heartbeatLimits.slugLength,
    default: null,
    pattern: /^[a-z0-9_-]+$/u,
    takes: `1 to ${heartbeatLimits.slugLength} characters: a to z, 0 to 9, - and _`
  }),
  ...dependencyFields
} as const satisfies MonitorFields

const { maximum, minimum } = heartbeatLimits.token

export const newHeartbeatSecrets = {
  token: field.secret("token", {
    about:
      "The secret in the ping URL at another service, so that only the host name in the job has to change. Only used when the heartbeat is added. No other heartbeat can have the same secret. Default: Mon generates one.",
    example: "q3zTrP0vLx8JmW5n",
    pattern: new RegExp(`^(?!.{${heartbeatLimits.pingKeyLength}}$)[A-Za-z0-9_-]{${minimum},${maximum}}$`, "u"),
    takes: `${minimum} to ${maximum} characters, but not ${heartbeatLimits.pingKeyLength}: A to Z, a to z, 0 to 9, - and _`
  })
} as const

/**
 * Returns whether a text can be the token in a ping URL.
 *
 * @example
 * ```ts
 * isPingToken("07c2f548-9850-4b27-af5d-6c9dc157ec02") // => true
 * isPingToken("short") // => false
 * ```
 */
export const isPingToken = (text: string): boolean => newHeartbeatSecrets.token.pattern.test(text)

/** The default settings of a new heartbeat. */
export const heartbeatDefaults = defaultsOf(heartbeatFields)

export const newHeartbeatTexts = {
  about: "A job, a backup or a device that reports to Mon. If it does not report in time, it is down.",
  url: null
} as const
