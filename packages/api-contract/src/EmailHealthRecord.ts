import { described } from "@mon/model"
import { ExtrasRecord } from "./EmailHealthExtras.ts"
import { REPAIR_TYPES, RepairRecord, RepairStep } from "./EmailHealthRepair.ts"
import { BlacklistRecord, DkimRecord, DmarcRecord, MxRecord, SpfRecord } from "./EmailHealthParts.ts"

const { count, countOrNull, flag, list, orNull, record, text, word, wordOrNull } = described

const FixRecord = record("EmailHealthFix", "A DNS record that fixes a finding.", {
  type: word(REPAIR_TYPES, "Type of the record."),
  host: text("Full name of the record.", "_dmarc.example.com"),
  value: text("Value of the record.", "v=DMARC1; p=quarantine; rua=mailto:dmarc@example.com")
})

const FindingRecord = record("EmailHealthFinding", "A finding from the check.", {
  code: text("Stable code of the finding.", "dmarc_missing"),
  severity: word(["critical", "high", "medium", "low", "info"], "Severity."),
  component: word(["mx", "spf", "dkim", "dmarc", "blacklist", "extras"], "Component that the finding belongs to."),
  message: text("Human-readable text of the finding.", "example.com has no DMARC record."),
  reference: text("Standard on which the finding is based.", "RFC 9989 section 4"),
  fix: orNull(
    FixRecord,
    "The final record of that name, which also contains the fixes of all other findings. Null if no record fixes the finding."
  ),
  record: countOrNull("Index of that record in `records`, or null.", 0)
})

/** The report of an email health check. */
export const EmailHealthRecord = record("EmailHealth", "The email health of a domain.", {
  domain: text("The checked domain in IDNA ASCII.", "example.com"),
  score: countOrNull(
    "Score from 0 to 100: the weighted mean of the known components, rounded down. Some findings cap the score. Null if no component is known.",
    92
  ),
  grade: wordOrNull(
    ["A", "B", "C", "D", "F"],
    "Grade of the score: A from 90, B from 80, C from 70, D from 60, otherwise F. Null if there is no score."
  ),
  incomplete: flag(
    "Whether the result of a component is unknown because DNS did not respond. The score ignores unknown components.",
    false
  ),
  parked: flag("Whether the domain publishes that it neither receives nor sends email.", false),
  rubricVersion: text("Version of the scoring rules.", "2026.11.2"),
  checkedAt: text("Start time of the check, ISO 8601 UTC.", "2026-11-21T08:15:00.000Z"),
  cached: flag("Whether the report comes from the cache.", false),
  mx: MxRecord,
  spf: SpfRecord,
  dkim: DkimRecord,
  dmarc: DmarcRecord,
  blacklist: BlacklistRecord,
  extras: ExtrasRecord,
  findings: list(FindingRecord, "Findings, most severe first."),
  records: list(
    RepairRecord,
    "Records to publish. Each combination of name and type occurs once, with the fixes of all findings merged."
  ),
  steps: list(RepairStep, "The steps of the repair, in an order that makes each step safe."),
  queries: count("Number of DNS queries that the check made.", 112)
})
export type EmailHealthRecord = typeof EmailHealthRecord.Type
