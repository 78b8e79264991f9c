import type { ModelSource } from "../model/OutcomeModel.ts"
import type { CampaignResults, Classification, Severity } from "./CampaignResults.ts"
import type { Draft } from "./suggestForSender.ts"

/** Counts that suggestions for the whole list rest on. */
export interface CampaignCounts {
  readonly rows: Readonly<Record<Classification, number>>
  readonly mails: number
  readonly roles: number
  readonly noreply: number
  readonly strictGateways: number
  readonly dailyCapacity: number
  readonly daysToSend: CampaignResults["summary"]["daysToSend"]
}

/** Working days of a month; a list that takes longer ages while it is sent. */
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

/** The catalogue for lists; what they bring is not inboxes but fewer bounces, less waste and a better name. */
const RULES: ReadonlyArray<Rule> = [
  {
    id: "remove_dead",
    severity: "critical",
    scope: "prospect",
    source: "rfc5321",
    count: ({ rows }) => rows.dead,
    title: (count) => `Remove what takes no mail (${entries(count)})`,
    why: "They bounce for certain. Bounces of more than 2 or 3 percent harm the name of every sender."
  },
  {
    id: "no_capacity",
    severity: "critical",
    scope: "campaign",
    source: "volume",
    count: ({ dailyCapacity, mails }) => (dailyCapacity === 0 ? mails : 0),
    title: () => "Wait until a sending domain is 14 days old",
    why: "No sender can send yet: mailboxes of younger domains should be warmed up only."
  },
  {
    id: "over_capacity",
    severity: "medium",
    scope: "campaign",
    source: "volume",
    count: ({ daysToSend }) => (daysToSend !== null && daysToSend > MOST_DAYS ? daysToSend : 0),
    title: (_days, { dailyCapacity, mails }) =>
      `Add mailboxes for ${Math.ceil(mails / MOST_DAYS) - dailyCapacity} more emails a day`,
    why: "The list takes longer than a month of working days to send."
  },
  {
    id: "remove_parked",
    severity: "high",
    scope: "prospect",
    source: "practice",
    count: ({ rows }) => rows.parked,
    title: (count) => `Leave out parked domains (${entries(count)})`,
    why: "Nobody reads mail there, and some of these hosts are traps."
  },
  {
    id: "remove_disposable",
    severity: "high",
    scope: "prospect",
    source: "practice",
    count: ({ rows }) => rows.disposable,
    title: (count) => `Leave out disposable addresses (${entries(count)})`,
    why: "They are read for minutes, and bounce later."
  },
  {
    id: "remove_noreply",
    severity: "medium",
    scope: "prospect",
    source: "practice",
    count: ({ noreply }) => noreply,
    title: (count) => `Leave out addresses that nobody reads (${entries(count)})`,
    why: "Addresses such as noreply@ are not read by people."
  },
  {
    id: "role_accounts",
    severity: "medium",
    scope: "prospect",
    source: "practice",
    count: ({ roles }) => roles,
    title: (count) => `Find a person instead of role accounts (${entries(count)})`,
    why: "Several people read addresses such as info@, which are more often reported as spam."
  },
  {
    id: "gateway_lane",
    severity: "medium",
    scope: "campaign",
    source: "practice",
    count: ({ strictGateways }) => strictGateways,
    title: (count) => `Send what is behind strict gateways apart (${entries(count)})`,
    why: "Slowly, as plain text, without links, attachments and tracking: these filters judge content and links most."
  },
  {
    id: "invalid_entries",
    severity: "low",
    scope: "prospect",
    source: "practice",
    count: ({ rows }) => rows.invalid,
    title: (count) => `Correct what is neither an address nor a domain (${entries(count)})`,
    why: "They are in the list and cannot be sent to."
  },
  {
    id: "unanswered_domains",
    severity: "low",
    scope: "prospect",
    source: "practice",
    count: ({ rows }) => rows.unknown,
    title: (count) => `Check domains again that did not answer (${entries(count)})`,
    why: "The DNS failed or was silent; nothing is known of them."
  }
]

/** What could be better about the list. */
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
