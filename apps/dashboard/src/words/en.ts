import { bulk, domains } from "./domainListEn.ts"
import { form } from "./formEn.ts"
import { advice, certProblem, fault } from "./enFaults.ts"

const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

/** Every text of the dashboard in English. The other languages have the same form. */
export const en = {
  language: "en",
  app: "Mon",
  nav: {
    main: "Main",
    overview: "Overview",
    domains: "Domains",
    pages: "Pages",
    incidents: "Incidents",
    notifications: "Notifications",
    team: "Team",
    maintenance: "Maintenance",
    tags: "Tags",
    webhooks: "Webhooks",
    channels: "Alert channels",
    routes: "Alert routes",
    statusPages: "Status pages",
    billing: "Billing",
    keys: "API keys",
    alerts: "Alerts",
    account: "Account",
    mail: "Email health",
    simulations: "Simulations",
    add: "Add domains",
    more: "More",
    settings: "Settings",
    api: "API",
    signOut: "Sign out",
    skip: "Skip to content",
    search: "Search or go to",
    theme: { system: "Theme: system", light: "Theme: light", dark: "Theme: dark" },
    switchLanguage: "Auf Deutsch",
    downCount: (count: number) => `${count} down`,
    unseenCount: (count: number) => `${count} unseen changes`
  },
  bars: {
    stale: (time: string) => `The service does not answer. Showing ${time}, retrying.`,
    offline: (time: string) => `You are offline. Showing ${time}.`,
    paused: (since: string) => `Alerts are paused since ${since}. Nobody is notified.`,
    expired: (date: string) => `Your plan ended on ${date}. What exceeds the Free plan has stopped.`,
    ends: (days: number) => `Your plan ends in ${days} ${plural(days, "day", "days")}.`,
    renew: "Compare plans",
    doubt: (locations: string) =>
      `The network of Mon itself may be faulty (${locations}). Until it is clear, outages are not announced.`,
    noMail: "No mail server is configured, so emails are stored and not sent.",
    outbox: "Read them",
    resume: "Resume alerts"
  },
  state: {
    up: "Up",
    degraded: "Slow",
    down: "Down",
    unknown: "First check pending",
    paused: "Paused",
    active: "Active",
    changed: "Changed",
    error: "Error"
  },
  grade: (grade: string) => `Mail grade ${grade}`,
  certProblem,
  fault,
  problem: {
    title: "This could not be loaded",
    noAnswer: "The service does not answer. Check your connection.",
    unexpected: "Something went wrong in the service. Try again.",
    again: "Try again",
    kept: "Showing the last known data.",
    absent: "Not found",
    absentHint: "It does not exist, or it is not shared with you.",
    toDomains: "All domains"
  },
  toast: { undo: "Undo", close: "Close", region: "Messages", undone: "Undone." },
  percentiles: {
    per: { quarter: "p95 per 15 minutes", hour: "p95 per hour", day: "p95 per day" },
    slowest: { quarter: "Slowest 15 minutes", hour: "Slowest hour", day: "Slowest day" },
    hints: {
      quarter: "",
      hour: "Percentiles are stored per hour, not for the whole period.",
      day: "Percentiles are stored per day, not for the whole period."
    }
  },
  arrival: {
    welcome: "Welcome. Your account is ready.",
    password: "Your password is set, and you are signed in.",
    joined: "You have joined the team."
  },
  dialog: { cancel: "Cancel", close: "Close" },
  overview: {
    title: "Overview",
    needs: "Needs you now",
    nothing: "Nothing needs you",
    nothingHint: (count: number) =>
      `${count} ${plural(count, "domain is", "domains are")} monitored, and everything that is known is fine.`,
    pending: (count: number) => `${count} ${plural(count, "domain waits", "domains wait")} for the first check.`,
    day: "Incidents of the last 24 hours",
    noIncidents: "No incident in the last 24 hours.",
    expiries: "Expires in the next 30 days",
    noExpiries: "Nothing expires in the next 30 days.",
    certificate: "Certificate",
    registration: "Registration",
    usage: "Usage",
    usageDomains: "Domains",
    usagePages: "Pages",
    credits: "Simulation credits",
    of: (used: string, limit: string) => `${used} of ${limit}`,
    more: (count: number) => `${count} more in Domains`,
    morePages: (count: number) => `${count} more in Pages`,
    plan: (plan: string) => `Plan: ${plan.replace(/^./u, (first) => first.toUpperCase())}`
  },
  why: {
    maintenance: (until: string) => `Maintenance until ${until}`,
    slow: "Slower than its limit",
    dns: "DNS records changed",
    certificate: (problem: string) => `Browsers refuse the certificate: ${problem}`,
    certificateDays: (days: number) =>
      days < 0 ? "The certificate has expired" : `The certificate ends in ${days} ${plural(days, "day", "days")}`,
    registrationDays: (days: number) =>
      days < 0 ? "The registration has expired" : `The registration ends in ${days} ${plural(days, "day", "days")}`,
    mail: (grade: string) => `Email health is ${grade}`,
    unseen: (count: number) =>
      `${count >= 100 ? "100+" : count} ${plural(count, "change", "changes")} that you have not seen`,
    error: "The page cannot be read",
    downFor: (duration: string) => `down ${duration}`,
    acknowledgedBy: (by: string) => `acknowledged by ${by}`
  },
  /** The sentences of the API are English. */
  stopped: {} as Readonly<Record<string, string>>,
  welcome: {
    title: "Monitor your first sites",
    hint: "Three steps, about a minute.",
    sites: "Paste your sites",
    sitesHint: "Names or addresses, one per line. The first verdict takes a few seconds.",
    alerts: "Choose where alerts go",
    alertsHint: "Mon sends email to you. Add WhatsApp or webhooks in the settings.",
    alertsLink: "Open the settings",
    team: "Invite others",
    teamHint: "Members see the domains that you share with them.",
    teamLink: "Invite somebody",
    shared: "No domain is shared with you yet",
    sharedHint: "The owner of the account chooses which domains you see."
  },
  domains,
  bulk,
  add: {
    title: "Add domains",
    field: "Which sites?",
    hint: "Paste names or addresses, one per line or separated by commas. https:// is added where it is missing.",
    found: (count: number) => `${count} new ${plural(count, "domain", "domains")}`,
    known: (count: number) => `${count} already monitored`,
    unclear: (text: string) => `Not a site: ${text}`,
    submit: (count: number) => (count === 0 ? "Add" : `Add ${count} ${plural(count, "domain", "domains")}`),
    results: "Added domains",
    adding: "Adding…",
    checking: "First check is running…",
    again: "Try again",
    done: "Show all domains",
    summary: (up: number, down: number, waiting: number) => `${up} up, ${down} down, ${waiting} waiting`
  },
  domain: {
    tabs: {
      label: "Parts of this domain",
      overview: "Overview",
      checks: "Checks",
      incidents: "Incidents",
      mail: "Mail",
      dns: "DNS",
      settings: "Settings"
    },
    for: (state: string, duration: string) => `${state} for ${duration}`,
    checked: (ago: string, every: string) => `checked ${ago}, every ${every}`,
    firstCheck: "The first check is running.",
    open: "Open the site",
    pause: "Pause",
    resume: "Resume",
    remove: "Delete…",
    copied: "Copied.",
    nowDown: (why: string) => `Down now: ${why}`,
    lastDown: (when: string, duration: string) => `Was down ${when} for ${duration}.`,
    evidence: "See the evidence",
    paused: "This domain is paused. It is not checked, and there are no alerts.",
    disagree: (location: string, state: string) => `${location} sees it ${state}, against the other locations.`,
    uptime: { day: "24 hours", week: "7 days", month: "30 days", quarter: "90 days" },
    bar: "Uptime of the last 90 days",
    barHint: "each bar a day · ← → to move, Enter opens it",
    dayUp: (day: string, uptime: string) => `${day}: ${uptime}`,
    dayMaintenance: (text: string, duration: string) => `${text}, ${duration} of maintenance not counted`,
    notCounted: (duration: string) => `${duration} of maintenance in 30 days not counted`,
    dayNone: (day: string) => `${day}: not monitored`,
    chart: "Response time",
    chartNone: "No response times yet.",
    chartSummary: (p50: string, p95: string, p99: string) => `p50 ${p50} · p95 ${p95} · p99 ${p99}`,
    range: "Period",
    ranges: { "24h": "24 hours", "7d": "7 days", "30d": "30 days", "90d": "90 days" },
    phases: { dns: "DNS", connect: "Connect", tls: "TLS", wait: "Wait", download: "Download" },
    zoomHint: "Drag to zoom, double-click to reset.",
    incidents: "Incidents",
    noIncidents: "No incident is known.",
    ongoing: "ongoing",
    evidenceTerm: "Evidence",
    certificate: "Certificate",
    certificateNone: "No certificate was received yet.",
    valid: "Valid",
    until: (days: string, date: string) => `${days}, to ${date}`,
    issuer: "Issuer",
    subject: "Name",
    key: "Key",
    protocol: "Protocol",
    problems: "Problems",
    registration: "Registration",
    registrationNone: "The registration is not known yet.",
    noDate: "The registry publishes no date.",
    registrar: "Registrar",
    source: "Source",
    statuses: "Status codes",
    redirects: "Redirects",
    redirectNone: "It does not redirect.",
    mail: "Email health",
    mailNone: "The first email health check is pending.",
    mailScore: (score: number) => `${score} of 100`,
    mailDetails: "Findings and records to publish",
    copy: "Copy",
    copyField: (field: string) => `Copy ${field}`,
    components: { mx: "MX", spf: "SPF", dkim: "DKIM", dmarc: "DMARC", blacklist: "Blacklists" },
    severity: { critical: "Critical", high: "High", medium: "Medium", low: "Low", info: "Note" } as Readonly<
      Record<string, string>
    >
  },
  checks: {
    title: "Checks of the last 24 hours",
    none: "No check yet.",
    time: "Time",
    result: "Result",
    status: "Status",
    duration: "Duration",
    phases: "DNS + connect + TLS + wait + download",
    location: "Location",
    onlyFailed: "Only failed checks",
    noneFailed: "No check failed."
  },
  form,

  incident: {
    title: (name: string) => `Incident of ${name}`,
    open: (name: string, duration: string) => `${name} has been down for ${duration}.`,
    resolved: (name: string, duration: string) => `${name} was down for ${duration}.`,
    endedBy: {
      recovered: "It recovered.",
      paused: "It ended because the domain was paused.",
      deleted: "It ended because the domain was deleted."
    },
    acknowledgement: "Acknowledgement",
    acknowledge: "Acknowledge",
    acknowledgeHint: "Others see that somebody takes care of it. Reminders stop; the recovery is still announced.",
    note: "Note for the others (optional)",
    acknowledged: "The incident is acknowledged.",
    takeBack: "Take it back",
    takenBack: "The acknowledgement is taken back.",
    by: "By",
    unknownPerson: "Unknown",
    when: "When",
    how: "How",
    noteTerm: "Note",
    via: {
      dashboard: () => "in the dashboard",
      api: () => "with an API key",
      link: (channel: string) => `with the link in an alert (${channel})`,
      app: (channel: string) => `in the app of ${channel}`
    },
    happened: "What happened",
    cause: "Cause",
    outcome: "Outcome",
    notified: "Who was notified",
    nobody: "No notification was created.",
    together: "Announced together",
    togetherWith: (number: number, place: string) =>
      number === 1
        ? `Announced together with 1 other monitor ${place}.`
        : `Announced together with ${number} other monitors ${place}.`,
    moreTogether: (number: number) => `and ${number} more`,
    places: {
      address: (value: string) => `at ${value}`,
      network: (value: string) => `in the network ${value}`,
      name_servers: (value: string) => `with the name servers ${value}`
    },
    suppressedBy: (name: string) => `Nobody was notified: ${name} is down, and this domain depends on it.`,
    inMaintenance: (name: string) => `Nobody was notified: the maintenance window “${name}” suppressed it.`,
    somebody: "another member",
    channels: { email: "Email", whatsapp: "WhatsApp", webhook: "Webhook", channel: "Channel" },
    step: (step: number) => `step ${step}`,
    reminder: (reminder: number) => `reminder ${reminder}`,
    update: "acknowledgement in the alarm",
    notSent: "not sent",
    /** Why a message was not sent, by code. */
    skipped: {
      superseded: "a newer message took its place",
      nothing_to_change: "the channel has no message to change",
      channel_inactive: "the channel is off",
      channel_not_in_plan: "the plan does not allow the channel",
      webhook_inactive: "the webhook is off",
      gone: "its recipient was removed"
    } as Readonly<Record<string, string>>,
    delivery: { pending: "pending", sent: "delivered", suppressed: "suppressed, alerts were paused", failed: "failed" },
    timeline: "Checks",
    location: (location: string) => `from ${location}`,
    good: "Passed",
    started: "Start",
    ended: "End",
    copyLink: "Copy the link",
    screenshots: "Screenshots",
    atStart: "At the start",
    atEnd: "At the end",
    todo: "What to do",
    advice,
    status: (code: number) => `HTTP ${code}`
  },
  incidentList: {
    title: "Incidents",
    none: "No incident is known.",
    noneHint: "When a domain goes down, its incident appears here with the evidence.",
    open: "Open",
    resolved: "Resolved"
  },
  curl: {
    button: "curl",
    label: "The API call of this screen",
    hint: "The command reads your API key from MON_API_KEY.",
    keys: "API keys",
    docs: "API reference"
  }
}

/** The form that every language has. */
export type Catalogue = typeof en
