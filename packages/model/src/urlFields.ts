import { field } from "./Field.ts"
import { requestFields } from "./requestFields.ts"
import { defaultsOf, type InputsOf, type MonitorFields, type SettingsOf } from "./MonitorField.ts"

/** The settable fields of a URL monitor, in the order in which requests are checked; used as `domainFields` is. */
export const urlFields = {
  name: field.text("name", { about: "Display name.", example: "Pricing", maximum: 200, column: "name" }),
  checkInterval: field.seconds("checkInterval", {
    about: "Time between two checks.",
    rule: "The value must be at least the minimum of the plan.",
    example: 86_400,
    minimum: 60,
    maximum: 2_592_000,
    default: 86_400,
    column: "check_interval_seconds",
    inSchedule: true
  }),
  timeoutSeconds: field.seconds("timeoutSeconds", {
    about: "Maximum time to fetch the page.",
    example: 30,
    minimum: 5,
    maximum: 30,
    default: 30,
    column: "timeout_seconds",
    inSchedule: true
  }),
  screenshotEnabled: field.flag("screenshotEnabled", {
    about: "Whether each check takes a screenshot.",
    example: true,
    default: true,
    column: "screenshot_enabled"
  }),
  screenshotWaitMs: field.milliseconds("screenshotWaitMs", {
    about: "Time between the loading of the page and the screenshot.",
    example: 2_000,
    minimum: 0,
    maximum: 30_000,
    default: 2_000,
    column: "screenshot_wait_ms"
  }),
  ...requestFields
} as const satisfies MonitorFields

/** The values of the settable fields of a URL monitor. */
export type UrlSettings = SettingsOf<typeof urlFields>

/** The values of the settable fields of a URL monitor as requests have them. */
export type UrlInputs = InputsOf<typeof urlFields>

/**
 * What a new URL monitor has where nothing else is set; the shortest interval of the plan may be longer than this one.
 */
export const urlDefaults = defaultsOf(urlFields)
