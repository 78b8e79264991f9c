import type { WordTable } from "../words/WordTable.ts"

const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)
const domains = (count: number): string => plural(count, "domain", "domains")

const REFUNDED = / The credits were refunded\.$/u

/** Returns the reason why a simulation failed. Omits the sentence about the refund, which the screen always shows. */
export const withoutRefund = (why: string): string => why.replace(REFUNDED, "")

export const simulationsEn = {
  all: "All simulations",
  title: "Simulations",
  create: "New simulation",
  credits: (count: string) => `${count} credits`,
  columns: { name: "Campaign", status: "Status", prospects: "Prospects", credits: "Credits", created: "Started" },
  status: { queued: "Waiting", processing: "Running", completed: "Completed", failed: "Failed", expired: "Expired" },
  welcome: {
    title: "Predict a campaign before you send it",
    hint: "Choose the sending domains and the recipients. Mon reads the mail setup of both, predicts how many emails will reach the inbox and where the rest will fail, and suggests changes. No email is sent.",
    steps: [
      ["Senders", "Choose from your domains or paste other domains."],
      ["Prospects", "Paste addresses or drop a CSV file."],
      ["Price", "Before you start, you will see how many credits the simulation costs."]
    ] as ReadonlyArray<readonly [string, string]>
  },
  older: "Older simulations",
  wizard: {
    name: "Campaign name",
    nameHint: "Optional.",
    senders: "Senders",
    sendersHint: "The domains that will send the campaign.",
    own: "Your domains",
    find: "Find one of your domains",
    paste: "Other domains, one per line",
    senderCount: (count: number) => `${count} ${domains(count)} ${plural(count, "sends", "send")}`,
    prospects: "Prospects",
    prospectsHint: "Paste addresses or domains, or drop a CSV or text file here.",
    choose: "Choose a file",
    pasted: "The pasted list",
    reading: "Reading…",
    notReadable: "This file cannot be read as text.",
    column: "Column with addresses",
    columnName: (number: number) => `Column ${number}`,
    entries: (count: string) => `${count} entries`,
    unique: (count: string) => `${count} different`,
    duplicates: (count: string) => `${count} duplicates`,
    invalid: (count: string) => `${count} invalid`,
    invalidExamples: (examples: string) => `Not addresses: ${examples}`,
    tooMany: (limit: string) => `A simulation can have at most ${limit} entries. Further entries are ignored.`,
    freeMailbox: (count: string) => `${count} at public mailbox providers (free)`,
    disposable: (count: string) => `${count} disposable`,
    price: "Price",
    priceHint: "One credit for each different sender or prospect domain. Public mailbox providers are free.",
    calculating: "Calculating…",
    needBoth: "Choose senders and prospects to see the price.",
    notSender: (sender: string) => `${sender} is not a domain yet.`,
    cost: (credits: string, balance: string) => `${credits} credits, you have ${balance}`,
    missing: (credits: string) => `You need ${credits} more credits.`,
    buy: "Buy credits",
    start: "Start",
    startFor: (credits: string) => `Start for ${credits} credits`,
    starting: "Starting…",
    again: "The senders and prospects from the earlier simulation are already filled in."
  },
  running: {
    title: "Running",
    phases: {
      queued: "Waiting to start",
      dns: "Looking up domains",
      model: "Calculating the prediction",
      done: "Done"
    },
    done: (done: string, total: string) => `${done} of ${total} domains`,
    eta: (duration: string) => `about ${duration} left`,
    leave: "You can leave this page. The simulation will keep running, and you will find the result here."
  },
  /**
   * Returns the translation of a note that the service wrote about a simulation. In English, the note stays unchanged.
   */
  note: (note: string): string => note,
  failed: (why: string) => `The simulation failed: ${withoutRefund(why)} The credits were refunded.`,
  expired: "The results of this simulation are no longer stored.",
  result: {
    outcome: "Expected outcome",
    emails: (count: string) => `${count} emails`,
    inboxRate: (rate: string) => `${rate} reach the inbox`,
    range: (low: string, high: string) => `between ${low} and ${high}`,
    confidence: { high: "high confidence", medium: "medium confidence", low: "low confidence" },
    outcomes: { inbox: "Inbox", spam: "Spam", reject: "Rejected", bounce: "Bounced" },
    days: (days: number) => `${days} ${plural(days, "day", "days")} to send`,
    perDay: (count: string) => `${count} emails per day`,
    unsent: (count: string) => `${count} prospects have no sender`,
    suggestions: "What to change",
    noSuggestions: "Mon found nothing to change.",
    gain: (count: string) => `+${count} inboxes`,
    source: "Source",
    severity: { critical: "Critical", high: "High", medium: "Medium", low: "Low" },
    moreSuggestions: (count: number) => `${count} more`,
    heat: "Inbox rate by sender and receiver",
    heatColumns: { google: "Google", microsoft: "Microsoft", gateway: "Gateways", other: "Others", all: "All" },
    senders: "Senders",
    senderColumns: {
      rank: "Rank",
      domain: "Sender",
      grade: "Mail",
      inbox: "Inbox rate",
      assigned: "Prospects",
      capacity: "Per day",
      days: "Days",
      issues: "To change"
    },
    sortBy: (column: string) => `Sort by ${column}`,
    receivers: "Receivers",
    provider: "Provider",
    classOf: "Type",
    receiverColumns: { prospects: "Prospects", share: "Share", inbox: "Inbox rate" },
    classes: "Entries",
    /** The names of factors that a prediction ignores. Default: the name in the API, with spaces. */
    things: { __proto__: null as never } as WordTable,
    /** The names of groups in the results, by id. Default: the name in the API. */
    partNames: { __proto__: null as never } as WordTable,
    csv: { campaign: "All prospects (CSV)", sender: "Senders (CSV)", suggestion: "Suggestions (CSV)" },
    share: "Share",
    shareTitle: "Share these results",
    shareHint: "Anyone who opens the link needs a code. Mon emails the code to you, and you pass it on.",
    shareCreate: "Create a link",
    shareRenew: "Replace the link",
    shareRenewHint: "All earlier links and codes stop working immediately.",
    shareLink: "Link",
    again: "Run again",
    quality: "What the prediction is based on",
    unanswered: (count: string) => `${count} domains did not answer every DNS query.`,
    hidden: (count: string) => `${count} prospects may be behind filters that are not visible in DNS.`,
    notSeen: (things: string) => `Not visible in DNS: ${things}.`
  }
}

export type SimulationsWords = typeof simulationsEn
