import { dependencyFields } from "./dependencyFields.ts"
import { field } from "./Field.ts"
import { defaultsOf, type MonitorFields, type SettingsOf } from "./MonitorField.ts"
import { part } from "./Part.ts"
import { requestFields, requestLimits, serviceExpectation } from "./requestFields.ts"
import { serviceCheck, serviceTimeout } from "./serviceCheck.ts"
import { serviceLimits } from "./serviceParts.ts"

const ABOUT_EXPECT =
  "What the check must find, whatever the type. If an expectation is not met, the check fails with the code `expectation_failed`."

const tcp = serviceTimeout("tcp")
const steps = serviceTimeout("httpSteps")
const roundTrip = serviceTimeout("mailRoundTrip")

/** The settable fields of a service, in the order in which requests are checked. */
export const serviceFields = {
  name: field.text("name", { about: "Display name.", example: "Orders database", maximum: 200, column: "name" }),
  check: field.needed(serviceCheck, {
    about: "What Mon checks: the type of the service, its address, and the options of the type.",
    example: { type: "postgres", target: "db.example.com", tls: "required" },
    inSchedule: true
  }),
  checkInterval: field.seconds("checkInterval", {
    about: "Time between two checks.",
    rule: `The value must be at least the plan's minimum. Databases and directories are checked at most every ${serviceLimits.databaseIntervalSeconds} s, mail, file, time and SSH servers and HTTP in steps at most every ${serviceLimits.mailIntervalSeconds} s, and mail round trips at most every ${serviceLimits.roundTripIntervalSeconds} s.`,
    example: 300,
    minimum: serviceLimits.intervalSeconds,
    maximum: 86_400,
    default: 300,
    column: "check_interval_seconds",
    inSchedule: true
  }),
  timeoutSeconds: field.seconds("timeoutSeconds", {
    about: "Maximum duration of a check.",
    rule: `The value must be less than checkInterval, and at most ${tcp.maximum} s, except for the types \`httpSteps\` (at most ${steps.maximum} s, ${steps.default} s by default) and \`mailRoundTrip\` (${roundTrip.minimum} to ${roundTrip.maximum} s, ${roundTrip.default} s by default).`,
    example: 10,
    minimum: tcp.minimum,
    maximum: serviceLimits.timeoutSeconds,
    default: tcp.default,
    column: "timeout_seconds",
    inSchedule: true
  }),
  inverted: field.flag("inverted", {
    about:
      "Whether the port must be closed. The service is then up while its host refuses connections or does not answer, and down if it accepts one.",
    rule: "Only for the type `tcp`.",
    example: false,
    default: false,
    inSchedule: true
  }),
  expect: field.value(
    "expect",
    part.list(serviceExpectation, { about: ABOUT_EXPECT, maximum: requestLimits.expectations }),
    {
      about: ABOUT_EXPECT,
      rule: `At most ${requestLimits.expectations}. The plan limits the number of expectations.`,
      example: [{ responseTimeMs: 500 }],
      default: [],
      column: "expect",
      inSchedule: true
    }
  ),
  degradedAfterMs: requestFields.degradedAfterMs,
  ...dependencyFields
} as const satisfies MonitorFields

/** The values of the settable fields of a service. */
export type ServiceSettings = SettingsOf<typeof serviceFields>

/** The default settings of a new service. The shortest interval of the plan may be longer than the default interval. */
export const serviceDefaults = defaultsOf(serviceFields)

export const newServiceTexts = {
  about: "A service that is not a web site: a port, a mail server, a database, a DNS server or a host.",
  url: null
} as const
