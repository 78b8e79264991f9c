import { argumentsOf } from "@mon/bundled/arguments"
import { prospectOutcome, rows } from "../argumentKinds.ts"
import type { ProspectOutcome } from "../evaluate/CampaignResults.ts"
import { type Column, csvHeader, csvLines, csvRow, joined } from "./CsvLine.ts"

const acceptCampaignCsvLine = /* @__PURE__ */ argumentsOf("campaignCsvLine", () => ({ outcome: prospectOutcome() }))
const acceptCampaignCsv = /* @__PURE__ */ argumentsOf("campaignCsv", () => ({
  outcomes: rows("an iterable of outcomes of evaluateCampaign")
}))
const acceptEntry = /* @__PURE__ */ argumentsOf("campaignCsv", () => ({ outcome: prospectOutcome() }))

const COLUMNS: ReadonlyArray<Column<ProspectOutcome>> = [
  ["row", ({ row }) => row],
  ["input", ({ input }) => input],
  ["email", ({ email }) => email],
  ["domain", ({ domain }) => domain],
  ["classification", ({ classification }) => classification],
  ["charged", ({ charged }) => charged],
  ["mx_hosts", ({ mxHosts }) => joined(mxHosts)],
  ["receiver_provider", ({ receiverProvider }) => receiverProvider],
  ["gateway", ({ gateway }) => gateway],
  ["gateway_class", ({ gatewayClass }) => gatewayClass],
  ["mailbox_provider", ({ mailboxProvider }) => mailboxProvider],
  ["mailbox_evidence", ({ mailboxEvidence }) => joined(mailboxEvidence)],
  ["mailbox_confidence", ({ mailboxConfidence }) => mailboxConfidence],
  ["catch_all", ({ catchAll }) => catchAll],
  ["role_account", ({ roleAccount }) => roleAccount],
  ["dmarc_policy", ({ dmarcPolicy }) => dmarcPolicy],
  ["best_sender", ({ bestSender }) => bestSender],
  ["assigned_sender", ({ assignedSender }) => assignedSender],
  ["same_provider", ({ sameProvider }) => sameProvider],
  ["p_inbox", ({ inbox }) => inbox],
  ["p_spam", ({ spam }) => spam],
  ["p_reject", ({ reject }) => reject],
  ["p_bounce", ({ bounce }) => bounce],
  ["verdict", ({ verdict }) => verdict],
  ["confidence", ({ confidence }) => confidence],
  ["reasons", ({ reasons }) => joined(reasons)],
  ["recommendation", ({ recommendation }) => recommendation]
]

/** The headers of the campaign CSV, in the order of its columns. */
export const CAMPAIGN_COLUMNS: ReadonlyArray<string> = COLUMNS.map(([header]) => header)

/** Returns the header line of the campaign CSV. */
export const campaignCsvHeader = (): string => csvHeader(COLUMNS)

/** Returns the CSV line of one entry. Use this function for outcomes that are read from a store. */
export const campaignCsvLine = (outcome: ProspectOutcome): string => {
  acceptCampaignCsvLine(outcome)
  return csvRow(COLUMNS, outcome)
}

/**
 * Yields the campaign CSV line by line, each with its CRLF. The CSV contains every entry, including duplicates and
 * invalid entries.
 */
export const campaignCsv = (outcomes: Iterable<ProspectOutcome>): Generator<string> => {
  acceptCampaignCsv(outcomes)
  return csvLines(COLUMNS, accepted(outcomes))
}

/**
 * Yields the outcomes, and checks each outcome when it is read, because a campaign has too many outcomes for a separate
 * pass.
 */
function* accepted(outcomes: Iterable<ProspectOutcome>): Generator<ProspectOutcome> {
  for (const outcome of outcomes) {
    acceptEntry(outcome)
    yield outcome
  }
}
