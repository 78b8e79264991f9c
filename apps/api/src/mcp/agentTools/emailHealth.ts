import { defineTool, oneRecord, pick, presenter, recordOf, recordsOf } from "../defineTool.ts"
import { fieldsOf } from "../input.ts"
import { readsStored } from "../Tool.ts"
import type { JsonObject } from "@mon/bundled/json-rpc"
import type { Detail } from "../untrusted.ts"

const asksOthers = { ...readsStored, openWorldHint: true }

const components = ["mx", "spf", "dkim", "dmarc", "blacklist", "extras"] as const

/**
 * The fields of a record that the answer contains. The input forms of DNS providers are left out, because they repeat
 * the values.
 */
const recordFields = ["type", "host", "values", "replaces", "foreign", "findings"]
/**
 * The fields of a finding that the answer contains. The fix is left out, because the list of records also contains it.
 */
const findingFields = ["code", "severity", "component", "message", "record"]

const show = presenter({
  endpoint: "emailHealth.check",
  codes: [
    "rubricVersion",
    "findings.code",
    "records.findings",
    "steps.findings",
    "steps.announces",
    ...components.map((component) => `${component}.status`)
  ]
})

const summary = (component: unknown): JsonObject => {
  const { score, status, weight } = recordOf(component)
  return { status, score, weight }
}

/** Returns the report without its evidence and without the input forms of DNS providers. */
const shortReport = (report: JsonObject): JsonObject => ({
  domain: report["domain"],
  score: report["score"],
  grade: report["grade"],
  incomplete: report["incomplete"],
  parked: report["parked"],
  checkedAt: report["checkedAt"],
  cached: report["cached"],
  ...Object.fromEntries(components.map((component) => [component, summary(report[component])])),
  steps: report["steps"],
  records: recordsOf(report["records"]).map((record) => pick(record, recordFields)),
  findings: recordsOf(report["findings"]).map((finding) => pick(finding, findingFields))
})

export const checkEmailHealth = defineTool({
  name: "check_email_health",
  title: "Check email health",
  description:
    "Checks any domain's MX, SPF, DKIM and DMARC records, blacklist entries and transport security. Returns the score, the grade, the findings, and the next steps with the DNS records to publish, in a safe order. Costs no credits. Without `fresh`, a recent report may come from the cache.",
  annotations: asksOthers,
  endpoints: ["emailHealth.check"],
  input: () => fieldsOf("emailHealth.check", ["domain", "fresh", "selectors", "reportsReviewed"]),
  answer: oneRecord((report: JsonObject, detail: Detail) => show(shortReport(report), detail))
})

export const checkDisposableEmail = defineTool({
  name: "check_disposable_email",
  title: "Check for a disposable address",
  description:
    "Checks whether an email address or a domain belongs to a provider of disposable addresses, aliases or free mailboxes. Costs no credits.",
  endpoints: ["disposableEmail.check"],
  input: () => {
    const { email } = fieldsOf("disposableEmail.check", ["email"])
    return email === undefined ? {} : { email: { ...email, isRequired: true } }
  },
  answer: oneRecord(presenter({ endpoint: "disposableEmail.check" }))
})
