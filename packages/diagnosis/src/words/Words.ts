import type { CauseClass } from "../CauseClass.ts"
import type { englishEvidence } from "./englishEvidence.ts"

export type EvidenceId = keyof typeof englishEvidence

/** The id of an absent fact that would help to find the cause. */
export type MissingId =
  | "check"
  | "network"
  | "locations"
  | "otherPorts"
  | "addresses"
  | "registration"
  | "dns.servers"
  | "dns.answers"
  | "dns.resolvers"
  | "dns.dnssec"
  | "certificate"
  | "page"
  | "pageBefore"
  | "deployments"
  | "earlier"
  | "check.expectations"
  | "mail"
  | "mailBefore"

/** The title of a class, and the next step. */
export interface CauseWords {
  readonly title: string
  readonly nextStep: string
}

export interface Words {
  readonly causes: Readonly<Record<CauseClass, CauseWords>>
  readonly evidence: Readonly<Record<EvidenceId, string>>
  readonly missing: Readonly<Record<MissingId, string>>
  readonly terms: Readonly<Record<string, string>>
  readonly notKnown: string
  /** The words that differ if the subject is a service. */
  readonly ofServices: {
    readonly causes: Readonly<Partial<Record<CauseClass, CauseWords>>>
    readonly evidence: Readonly<Partial<Record<EvidenceId, string>>>
    readonly terms: Readonly<Record<string, string>>
  }
}

/** A language of diagnoses. */
export type DiagnosisLanguage = "en" | "de"
