import { canonicalTimeZone, hasControlCharacters, parseCron, parseOnCalendar } from "@mon/model"
import type { JsonObject } from "../http/RequestBody.ts"
import type { FilterChanges } from "./checkFilters.ts"

const uniqueFields = ["name", "slug", "tags", "timeout", "grace"] as const
type UniqueField = (typeof uniqueFields)[number]

/** The values that a client of Healthchecks sets in a check. Absent fields stay unchanged. */
export interface CheckSpec {
  readonly name?: string
  readonly slug?: string
  readonly tags?: string
  /** Seconds. */
  readonly timeout?: number
  /** Seconds. */
  readonly grace?: number
  readonly schedule?: string
  /** The canonical name of a time zone. */
  readonly tz?: string
  readonly filters?: FilterChanges
  readonly unique: ReadonlyArray<UniqueField>
}

/**
 * Returns the fault of a value, as the end of a sentence that begins with the name of the field. Null: the value is
 * valid.
 */
type Rule = (value: unknown) => string | null

const MOST_NAME = 100
const MOST_KEYWORDS = 200
const MOST_SCHEDULE = 100
/** The limits of the timeout and of the grace time, in seconds. */
const SECONDS = { minimum: 60, maximum: 31_536_000 } as const

const text =
  (maximum = Number.POSITIVE_INFINITY, rule: (value: string) => string | null = () => null): Rule =>
  (value) => {
    if (typeof value !== "string") return "is not a string"
    return [...value].length > maximum ? "is too long" : rule(value)
  }

const keywords = text(MOST_KEYWORDS, (value) =>
  hasControlCharacters(value) || !value.isWellFormed() ? "has control characters" : null
)

const flag: Rule = (value) => (typeof value === "boolean" ? null : "is not a boolean")

const seconds: Rule = (value) => {
  if (typeof value !== "number" || !Number.isInteger(value)) return "is not a number"
  if (value < SECONDS.minimum) return "is too small"
  return value > SECONDS.maximum ? "is too large" : null
}

/**
 * Returns whether a schedule is a cron expression: one line with five parts. Any other text is an OnCalendar
 * expression.
 */
export const isCron = (schedule: string): boolean => {
  const trimmed = schedule.trim()
  return !trimmed.includes("\n") && trimmed.split(/\s+/u).length === 5
}

const isSchedule = (schedule: string): boolean =>
  (isCron(schedule) ? parseCron : parseOnCalendar)(schedule, "UTC")._tag === "Schedule"

const isUnique = (value: unknown): value is UniqueField => uniqueFields.some((field) => field === value)

/** The rules of the fields, in the order in which Healthchecks reports them (hc/api/views.py, `Spec`). */
const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ["channels", text()],
  ["desc", text()],
  ["failure_kw", keywords],
  ["filter_subject", flag],
  ["filter_body", flag],
  ["filter_http_body", flag],
  ["filter_default_fail", flag],
  ["grace", seconds],
  ["manual_resume", flag],
  ["methods", (value) => (value === "" || value === "POST" ? null : "has unexpected value")],
  ["name", text(MOST_NAME)],
  [
    "schedule",
    text(MOST_SCHEDULE, (value) => (isSchedule(value) ? null : "is not a valid cron or OnCalendar expression"))
  ],
  ["slug", text(MOST_NAME, (value) => (/^[a-z0-9_-]*$/u.test(value) ? null : "does not match pattern"))],
  ["start_kw", keywords],
  ["subject", keywords],
  ["subject_fail", keywords],
  ["success_kw", keywords],
  ["tags", text()],
  ["timeout", seconds],
  ["tz", text(undefined, (value) => (canonicalTimeZone(value) === null ? "is not a valid timezone" : null))],
  ["unique", (value) => (Array.isArray(value) ? null : "is not an array")]
])

const BY_ROUTES = "cannot be set, because the alert routes of the account choose the channels"

/**
 * The fields without a counterpart in Mon. Each can only have its default, which is empty or false, for the given
 * reason.
 */
const unsupported: ReadonlyMap<string, string> = new Map([
  ["channels", BY_ROUTES],
  ["desc", "is not supported, because heartbeats have no description"],
  ["manual_resume", "cannot be set, because paused heartbeats are always resumed by hand"]
])

const valueOf = (body: JsonObject, field: string): unknown => (Object.hasOwn(body, field) ? body[field] : undefined)

/** Returns the first problem with a request body, or null. */
const faultOf = (body: JsonObject): string | null => {
  for (const [field, rule] of rules) {
    const value = valueOf(body, field)
    const fault = value === undefined ? null : rule(value)
    if (fault !== null) return `${field} ${fault}`
  }
  const unique = valueOf(body, "unique")
  if (Array.isArray(unique) && !unique.every(isUnique)) return "an item in 'unique' has unexpected value"
  for (const [field, reason] of unsupported) {
    const value = valueOf(body, field)
    if (value !== undefined && value !== "" && value !== false) return `${field} ${reason}`
  }
  return null
}

const textOf = (body: JsonObject, field: string) => {
  const value = valueOf(body, field)
  return typeof value === "string" ? { [field]: value } : {}
}

const numberOf = (body: JsonObject, field: string) => {
  const value = valueOf(body, field)
  return typeof value === "number" ? { [field]: value } : {}
}

const flagOf = (body: JsonObject, field: string) => {
  const value = valueOf(body, field)
  return typeof value === "boolean" ? { [field]: value } : {}
}

const filtersOf = (body: JsonObject): Pick<CheckSpec, "filters"> => {
  const texts = ["methods", "start_kw", "success_kw", "failure_kw", "subject", "subject_fail"]
  const flags = ["filter_subject", "filter_body", "filter_http_body", "filter_default_fail"]
  const filters: FilterChanges = Object.assign(
    {},
    ...texts.map((field) => textOf(body, field)),
    ...flags.map((field) => flagOf(body, field))
  )
  return Object.keys(filters).length === 0 ? {} : { filters }
}

/** Returns the message of a refusal, in the form that Healthchecks uses. */
export const invalid = (fault: string): string => `json validation error: ${fault}`

/** Reads the body of a request to the management API. If the body is invalid, returns the message of the refusal. */
export const readSpec = (body: JsonObject): CheckSpec | string => {
  const fault = faultOf(body)
  if (fault !== null) return invalid(fault)
  const tz = valueOf(body, "tz")
  const zone = typeof tz === "string" ? canonicalTimeZone(tz) : null
  const unique = valueOf(body, "unique")
  return {
    ...textOf(body, "name"),
    ...textOf(body, "slug"),
    ...textOf(body, "tags"),
    ...textOf(body, "schedule"),
    ...numberOf(body, "timeout"),
    ...numberOf(body, "grace"),
    ...(zone === null ? {} : { tz: zone }),
    ...filtersOf(body),
    unique: Array.isArray(unique) ? unique.filter(isUnique) : []
  }
}
