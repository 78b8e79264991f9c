import { AvailabilityReport, isTimeZone, Language, reportLimits as limits } from "@mon/model"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { BadRequest, Unavailable } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "./EffectHttp.ts"
import { ok } from "./Envelope.ts"
import { messages } from "./Message.ts"

const about = (summary: string, description: string) => OpenApi.annotations({ summary, description })

const DATE = /^[12]\d{3}-\d{2}-\d{2}$/u

const isDate = (text: string): boolean => {
  const at = DATE.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

const date = (name: "from" | "to", description: string, example: string) =>
  Schema.optionalKey(
    Schema.String.annotate({ message: messages.reportDate(name), description, examples: [example] }).check(
      Schema.makeFilter((text: string) => isDate(text) || messages.reportDate(name))
    )
  )

const TARGET = new RegExp(`^\\d{1,3}(?:\\.\\d{1,${limits.targetDigits}})?$`, "u")
const isTarget = (text: string): boolean => TARGET.test(text) && Number(text) > 0 && Number(text) <= 100

const query = {
  from: date("from", "First day of the period. Default: the first day of the last full month.", "2026-10-01"),
  to: date(
    "to",
    `Last day of the period, which can be at most ${limits.days} days long. Send both days or neither.`,
    "2026-10-31"
  ),
  timezone: Schema.optionalKey(
    Schema.String.annotate({
      message: messages.reportZone,
      description: "IANA time zone for the days. Default: the time zone in your settings.",
      examples: ["Europe/Berlin"]
    }).check(Schema.makeFilter((text: string) => isTimeZone(text) || messages.reportZone))
  ),
  tag: Schema.optionalKey(
    Schema.String.annotate({
      description: "A tag's name. Only domains with this tag are included.",
      examples: ["customer-a"]
    })
  ),
  target: Schema.optionalKey(
    Schema.String.annotate({
      message: messages.reportTarget,
      description: "Uptime target in percent, such as the one in a service level agreement. Default: none.",
      examples: ["99.9"]
    })
      .check(Schema.makeFilter((text: string) => isTarget(text) || messages.reportTarget))
      .pipe(Schema.decodeTo(Schema.Finite, SchemaTransformation.transform({ decode: Number, encode: String })))
  )
}

const availability = HttpApiEndpoint.get("availability", "/reports/availability", {
  query,
  success: ok(AvailabilityReport),
  error: [BadRequest]
}).annotateMerge(
  about(
    "A report about availability",
    "Returns uptime, downtime, incidents, response times, expiry dates and email health for a period, for each domain that the caller can see and for each tag. Time in maintenance windows and time without checks count as neither up nor down."
  )
)

const download = HttpApiEndpoint.get("download", "/reports/availability/export", {
  query: {
    ...query,
    by: Schema.optionalKey(
      Schema.Literals(["domain", "tag"]).annotate({
        message: messages.reportBy,
        description: "`domain`, the default: one row for each domain. `tag`: one row for each tag of these domains.",
        examples: ["tag"]
      })
    )
  },
  success: Schema.String.annotate({
    description:
      "CSV file with a header row (RFC 4180, UTF-8, CRLF line ends), one row for each domain or tag. If a spreadsheet program could read text as a formula, Mon puts an apostrophe in front of it."
  }).pipe(HttpApiSchema.asText({ contentType: "text/csv; charset=utf-8" })),
  error: [BadRequest]
}).annotateMerge(
  about(
    "A CSV of availability",
    "Downloads the domains or the tags of the report with the same parameters. The response is not JSON."
  )
)

const printed = HttpApiEndpoint.get("print", "/reports/availability/pdf", {
  query: {
    ...query,
    language: Schema.optionalKey(
      Language.annotate({
        message: messages.reportLanguage,
        description: "Language of the report. Default: the one in your settings.",
        examples: ["de"]
      })
    )
  },
  success: Schema.Uint8Array.annotate({
    description: "A tagged PDF with the workspace's name and logo."
  }).pipe(HttpApiSchema.asUint8Array({ contentType: "application/pdf" })),
  error: [BadRequest, Unavailable]
}).annotateMerge(
  about(
    "A PDF of availability",
    "Prints the report with the same parameters. The service needs Chromium for this. Without it, the status is 503, and the message says so. The response is not JSON."
  )
)

export class ReportsApi extends HttpApiGroup.make("reports")
  .add(availability, download, printed)
  .annotateMerge(
    OpenApi.annotations({
      title: "Reports",
      description: "The availability of your domains in a period, for each domain and each tag."
    })
  ) {}
