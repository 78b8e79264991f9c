import type { DomainFacts } from "../assessment/Assessment.ts"
import type { FindingData } from "../rubric/Finding.ts"
import { type FindingCode, RUBRIC } from "../rubric/Rubric.ts"
import { authorisations, rejectingRecord } from "./repairDmarc.ts"
import { nullMx } from "./repairMx.ts"
import type { Change } from "./RepairPlan.ts"
import type { DraftStep } from "./repairSteps.ts"

const NO_SENDERS = "v=spf1 -all"

/**
 * The findings that remain, because they are about the DNS, about other parties, or about keys that the owner has to
 * remove.
 */
const REMAINING: ReadonlySet<string> = new Set<FindingCode>([
  "mx_null",
  "mx_unanswered",
  "mx_budget",
  "spf_unanswered",
  "spf_budget",
  "spf_large_answer",
  "dmarc_unanswered",
  "dmarc_budget",
  "dmarc_spf_in_place",
  "dmarc_inherited",
  "dkim_unanswered",
  "dkim_budget",
  "dkim_revoked",
  "dkim_parked"
])

const textChange = (
  host: string,
  value: string,
  published: ReadonlyArray<string>,
  findings: ReadonlyArray<FindingCode>
): ReadonlyArray<Change> =>
  published.length === 1 && published[0] === value
    ? []
    : [{ type: "TXT", host, values: [value], replaces: published.filter((text) => text !== value), findings }]

/**
 * Whether the inherited policy of the organization is already `reject`. If so, the domain needs no record of its own.
 */
const inheritsReject = ({ effective, inheritedFrom, nearMisses, ownRecords }: DomainFacts["dmarc"]): boolean =>
  inheritedFrom !== null && ownRecords.length + nearMisses.length === 0 && effective?.domain === "reject"

/**
 * Returns the steps for a domain without email: a null MX, an SPF record without servers, and a DMARC policy that
 * rejects (M3AAWG Protecting Parked Domains). Report addresses at other domains are kept.
 */
export const declareNoEmail = (facts: DomainFacts, findings: ReadonlyArray<FindingData>): ReadonlyArray<DraftStep> => {
  const { dkim, dmarc, domain, spf, texts } = facts
  const codes = [...new Set(findings.map(({ code }) => code))].filter((code) => !REMAINING.has(code))
  const of = (...components: ReadonlyArray<string>) =>
    codes.filter((code) => components.includes(RUBRIC.get(code)?.component ?? ""))
  const hasKeys = dkim.keys.some(({ status }) => status !== "revoked") || dkim.wildcard === "key"
  const senderId = texts.filter((text) => /^spf2\.0\//i.test(text))
  const old = [...dmarc.ownRecords, ...dmarc.nearMisses]
  const policy = rejectingRecord(facts)
  const unsigned = hasKeys ? [] : of("dkim")
  const changes = [
    ...nullMx(facts, [...of("mx"), ...unsigned]),
    ...textChange(
      domain,
      NO_SENDERS,
      [...spf.records, ...spf.nearMisses, ...senderId, ...dmarc.misplaced],
      // A domain that declares that it sends no email needs no reports.
      [...of("spf"), ...unsigned, ...codes.filter((code) => code === "dmarc_no_reports")]
    ),
    ...(inheritsReject(dmarc) ? [] : textChange(`_dmarc.${domain}`, policy, old, of("dmarc"))),
    ...(dmarc.corrected === null ? [] : authorisations(facts, policy))
  ]
  return changes.length === 0
    ? []
    : [
        {
          kind: "publish",
          title: "Declare that the domain has no email",
          text: "Receivers then reject all email from the domain, and senders learn at once that it has no mailbox.",
          changes,
          findings: [...new Set(changes.flatMap((change) => change.findings))],
          announces: []
        }
      ]
}
