import type { EmailHealthResult, RepairFindings } from "@mon/core-store"
import type { EmailHealthReport, Finding, Listing } from "@mon/email-health"
import { storable } from "../StoredText.ts"

const MAX_LISTINGS = 100
const MAX_FINDINGS = 50
const LISTING_CHARACTERS = 300
const MESSAGE_CHARACTERS = 500
const RECORD_CHARACTERS = 2_000

const severities: ReadonlyArray<Finding["severity"]> = ["critical", "high", "medium", "low", "info"]

/** The components of the score, in display order. */
const componentNames = ["mx", "spf", "dkim", "dmarc", "blacklist"] as const

/** Whether a listing is bad for the domain's reputation. Entries in policy lists and informational entries are not. */
const isBad = ({ kind }: Listing): boolean => kind === "listed"

/**
 * Returns the name of a listed host. All shared hosts have the same name, because each check can find a different
 * shared host.
 */
const nameOf = ({ list, shared, target }: Listing): string =>
  storable(`${list}: ${shared ? "shared mail hosts" : target}`, LISTING_CHARACTERS)

const toFinding = ({ fix, message, severity }: Finding) => ({
  severity,
  message: storable(message, MESSAGE_CHARACTERS),
  fix:
    fix === null
      ? null
      : {
          type: fix.type,
          host: storable(fix.host, LISTING_CHARACTERS),
          value: storable(fix.value, RECORD_CHARACTERS)
        }
})

const bySeverity = (one: Finding, other: Finding): number =>
  severities.indexOf(one.severity) - severities.indexOf(other.severity)

/**
 * Returns the parts of a report that a domain's history, stored record and alerts use, and the state of its repairs.
 */
export const toEmailHealthResult = (
  report: EmailHealthReport,
  repairs: RepairFindings | null = null
): EmailHealthResult => {
  const findings = report.findings.filter(({ severity }) => severity !== "info").toSorted(bySeverity)
  return {
    checkedAt: Date.parse(report.checkedAt),
    score: report.score,
    grade: report.grade,
    incomplete: report.incomplete,
    components: Object.fromEntries(
      componentNames.map((name) => {
        const worst = findings.find(({ component }) => component === name)
        const { score, status } = report[name]
        return [name, { status, score, ...(worst === undefined ? {} : { finding: worst.code }) }]
      })
    ),
    listings: [...new Set(report.blacklist.listings.filter(isBad).map(nameOf))].toSorted().slice(0, MAX_LISTINGS),
    findings: findings.slice(0, MAX_FINDINGS).map(toFinding),
    rubricVersion: report.rubricVersion,
    ...(repairs === null ? {} : { repairs })
  }
}
