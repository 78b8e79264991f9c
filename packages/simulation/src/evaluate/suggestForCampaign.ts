import type { ModelSource } from "../model/OutcomeModel.ts"
import type { CampaignResults, Classification, Severity } from "./CampaignResults.ts"
import type { Draft } from "./suggestForSender.ts"

export interface CampaignCounts {
  readonly rows: Readonly<Record<Classification, number>>
  readonly mails: number
  readonly roles: number
  readonly noreply: number
  readonly strictGateways: number
  readonly dailyCapacity: number
  readonly daysToSend: CampaignResults["summary"]["daysToSend"]
}

/** The number of working days in a month. If sending takes longer, the list becomes outdated during the campaign. */
const MOST_DAYS = 22

interface Rule {
  readonly id: string
  readonly severity: Severity
  readonly scope: "prospect" | "campaign"
  readonly source: ModelSource
  readonly count: (counts: CampaignCounts) => number
  readonly title: (count: number, counts: CampaignCounts) => string
  readonly why: string
}

const entries = (count: number): string => (count === 1 ? "1 entry" : `${count} entries`)

/**
 * The suggestions about the list. Their benefit is not more inboxes but fewer bounces, less waste and a better
 * reputation.
 */
const RULES: ReadonlyArray<Rule> = [
  {
    id: "remove_dead",
    severity: "critical",
    scope: "prospect",
    source: "rfc5321",
    count: ({ rows }) => rows.dead,
    title: (count) => `Remove entries that receive no email (${entries(count)})`,
    why: "Email to these entries always bounces. A bounce rate of more than 2 or 3 percent harms the reputation of every sender."
  },
  {
    id: "no_capacity",
    severity: "critical",
    scope: "campaign",
    source: "volume",
    count: ({ dailyCapacity, mails }) => (dailyCapacity === 0 ? mails : 0),
    title: () => "Wait until a sending domain is 14 days old",
    why: "No sender can send yet. Until a domain is 14 days old, its mailboxes should only be warmed up."
  },
  {
    id: "over_capacity",
    severity: "medium",
    scope: "campaign",
    source: "volume",
    count: ({ daysToSend }) => (daysToSend !== null && daysToSend > MOST_DAYS ? daysToSend : 0),
    title: (_days, { dailyCapacity, mails }) =>
      `Add mailboxes for ${Math.ceil(mails / MOST_DAYS) - dailyCapacity} more emails a day`,
    why: "At the current capacity, it takes more than one month of working days to send to the whole list."
  },
  {
    id: "remove_parked",
    severity: "high",
    scope: "prospect",
    source: "practice",
    count: ({ rows }) => rows.parked,
    title: (count) => `Remove parked domains (${entries(count)})`,
    why: "Nobody reads email at parked domains, and some of their mail hosts are spam traps."
  },
  {
    id: "remove_disposable",
    severity: "high",
    scope: "prospect",
    source: "practice",
    count: ({ rows }) => rows.disposable,
    title: (count) => `Remove disposable addresses (${entries(count)})`,
    why: "People read disposable addresses for only a few minutes. Later, email to these addresses bounces."
  },
  {
    id: "remove_noreply",
    severity: "medium",
    scope: "prospect",
    source: "practice",
    count: ({ noreply }) => noreply,
    title: (count) => `Remove addresses that nobody reads (${entries(count)})`,
    why: "Nobody reads addresses such as noreply@."
  },
  {
    id: "role_accounts",
    severity: "medium",
    scope: "prospect",
    source: "practice",
    count: ({ roles }) => roles,
    title: (count) => `Replace role accounts with personal addresses (${entries(count)})`,
    why: "Addresses such as info@ belong to several people, who report email as spam more often."
  },
  {
    id: "gateway_lane",
    severity: "medium",
    scope: "campaign",
    source: "practice",
    count: ({ strictGateways }) => strictGateways,
    title: (count) => `Send separately to entries behind strict gateways (${entries(count)})`,
    why: "Send these emails slowly, as plain text, and without links, attachments or tracking. Strict gateways mainly judge content and links."
  },
  {
    id: "invalid_entries",
    severity: "low",
    scope: "prospect",
    source: "practice",
    count: ({ rows }) => rows.invalid,
    title: (count) => `Correct entries that are neither an address nor a domain (${entries(count)})`,
    why: "It is not possible to send email to these entries."
  },
  {
    id: "unanswered_domains",
    severity: "low",
    scope: "prospect",
    source: "practice",
    count: ({ rows }) => rows.unknown,
    title: (count) => `Check domains without a DNS answer again (${entries(count)})`,
    why: "DNS failed or did not respond, so nothing is known about these domains."
  }
]

export const suggestForCampaign = (counts: CampaignCounts): ReadonlyArray<Draft> =>
  RULES.flatMap(({ count, id, scope, severity, source, title, why }) => {
    const found = count(counts)
    return found === 0
      ? []
      : [
          {
            id,
            severity,
            scope,
            domain: null,
            title: title(found, counts),
            why,
            record: null,
            evidenceGrade: source === "rfc5321" ? "A" : "C",
            source
          }
        ]
  })
