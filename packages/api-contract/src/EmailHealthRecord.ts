import { ExtrasRecord } from "./EmailHealthExtras.ts"
import { BlacklistRecord, DkimRecord, DmarcRecord, MxRecord, SpfRecord } from "./EmailHealthParts.ts"
import { count, countOrNull, flag, list, orNull, part, text, word, wordOrNull } from "./ReportField.ts"

const FixRecord = part("EmailHealthFix", "A DNS record that mends what was found.", {
  type: word(["TXT", "MX", "CNAME"], "Type of the record."),
  host: text("Whole name that it belongs to.", "_dmarc.example.com"),
  value: text("Its value.", "v=DMARC1; p=quarantine; rua=mailto:dmarc@example.com")
})

const FindingRecord = part("EmailHealthFinding", "One thing that was found.", {
  code: text("Stable code.", "dmarc_missing"),
  severity: word(["critical", "high", "medium", "low", "info"], "How grave it is."),
  component: word(["mx", "spf", "dkim", "dmarc", "blacklist", "extras"], "Which part it belongs to."),
  message: text("The same in words.", "example.com has no DMARC record."),
  reference: text("The standard that says so.", "RFC 9989 section 4"),
  fix: orNull(FixRecord, "The record to publish, or null where it cannot be told or nothing is to be done.")
})

/** The report of an e-mail health check. */
export const EmailHealthRecord = part("EmailHealth", "The e-mail health of a domain.", {
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
  parked: flag("Whether the domain neither takes nor sends mail, and says so.", false),
  rubricVersion: text("Version of the rules behind the score.", "2026.11.1"),
  checkedAt: text("When the check began, ISO 8601 UTC.", "2026-11-21T08:15:00.000Z"),
  cached: flag("Whether the report was made before and kept.", false),
  mx: MxRecord,
  spf: SpfRecord,
  dkim: DkimRecord,
  dmarc: DmarcRecord,
  blacklist: BlacklistRecord,
  extras: ExtrasRecord,
  findings: list(FindingRecord, "What was found, the gravest first."),
  queries: count("How many DNS questions the check took.", 112)
})
export type EmailHealthRecord = typeof EmailHealthRecord.Type
