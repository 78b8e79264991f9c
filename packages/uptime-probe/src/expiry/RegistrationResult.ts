import type { DomainCondition } from "./DomainStatus.ts"

/** The protocol with which a domain was looked up. */
export type RegistrySource = "rdap" | "whois"

/** The facts that a registry publishes about a registered domain. */
export interface Registration {
  /**
   * ISO 8601 in UTC; null when the registry publishes no date, or none that is certain. A time without a zone is taken
   * as UTC.
   */
  readonly expiresAt: string | null
  readonly registrar: string | null
  /** EPP statuses as RFC 5731 spells them ("clientHold"), others as written. */
  readonly statuses: ReadonlyArray<string>
  /** Statuses that take the domain off the air, or soon will. */
  readonly conditions: ReadonlyArray<DomainCondition>
  readonly source: RegistrySource
  /** The host that said so. */
  readonly server: string
  /** Milliseconds since 1970. */
  readonly checkedAt: number
}

/**
 * `registered` and `not_registered` are what a registry said; `no_domain` is a host name without a registrable domain;
 * `unsupported` is a top-level domain with neither RDAP nor WHOIS; `unavailable` says nothing about the domain.
 */
export type DomainOutcome = "registered" | "not_registered" | "no_domain" | "unsupported" | "unavailable"

/** One query to one server, and its result. */
export interface ServerAttempt {
  readonly source: RegistrySource
  readonly server: string
  readonly result: "registered" | "not_registered" | "limited" | "failed" | "unreadable"
  /** For people; null when the server answered. */
  readonly message: string | null
}

/** A registration to look up. */
export interface DomainRequest {
  /** Any host name of the domain. */
  readonly hostname: string
  /**
   * The last known registration: a change for the worse is looked up twice, and it is returned when no server answers.
   */
  readonly previous?: Registration | null
}

/** The result of a registration lookup. */
export interface RegistrationResult {
  readonly hostname: string
  /** The registrable domain in ASCII form; null with `no_domain`. */
  readonly domain: string | null
  /** Milliseconds since 1970. */
  readonly checkedAt: number
  readonly outcome: DomainOutcome
  /** With `unavailable`, the previous one; null when there is none. */
  readonly registration: Registration | null
  /** The registration is the previous one. */
  readonly stale: boolean
  /** Whole days until the registration ends, negative afterwards; null without a date. */
  readonly daysRemaining: number | null
  /** A sentence for people; null with `registered`. */
  readonly message: string | null
  /** Milliseconds since 1970; when a server that limits queries may be queried again. */
  readonly retryAt: number | null
  readonly attempts: ReadonlyArray<ServerAttempt>
}

/** The answer of a registry about a domain. */
export type RegistryAnswer =
  | {
      readonly kind: "registered"
      /** Milliseconds since 1970; null when the registry publishes no date, or none that is certain. */
      readonly expiresAt: number | null
      readonly registrar: string | null
      readonly statuses: ReadonlyArray<string>
    }
  | { readonly kind: "not_registered" }
  /** Too much was asked of the server; `waitMs` when it says for how long. */
  | { readonly kind: "limited"; readonly waitMs?: number }
  | { readonly kind: "unreadable"; readonly message: string }
