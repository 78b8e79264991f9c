/**
 * The grade of evidence. A: a receiver requires it, or it was measured; B: a vendor's benchmark; C: common practice.
 */
export type EvidenceGrade = "A" | "B" | "C"

/** The version of all numbers below. Results contain this version. */
export const MODEL_VERSION = "2026.11"

/** The sources of the numbers of the model. */
export const MODEL_SOURCES = {
  validity:
    "Validity 2026 benchmark of permission mail, quoted by Geysera: https://www.geysera.com/blog/email-marketing/email-deliverability-in-2026-the-numbers-behind-whether-your-emails-actually-arrive",
  gmail: "Google, Email sender guidelines (5.7.26): https://support.google.com/mail/answer/81126",
  outlook:
    "Microsoft, 550 5.7.515: https://support.microsoft.com/en-au/topic/fix-ndr-error-550-5-7-515-in-outlook-com-34cfe8f8-6fbf-457e-9e8b-9e4dbaf4e0ef",
  pair: "Prospeo citing Winnr: https://prospeo.io/s/esp-routing; denied by https://important-emails.com/blog/no-shortcuts-platform-matching-myth",
  bounce: "Saleshandy, cold mail statistics: https://www.saleshandy.com/blog/cold-email-statistics/",
  volume: "Allston Labs, sends per day: https://allstonlabs.com/library/domains/sends-per-day",
  rfc5321: "RFC 5321 section 5.1 and RFC 7505",
  practice: "Common practice among senders and postmasters; no measurement has been published"
} as const

export type ModelSource = keyof typeof MODEL_SOURCES

/** A group of receivers that give the same outcome. */
export type ReceiverFamily =
  | "google"
  | "microsoft365"
  | "outlook-consumer"
  | "yahoo"
  | "icloud"
  | "other"
  | "forwarding"
  | "application"
  | "unknown"
  | "gateway-light"
  | "gateway-medium"
  | "gateway-strict"

interface Row {
  readonly grade: EvidenceGrade
  readonly source: ModelSource
}

interface ReceiverPrior extends Row {
  /** The share of delivered email that goes to spam, for a sender without defects. */
  readonly spam: number
  /** The share of email that is refused because of a policy, for a sender without defects. */
  readonly reject: number
}

interface Factor extends Row {
  readonly title: string
  /** The log-odds of spam that each level adds. The levels are ordered from good to bad. */
  readonly levels: Readonly<Record<string, number>>
}

const prior = (spam: number, reject: number, grade: EvidenceGrade, source: ModelSource): ReceiverPrior => ({
  spam,
  reject,
  grade,
  source
})

/**
 * The table with all numbers of the model: the treatment of a clean sender by each receiver, the effect of each factor,
 * and the shares that are refused or bounce.
 */
export const OUTCOME_MODEL = {
  version: MODEL_VERSION,
  receivers: {
    google: prior(0.13, 0.004, "B", "validity"),
    microsoft365: prior(0.22, 0.01, "B", "validity"),
    "outlook-consumer": prior(0.23, 0.01, "B", "validity"),
    yahoo: prior(0.15, 0.006, "B", "validity"),
    icloud: prior(0.18, 0.008, "B", "validity"),
    other: prior(0.17, 0.008, "C", "validity"),
    forwarding: prior(0.2, 0.01, "C", "practice"),
    application: prior(0.17, 0.008, "C", "practice"),
    unknown: prior(0.2, 0.01, "C", "practice"),
    "gateway-light": prior(0.18, 0.01, "C", "validity"),
    "gateway-medium": prior(0.22, 0.02, "C", "validity"),
    "gateway-strict": prior(0.3, 0.04, "C", "validity")
  } satisfies Readonly<Record<ReceiverFamily, ReceiverPrior>>,
  factors: {
    spf: {
      title: "SPF of the sender",
      grade: "A",
      source: "gmail",
      levels: { ok: 0, unknown: 0.2, pass_all: 0.9, broken: 1, missing: 1.2 }
    },
    dkim: {
      title: "DKIM of the sender",
      grade: "A",
      source: "gmail",
      levels: { found: 0, weak: 0.2, unknown: 0.45, missing: 0.9 }
    },
    dmarc: {
      title: "DMARC of the sender",
      grade: "A",
      source: "outlook",
      levels: { enforced: 0, none: 0.1, unknown: 0.3, broken: 0.7, missing: 0.8 }
    },
    listing: {
      title: "Blacklists that most receivers use",
      grade: "B",
      source: "practice",
      levels: { none: 0, unknown: 0.1, shared: 0.6, once: 1.6, more: 3.2 }
    },
    age: {
      title: "Age of the sending domain",
      grade: "C",
      source: "volume",
      levels: { over_year: -0.2, under_year: 0, unknown: 0, under_90_days: 0.6, under_30_days: 1.4 }
    },
    mail: {
      title: "The sending domain receives email",
      grade: "C",
      source: "practice",
      levels: { yes: 0, unknown: 0.1, no: 0.8 }
    },
    website: {
      title: "The sending domain has an IP address",
      grade: "C",
      source: "practice",
      levels: { yes: 0, unknown: 0, no: 0.2 }
    },
    role: {
      title: "The address is a role account",
      grade: "C",
      source: "practice",
      levels: { none: 0, role: 0.4, noreply: 0.8 }
    },
    pair: {
      title: "Sender and receiver use the same provider",
      grade: "C",
      source: "pair",
      levels: { same: -0.25, same_behind_gateway: -0.1, other: 0 }
    }
  } satisfies Readonly<Record<string, Factor>>,
  /**
   * The minimum shares of email that are refused if the sender has neither working SPF nor DKIM, is on a blacklist, or
   * does not exist.
   */
  gates: {
    unauthenticatedAtGoogle: { share: 0.6, grade: "A", source: "gmail" },
    unauthenticated: { share: 0.3, grade: "C", source: "practice" },
    listedAtGateway: { share: 0.5, grade: "C", source: "practice" },
    listed: { share: 0.15, grade: "C", source: "practice" },
    noSuchSender: { share: 0.95, grade: "C", source: "practice" }
  } satisfies Readonly<Record<string, Row & { readonly share: number }>>,
  /** The shares that bounce. */
  bounce: {
    ordinary: { share: 0.02, grade: "C", source: "bounce" },
    noreply: { share: 0.05, grade: "C", source: "practice" },
    unknown: { share: 0.05, grade: "C", source: "practice" },
    implicit: { share: 0.1, grade: "C", source: "practice" },
    disposable: { share: 0.3, grade: "C", source: "practice" },
    parked: { share: 0.6, grade: "C", source: "practice" },
    dead: { share: 1, grade: "A", source: "rfc5321" }
  } satisfies Readonly<Record<string, Row & { readonly share: number }>>,
  /** Half the width of the range around a prediction, for each grade of evidence. */
  spread: { A: 0.05, B: 0.1, C: 0.15 } satisfies Readonly<Record<EvidenceGrade, number>>,
  /** The number of cold emails that one mailbox can send in a day, by the age of its domain in days. */
  capacity: {
    source: "volume",
    untilDays: [
      [14, 0],
      [30, 10],
      [90, 20]
    ],
    ordinary: 30,
    mailboxes: 2
  },
  /** The minimum inbox share for each verdict. */
  verdicts: { inbox: 0.75, likely_inbox: 0.6, at_risk: 0.35 }
} as const

type Factors = typeof OUTCOME_MODEL.factors

export type Level<F extends keyof Factors> = keyof Factors[F]["levels"]

export type BounceKind = keyof typeof OUTCOME_MODEL.bounce
