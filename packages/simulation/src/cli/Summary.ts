import type { BreakdownRow, CampaignResults } from "../evaluate/CampaignResults.ts"
import type { RejectedSender } from "../plan/planCampaign.ts"

/** The maximum number of lines of each table. */
const MOST = 10
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

const shown = (text: string): string => text.replace(UNSHOWABLE, "\ufffd")
const percent = (share: number | null): string => (share === null ? "-" : `${Math.round(share * 100)} %`)

const table = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)))
  return rows.map((row) =>
    `  ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join("  ")}`.trimEnd()
  )
}

const parts = (title: string, rows: ReadonlyArray<BreakdownRow>): ReadonlyArray<string> => [
  "",
  title,
  ...table([
    ["", "entries", "inbox"],
    ...rows.slice(0, MOST).map(({ name, prospects, inboxRate }) => [shown(name), String(prospects), percent(inboxRate)])
  ])
]

const senders = (results: CampaignResults): ReadonlyArray<string> => [
  "",
  "Senders, by expected inbox rate",
  ...table([
    ["", "inbox", "sends", "per day", "days"],
    ...results.senders
      .slice(0, MOST)
      .map(({ domain, expectedInboxRate, assignedProspects, dailyCapacity, daysToSend }) => [
        domain,
        percent(expectedInboxRate),
        String(assignedProspects),
        String(dailyCapacity),
        daysToSend === null ? "-" : String(daysToSend)
      ])
  ])
]

const suggestions = ({ suggestions: all }: CampaignResults): ReadonlyArray<string> => [
  "",
  all.length === 0 ? "No suggestions." : "Suggestions, by expected gain",
  ...all
    .slice(0, MOST)
    .flatMap(({ expectedInboxGain, priority, record, title }) => [
      `  ${String(priority).padStart(2)}. ${shown(title)}${expectedInboxGain > 0 ? ` (+${expectedInboxGain} inboxes)` : ""}`,
      ...(record === null ? [] : [`      ${record.host}  ${record.type}  ${shown(record.value)}`])
    ]),
  ...(all.length > MOST ? [`  ... and ${all.length - MOST} more`] : [])
]

export const summaryPage = (
  results: CampaignResults,
  credits: number,
  rejected: ReadonlyArray<RejectedSender>
): string => {
  const { assigned, confidence, daysToSend, expected, inboxRate, prospects, range, uniqueDomains, unsent } =
    results.summary
  const bounds = range === null ? "" : ` (${Math.round(range[0] * 100)}-${Math.round(range[1] * 100)})`
  return [
    `${prospects} entries at ${uniqueDomains} domains, ${credits} credits`,
    `Inbox ${percent(inboxRate)}${bounds}, confidence ${confidence}: ${expected.inbox} inbox, ${expected.spam} spam, ${expected.reject} rejected, ${expected.bounce} bounced`,
    `${assigned} emails to send${unsent === 0 ? "" : `, ${unsent} over capacity`}; ${daysToSend === null ? "no domain can send yet" : `${daysToSend} days at ${results.summary.dailyCapacity} per day`}`,
    ...rejected.map(({ message }) => `Ignored: ${shown(message)}`),
    ...parts("Receivers", results.breakdown.byProvider),
    ...parts("Gateways", results.breakdown.byGateway),
    ...parts("Kinds of entries", results.breakdown.byClassification),
    ...senders(results),
    ...suggestions(results),
    "",
    results.summary.statement,
    ""
  ].join("\n")
}
