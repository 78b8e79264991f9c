import { described } from "@mon/model"
import { ExtrasRecord } from "./EmailHealthExtras.ts"
import { BlacklistRecord, DkimRecord, DmarcRecord, MxRecord, SpfRecord } from "./EmailHealthParts.ts"

const { count, countOrNull, flag, list, orNull, record, text, word, wordOrNull } = described

const FixRecord = record("EmailHealthFix", "A DNS record that fixes a finding.", {
  type: word(["TXT", "MX", "CNAME"], "Type of the record."),
  host: text("Full name of the record.", "_dmarc.example.com"),
  value: text("Its value.", "v=DMARC1; p=quarantine; rua=mailto:dmarc@example.com")
})

const FindingRecord = record("EmailHealthFinding", "One thing that was found.", {
  code: text("Stable code.", "dmarc_missing"),
  severity: word(["critical", "high", "medium", "low", "info"], "Severity."),
  component: word(["mx", "spf", "dkim", "dmarc", "blacklist", "extras"], "Which part it belongs to."),
  message: text("The same in words.", "example.com has no DMARC record."),
  reference: text("The standard that requires it.", "RFC 9989 section 4"),
  fix: orNull(FixRecord, "The record to publish, or null when it is unknown or nothing needs to be done.")
})

/** The report of an email health check. */
export const EmailHealthRecord = record("EmailHealth", "The email health of a domain.", {
  domain: text("The domain that was checked, IDNA ASCII.", "example.com"),
  score: countOrNull(
    "0 to 100: the weighted mean of the parts that are known, rounded down, under the caps of the rules; null when none is.",
    92
  ),
  grade: wordOrNull(
    ["A", "B", "C", "D", "F"],
    "A from 90, B from 80, C from 70, D from 60, else F; null when there is no score."
  ),
  incomplete: flag("Whether some part is unknown, because the DNS did not answer, and left out of the score.", false),
  parked: flag("Whether the domain neither receives nor sends email, and publishes that.", false),
  rubricVersion: text("Version of the rules behind the score.", "2026.11.1"),
  checkedAt: text("When the check began, ISO 8601 UTC.", "2026-11-21T08:15:00.000Z"),
  cached: flag("Whether the report is from the cache.", false),
  mx: MxRecord,
  spf: SpfRecord,
  dkim: DkimRecord,
  dmarc: DmarcRecord,
  blacklist: BlacklistRecord,
  extras: ExtrasRecord,
  findings: list(FindingRecord, "What was found, the most severe first."),
  queries: count("Number of DNS queries of the check.", 112)
})
export type EmailHealthRecord = typeof EmailHealthRecord.Type
