import { argumentsOf } from "@mon/bundled/arguments"
import { senderResults } from "../argumentKinds.ts"
import type { CampaignResults, SenderResult } from "../evaluate/CampaignResults.ts"
import { type Column, csvLines, joined } from "./CsvLine.ts"

const acceptSenderCsv = /* @__PURE__ */ argumentsOf("senderCsv", () => ({ results: senderResults() }))

const COLUMNS: ReadonlyArray<Column<SenderResult>> = [
  ["rank", ({ rank }) => rank],
  ["domain", ({ domain }) => domain],
  ["provider", ({ provider }) => provider],
  ["grade", ({ facts }) => facts.grade],
  ["score", ({ facts }) => facts.score],
  ["spf_status", ({ facts }) => facts.spf.status],
  ["spf_record", ({ facts }) => facts.spf.record],
  ["spf_lookups", ({ facts }) => facts.spf.lookups],
  ["dkim_status", ({ facts }) => facts.dkim.status],
  ["dkim_selectors", ({ facts }) => joined(facts.dkim.selectors)],
  ["dmarc_policy", ({ facts }) => facts.dmarc.policy],
  ["dmarc_record", ({ facts }) => facts.dmarc.record],
  ["mx_status", ({ facts }) => facts.mail],
  [
    "blacklists",
    ({ facts }) => (facts.listings === null ? null : joined([...new Set(facts.listings.map(({ list }) => list))]))
  ],
  ["domain_age_days", ({ facts }) => facts.ageDays],
  ["registrar_expiry", ({ facts }) => facts.registeredUntil],
  ["tld_risk", () => "not_rated"],
  ["daily_capacity", ({ dailyCapacity }) => dailyCapacity],
  ["assigned_prospects", ({ assignedProspects }) => assignedProspects],
  ["days_to_send", ({ daysToSend }) => daysToSend],
  ["p_inbox_google", ({ inboxGoogle }) => inboxGoogle],
  ["p_inbox_microsoft", ({ inboxMicrosoft }) => inboxMicrosoft],
  ["p_inbox_gateway", ({ inboxGateway }) => inboxGateway],
  ["p_inbox_other", ({ inboxOther }) => inboxOther],
  ["expected_inbox_rate", ({ expectedInboxRate }) => expectedInboxRate],
  ["issues", ({ issues }) => joined(issues)]
]

/** The headers of the sender CSV, in the order of its columns. */
export const SENDER_COLUMNS: ReadonlyArray<string> = COLUMNS.map(([header]) => header)

/** Yields the sender CSV line by line, each with its CRLF, sorted by rank. */
export const senderCsv = (results: Pick<CampaignResults, "senders">): Generator<string> => {
  acceptSenderCsv(results)
  const { senders } = results
  return csvLines(COLUMNS, senders)
}
