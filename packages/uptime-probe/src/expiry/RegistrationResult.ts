import type { DomainCondition } from "./DomainStatus.ts"

/** The protocol that was used to look up a domain. */
export type RegistrySource = "rdap" | "whois"

/** The facts that a registry publishes about a registered domain. */
export interface Registration {
  /**
   * The end of the registration, as ISO 8601 in UTC. Null if the registry publishes no date, or only an ambiguous date.
   * A time without a zone is taken as UTC.
   */
  readonly expiresAt: string | null
  readonly registrar: string | null
  /** The EPP statuses in the spelling of RFC 5731 ("clientHold"), and other statuses as the registry writes them. */
  readonly statuses: ReadonlyArray<string>
  /** The problems that make the domain unreachable, or soon will. */
  readonly conditions: ReadonlyArray<DomainCondition>
  readonly source: RegistrySource
  /** The host name of the server that answered. */
  readonly server: string
  /** Milliseconds since 1970. */
  readonly checkedAt: number
}

/**
 * The outcome of a lookup. `registered` and `not_registered` are a registry's answers. `no_domain` means that the host
 * name has no registrable domain, `unsupported` that its top-level domain has neither RDAP nor WHOIS. `unavailable`
 * says nothing about the domain.
 */
export type DomainOutcome = "registered" | "not_registered" | "no_domain" | "unsupported" | "unavailable"

/** One query to one server, with its result. */
export interface ServerAttempt {
  readonly source: RegistrySource
  readonly server: string
  readonly result: "registered" | "not_registered" | "limited" | "failed" | "unreadable"
  /** A sentence that describes the problem for people. Null if the server answered. */
  readonly message: string | null
}

/** A request to look up the registration of a domain. */
export interface DomainRequest {
  /** The host name to look up, which can be any name in the domain. */
  readonly hostname: string
  /**
   * The last known registration. If the new answer is worse, the lookup is repeated once. If no server answers, the
   * result contains this registration.
   */
  readonly previous?: Registration | null
}

/** The result of a registration lookup. */
export interface RegistrationResult {
  readonly hostname: string
  /** The registrable domain in ASCII form. Null for `no_domain`. */
  readonly domain: string | null
  /** Milliseconds since 1970. */
  readonly checkedAt: number
  readonly outcome: DomainOutcome
  /** The registration. For `unavailable`, this is the previous registration, or null if there is none. */
  readonly registration: Registration | null
  /** Whether `registration` is the previous registration, because no server answered. */
  readonly stale: boolean
  /** The number of whole days until the registration ends. Negative after its end. Null if the date is unknown. */
  readonly daysRemaining: number | null
  /** A sentence that describes the outcome for people. Null for `registered`. */
  readonly message: string | null
  /** The time from which a server that limits queries may be queried again, in milliseconds since 1970. */
  readonly retryAt: number | null
  readonly attempts: ReadonlyArray<ServerAttempt>
}

/** The answer of a registry about a domain. */
export type RegistryAnswer =
  | {
      readonly kind: "registered"
      /**
       * The end of the registration, in milliseconds since 1970. Null if the registry publishes no date, or only an
       * ambiguous date.
       */
      readonly expiresAt: number | null
      readonly registrar: string | null
      readonly statuses: ReadonlyArray<string>
    }
  | { readonly kind: "not_registered" }
  /**
   * The answer of a server that refused because of too many queries. `waitMs` is the time to wait, if the server says
   * how long.
   */
  | { readonly kind: "limited"; readonly waitMs?: number }
  | { readonly kind: "unreadable"; readonly message: string }
