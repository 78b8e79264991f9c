const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

const plural = (number: number, one: string, several = `${one}s`): string =>
  `${number.toLocaleString("en-US")} ${number === 1 ? one : several}`

const expires = (isPast: boolean, when: string): string => `${isPast ? "expired" : "expires"} ${when}`

const milliseconds = (value: number): string => `${value.toLocaleString("en-US")} ms`

/** The words of every other language have the same keys. */
export const en = {
  language: "en",
  number: (number: number) => number.toLocaleString("en-US"),
  sortLocale: "en",
  unknown: "unknown",
  unnamed: "unnamed monitor",
  moment: (weekday: number, day: string, month: number, year: string) =>
    `${WEEKDAYS[weekday]} ${day} ${MONTHS[month]} ${year}`,
  units: {
    day: (number: number) => plural(number, "day"),
    hour: (number: number) => `${number} h`,
    minute: (number: number) => `${number} min`,
    second: (number: number) => `${number} s`
  },
  inDays: (days: number) => {
    if (days === 0) return "today"
    return days > 0 ? `in ${plural(days, "day")}` : `${plural(-days, "day")} ago`
  },
  andMore: (list: string, rest: number) => `${list} and ${rest} more`,
  more: (rest: number) => `and ${rest} more`,
  from: ", from ",
  email: {
    sentBy: (service: string) => `Sent by ${service}.`,
    settings: "Email settings",
    unsubscribe: "Unsubscribe",
    screenshotOf: (name: string) => `Screenshot of ${name}`
  },
  links: {
    acknowledge: "Acknowledge",
    incident: "Open the incident",
    monitor: "Open the monitor",
    overview: "Open the overview",
    report: "Open the report",
    change: "Compare the versions"
  },
  labels: {
    url: "URL",
    detected: "Detected",
    since: "Since",
    responseTime: "Response time",
    pageSays: "The page says",
    downSince: "Down since",
    upSince: "Up since",
    downtime: "Downtime",
    reason: "Reason",
    response: "Response",
    exitCode: "Exit code",
    currentResponse: "Current response",
    firstChange: "First change",
    certificate: "Certificate",
    issuedBy: "Issued by",
    validUntil: "Valid until",
    domain: "Domain",
    expires: "Expires",
    registrar: "Registrar",
    grade: "Grade",
    before: "Before",
    checked: "Checked",
    monitors: "Monitors",
    urlChanges: "URL changes",
    checks: "Checks"
  },
  failed: "The check failed.",
  answered: (status: string) => `The server responded with ${status}.`,
  /**
   * The reasons why a check failed, by code. The table is empty, because the fact already contains an English sentence.
   */
  faults: {} as Readonly<Record<string, string>>,
  /** The outcomes of checks without a response, by their codes in `@mon/uptime-probe`. */
  outcomes: {
    expectation_failed: "expectation failed",
    content_fault: "page shows an error",
    dns_nxdomain: "name does not exist",
    dns_nodata: "name has no address",
    dns_servfail: "name servers failed",
    dns_timeout: "no response from the name servers",
    connect_refused: "connection refused",
    connect_timeout: "no connection in time",
    connect_reset: "connection reset",
    no_route: "no route to the server",
    tls_handshake: "TLS handshake failed",
    tls_timeout: "no TLS handshake in time",
    header_timeout: "no response in time",
    body_timeout: "response not complete in time",
    too_large: "response too large",
    protocol_error: "response is not valid HTTP",
    closed_unanswered: "server closed the connection without a response",
    service_refused: "server refuses service",
    login_refused: "login failed",
    wrong_answer: "wrong answer",
    too_many_redirects: "too many redirects",
    redirect_loop: "redirects form a loop",
    bad_redirect: "redirect without a valid target",
    unsafe_redirect: "redirect to another host",
    blocked_address: "address is not public",
    prober_fault: "no result: the service was busy"
  } as Readonly<Record<string, string>>,
  /** The faults of a page's content, by their codes in `@mon/uptime-probe`. */
  contentFaults: {
    empty: "the page is empty",
    application_error: "the page is an error message of the application",
    suspended: "the site is suspended",
    parked: "the domain is parked or for sale",
    default_page: "the page is a default page of the server or framework",
    maintenance: "the site is in maintenance",
    coming_soon: "the site has not opened yet",
    challenge: "the site asks for proof that the visitor is human",
    directory_listing: "the page lists the files in a folder",
    defaced: "the page may have been defaced",
    wrong_format: "the response is HTML instead of data",
    another_site: "the page belongs to another site"
  } as Readonly<Record<string, string>>,
  quoted: (text: string) => `“${text}”`,
  output: "Last lines of the output",
  checks: { title: "Checks", more: (rest: number) => `and ${plural(rest, "more check")}` },
  diagnosis: {
    title: "Diagnosis",
    likely: "Likely cause",
    nextStep: "Next step",
    evidence: "Evidence",
    against: "Evidence against it",
    confidence: (cause: string, percent: number) => `${cause} (${percent} %)`,
    cause: (cause: string, step: string) => `Likely cause: ${cause}. ${step}`
  },
  down: {
    word: "DOWN",
    noResponse: "none",
    lead: (name: string, reason: string) => `${name} is down. ${reason}`,
    afterMaintenance: (name: string, reason: string, window: string, since: string) =>
      `The maintenance window “${window}” has ended, but ${name} has been down since ${since}. ${reason}`
  },
  up: {
    word: "UP",
    lead: (name: string, downtime: string | null) =>
      `${name} is up again.${downtime === null ? "" : ` It was down for ${downtime}.`}`
  },
  flapping: {
    word: "FLAPPING",
    lead: (name: string, transitions: number, hours: number) =>
      `${name} went up or down ${plural(transitions, "time")} within ${plural(hours, "hour")}. Until the domain is stable again, you will not get an alert for every change.`
  },
  degraded: {
    word: "SLOW",
    lead: (name: string, limitMs: number) =>
      `Three consecutive checks of ${name} took more than ${milliseconds(limitMs)}.`,
    content: {
      word: "DEGRADED",
      lead: (name: string, fault: string) =>
        `Three consecutive checks of ${name} got a response, but not the usual page: ${fault}.`
    }
  },
  recovered: {
    word: "FAST AGAIN",
    lead: (name: string, limitMs: number) =>
      `Three consecutive checks of ${name} took at most ${milliseconds(limitMs)}.`,
    content: { word: "FINE AGAIN", lead: (name: string) => `Three consecutive checks of ${name} got a normal page.` }
  },
  external: {
    words: { critical: "CRITICAL", error: "ERROR", warning: "WARNING", info: "INFO" },
    lead: (source: string, title: string) => `${source} reports: ${title}`,
    resolved: "RESOLVED",
    resolvedLead: (source: string, title: string) => `${source} reports that this problem is over: ${title}`,
    untitled: "Alert without a title",
    summary: "Summary",
    began: "Began",
    ended: "Ended",
    page: "Page of the source",
    details: "Details"
  },
  milliseconds,
  digest: {
    down: (number: number) => `DOWN ${plural(number, "domain")}`,
    up: (number: number) => `UP ${plural(number, "domain")}`,
    downTitle: (number: number) => `${plural(number, "domain")} down`,
    upTitle: (number: number) => `${plural(number, "domain")} up again`,
    lead: (number: number, names: string) => `${plural(number, "domain")} changed at about the same time: ${names}.`,
    downList: "Down",
    upList: "Up again"
  },
  sharedCause: {
    label: "Shared cause",
    link: "Open the first incident",
    places: {
      address: (value: string) => `at ${value}`,
      network: (value: string) => `in network ${value}`,
      name_servers: (value: string) => `with name servers ${value}`
    },
    names: {
      address: (value: string) => `address ${value}`,
      network: (value: string) => `network ${value}`,
      name_servers: (value: string) => `name servers ${value}`
    },
    monitors: (number: number, place: string, isRest: boolean) =>
      `${plural(number, isRest ? "more monitor" : "monitor")} ${place}`,
    areDown: (number: number, place: string, isRest: boolean) =>
      `${plural(number, isRest ? "more monitor" : "monitor")} ${place} ${number === 1 ? "is" : "are"} down`,
    areUp: (number: number, place: string, isRest: boolean) =>
      `${plural(number, isRest ? "more monitor" : "monitor")} ${place} ${number === 1 ? "is" : "are"} up again`,
    lead: (state: string, names: string) => `${state}: ${names}.`,
    failing: (number: number) =>
      `${number === 1 ? "Checks on 1 more monitor are failing" : `Checks on ${number.toLocaleString("en-US")} more monitors are failing`} too. Within a minute, another message will list what else is down.`
  },
  reminder: (subject: string) => `Reminder: ${subject}`,
  summary: {
    word: "QUIET HOURS",
    subject: (number: number) => `${plural(number, "alert")} in quiet hours`,
    lead: (subjects: string) => `This happened while the channel was quiet: ${subjects}.`,
    list: "Alerts",
    monitors: (number: number) => plural(number, "monitor"),
    atSameTime: (number: number, subjects: string) =>
      `${plural(number, "monitor")} had the same alert at about the same time: ${subjects}.`,
    alerts: (number: number) => plural(number, "alert"),
    alertsAtSameTime: (number: number, subjects: string) =>
      `${plural(number, "alert")} from other tools arrived at about the same time: ${subjects}.`
  },
  changed: {
    word: "CHANGED",
    lead: (name: string, summary: string) => `The content of ${name} changed. ${summary}`,
    differs: "The text differs from the previous version",
    added: "Added",
    removed: "Removed",
    moreLines: (rest: number) => `and ${plural(rest, "more line")}`
  },
  dns: {
    word: "DNS CHANGED",
    lead: (name: string, types: string) =>
      `DNS records for ${name} changed (${types}). If you did not change them, someone else may have access to the domain.`
  },
  stopped: {
    word: "CHECKS STOPPED",
    missingSince: "Record missing since",
    lead: (name: string, method: string, record: string) =>
      `${name} is no longer checked with ${method}, because the TXT record at ${record} is missing. This record proves that the host is yours. Publish it again, or choose another method.`,
    service: (name: string, record: string) =>
      `${name} is no longer checked, because the TXT record at ${record} is missing. This record proves that the host is yours. Publish it again. The page of the service shows its text.`,
    notAllowed: (name: string) =>
      `${name} is no longer checked, because the operator does not allow checks of its type, address or port. The page of the service gives the reason.`
  },
  error: {
    word: "ERROR",
    lead: (name: string, reason: string) => `${name} could not be checked. ${reason}`,
    afterMaintenance: (name: string, reason: string, window: string, since: string) =>
      `The maintenance window “${window}” has ended, but checks on ${name} have failed since ${since}. ${reason}`
  },
  certificate: {
    word: "CERTIFICATE",
    expiringSubject: (isPast: boolean, when: string, name: string) => `Certificate ${expires(isPast, when)}: ${name}`,
    expiring: (isPast: boolean, when: string, name: string) =>
      `The certificate for ${name} ${expires(isPast, when)}. Renew it${isPast ? "" : " before then"}, and check that automatic renewal works.`,
    invalidSubject: (name: string) => `Certificate invalid: ${name}`,
    invalid: (name: string) => `The certificate for ${name} is not valid.`,
    otherProblem: (problem: string) => `The problem is: ${problem || "unknown"}.`,
    problems: {
      expired: "The certificate has expired. Browsers will block the site until you renew it.",
      not_yet_valid: "The certificate is not valid yet, because its start date is in the future.",
      wrong_host: "The certificate was issued for other host names.",
      no_alternative_names:
        "The certificate has no subject alternative names. Browsers do not accept any other host names.",
      self_signed: "The certificate is self-signed, so no browser trusts it.",
      untrusted_root: "Browsers do not trust the authority that issued the certificate.",
      incomplete_chain: "The server does not send the intermediate certificate, so some browsers block the site.",
      unknown_issuer:
        "The server sends only its own certificate, and browsers do not know the authority that issued it.",
      chain_expired: "Another certificate in the chain has expired or is not valid yet.",
      weak_key: "The certificate's key is too short.",
      weak_signature: "The certificate is signed with SHA-1 or MD5, which browsers reject.",
      old_protocol: "The server supports only TLS 1.0 or 1.1, which browsers reject.",
      invalid_chain: "The certificate chain does not end at an authority that browsers trust."
    }
  },
  registration: {
    word: "DOMAIN",
    subject: (isPast: boolean, when: string, name: string) => `Domain ${expires(isPast, when)}: ${name}`,
    lead: (isPast: boolean, when: string, name: string) =>
      `The registration of ${name} ${expires(isPast, when)}. ${isPast ? "Renew it now, before someone else registers the name." : "Renew it with the registrar, or check that automatic renewal is on."}`
  },
  emailHealth: {
    word: "EMAIL",
    grade: (grade: string, score: number) => `${grade} (${score} of 100)`,
    badSubject: (grade: string, name: string) => `Email health ${grade}: ${name}`,
    listedSubject: (name: string) => `Blacklisted: ${name}`,
    bad: (name: string, grade: string, previous: string | null) =>
      `The email health of ${name} is now ${grade}.${previous === null ? "" : ` The previous grade was ${previous}.`} Email from ${name} may be rejected or marked as spam.`,
    listed: (name: string, number: number, lists: string) =>
      `${name} was added to ${number === 1 ? "a blacklist" : plural(number, "blacklist")}: ${lists}.`,
    todo: "What to do",
    moreFindings: (rest: number) => `and ${plural(rest, "more finding")}`,
    severities: {} as Readonly<Record<string, string>>,
    set: (type: string, host: string, value: string) => ` Set ${type} ${host} to: ${value}`,
    recoveredSubject: (name: string) => `Email health recovered: ${name}`,
    recovered: (name: string, grade: string) =>
      `The email health of ${name} has recovered. The grade is now ${grade}, and the domain was not added to any blacklist.`
  },
  unreadable: {
    word: "NOTICE",
    subject: (type: string) => `${type} notification`,
    lead: "This notification's details cannot be shown, because a different version of the service wrote it."
  },
  week: {
    word: "WEEK",
    subject: (what: string) => `Weekly report: ${what}`,
    allWell: "all well",
    nothingMeasured: "nothing measured",
    unmeasured: (number: number) => `${plural(number, "domain")} not measured`,
    unreadable: (number: number) => `${plural(number, "URL")} not readable`,
    incidents: (number: number) => plural(number, "incident"),
    todoCount: (number: number) => `${number} to do`,
    period: (from: string, to: string) => `${from} to ${to}`,
    quiet: { all: "No domain was down", some: "No measured domain was down", none: "No domain was measured" },
    lead: (incidents: number, actions: number, quiet: string) =>
      `${incidents === 0 ? quiet : `There ${incidents === 1 ? "was" : "were"} ${plural(incidents, "incident")}`}, ${actions === 0 ? "and nothing is due in the next 30 days" : `and ${actions === 1 ? "1 thing needs" : `${actions} things need`} your attention`}.`,
    todo: "To do",
    domains: "Domains",
    moreDomains: (rest: number) => `and ${plural(rest, "more domain")}`,
    urls: "URLs",
    moreUrls: (rest: number) => `and ${plural(rest, "more URL")}`,
    total: "Total",
    monitors: (domains: number, urls: number) => `${plural(domains, "domain")}, ${plural(urls, "URL")}`,
    checks: (run: string, missed: string | null) => `${run} run, ${missed ?? "none"} missed by the service`,
    notMeasured: "not measured",
    uptime: (percent: string, before: string | null) =>
      `${percent} uptime${before === null ? "" : ` (${before} the week before)`}`,
    noIncidents: (before: number) => `no incidents (${before} the week before)`,
    downtime: (incidents: number, before: number | null, down: string) =>
      `${plural(incidents, "incident")}${before === null ? "" : ` (${before} the week before)`}, ${down} down`,
    on: (time: string) => ` on ${time}`,
    longest: (duration: string, time: string) => `, the longest ${duration} on ${time}`,
    cause: (title: string) => ` (likely cause: ${title})`,
    response: (ms: number, before: number | null) =>
      `p95 response time ${ms} ms${before === null ? "" : ` (was ${before} ms)`}`,
    grade: (grade: string, before: string | null) => `email grade ${grade}${before === null ? "" : ` (was ${before})`}`,
    certificate: (isPast: boolean, when: string) => `certificate ${expires(isPast, when)}`,
    registration: (isPast: boolean, when: string) => `registration ${expires(isPast, when)}`,
    maintenance: (duration: string) => `${duration} of maintenance not counted`,
    paused: "paused",
    flapping: "flapping",
    noChanges: "no changes",
    changes: (number: number) => plural(number, "change"),
    cannotCheck: "cannot be checked now",
    isDown: "is down now",
    certificateInvalid: "certificate is not valid",
    badGrade: (grade: string) => `email health is ${grade}`
  }
} as const

type In<Entry> = Entry extends string
  ? string
  : Entry extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Name in keyof Entry]: In<Entry[Name]> }

export type Words = In<Omit<typeof en, "language">> & { readonly language: "en" | "de" }
