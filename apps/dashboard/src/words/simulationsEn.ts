const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)
const domains = (count: number): string => plural(count, "domain", "domains")

/** The texts of the screens of simulations in English. */
export const simulationsEn = {
  title: "Simulations",
  create: "New simulation",
  credits: (count: string) => `${count} credits`,
  columns: { name: "Campaign", status: "Status", prospects: "Prospects", credits: "Credits", created: "Started" },
  status: { queued: "Waiting", processing: "Running", completed: "Completed", failed: "Failed", expired: "Expired" },
  welcome: {
    title: "Predict a campaign before you send it",
    hint: "Choose the domains that send and the people who receive. Mon looks up their mail setup and predicts how many emails reach the inbox, where they fail, and what to change. No email is sent.",
    steps: [
      ["Senders", "Choose your own domains or paste others."],
      ["Prospects", "Paste addresses or drop a CSV file."],
      ["Price", "You see the credits before you start."]
    ] as ReadonlyArray<readonly [string, string]>
  },
  older: "Older simulations",
  wizard: {
    name: "Name of the campaign",
    nameHint: "Optional.",
    senders: "Senders",
    sendersHint: "The domains that send the campaign.",
    own: "Your domains",
    find: "Find one of your domains",
    paste: "Other domains, one per line",
    senderCount: (count: number) => `${count} ${domains(count)} ${plural(count, "sends", "send")}`,
    prospects: "Prospects",
    prospectsHint: "Paste addresses or domains, or drop a CSV or text file here.",
    choose: "Choose a file",
    reading: "Reading…",
    notReadable: "This file cannot be read as text.",
    column: "Column with the addresses",
    columnName: (number: number) => `Column ${number}`,
    entries: (count: string) => `${count} entries`,
    unique: (count: string) => `${count} different`,
    duplicates: (count: string) => `${count} duplicates`,
    invalid: (count: string) => `${count} invalid`,
    invalidExamples: (examples: string) => `Not an address: ${examples}`,
    tooMany: (limit: string) => `A simulation has at most ${limit} entries. The rest is left out.`,
    freeMailbox: (count: string) => `${count} at public mailbox providers, free of charge`,
    disposable: (count: string) => `${count} disposable`,
    price: "Price",
    priceHint: "One credit for each different domain of senders and prospects. Public mailbox providers are free.",
    calculating: "Calculating…",
    needBoth: "Choose senders and prospects to see the price.",
    cost: (credits: string, balance: string) => `${credits} credits, you have ${balance}`,
    missing: (credits: string) => `${credits} credits are missing.`,
    buy: "Buy credits",
    start: "Start",
    startFor: (credits: string) => `Start for ${credits} credits`,
    starting: "Starting…",
    again: "The senders and prospects of the earlier simulation are filled in."
  },
  running: {
    title: "Running",
    phases: {
      queued: "Waiting for a free place",
      dns: "Looking up domains",
      model: "Calculating the prediction",
      done: "Done"
    },
    done: (done: string, total: string) => `${done} of ${total} domains`,
    eta: (duration: string) => `about ${duration} left`,
    leave: "You can leave this page. The simulation goes on, and the result is stored here."
  },
  failed: (why: string) => `The simulation failed: ${why} The credits were refunded.`,
  expired: "The results of this simulation are no longer stored.",
  result: {
    outcome: "Expected outcome",
    emails: (count: string) => `${count} emails`,
    inboxRate: (rate: string) => `${rate} reach the inbox`,
    range: (low: string, high: string) => `between ${low} and ${high}`,
    confidence: { high: "high confidence", medium: "medium confidence", low: "low confidence" },
    outcomes: { inbox: "Inbox", spam: "Spam", reject: "Rejected", bounce: "Bounced" },
    days: (days: number) => `${days} ${plural(days, "day", "days")} to send`,
    perDay: (count: string) => `${count} emails a day`,
    unsent: (count: string) => `${count} prospects have no sender`,
    suggestions: "What to change",
    noSuggestions: "Nothing to change. The senders are set up well.",
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
      capacity: "A day",
      days: "Days",
      issues: "To change"
    },
    sortBy: (column: string) => `Sort by ${column}`,
    receivers: "Receivers",
    provider: "Provider",
    classOf: "Kind",
    receiverColumns: { prospects: "Prospects", share: "Share", inbox: "Inbox rate" },
    classes: "Entries",
    csv: { campaign: "All prospects (CSV)", sender: "Senders (CSV)", suggestion: "Suggestions (CSV)" },
    share: "Share",
    shareTitle: "Share these results",
    shareHint: "Whoever opens the link needs a code. Mon sends the code to you by email, and you pass it on.",
    shareCreate: "Create a link",
    shareRenew: "Replace the link",
    shareRenewHint: "All earlier links and codes end at once.",
    shareLink: "Link",
    again: "Run again",
    quality: "What the prediction rests on",
    unanswered: (count: string) => `${count} domains did not answer every DNS question.`,
    hidden: (count: string) => `${count} prospects may be behind filters that the DNS does not show.`,
    notSeen: (things: string) => `Not visible in the DNS: ${things}.`
  }
}

/** The form that every language has. */
export type SimulationsWords = typeof simulationsEn
