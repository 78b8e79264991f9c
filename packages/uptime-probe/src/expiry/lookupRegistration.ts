import { domainToASCII } from "node:url"
import { registrableDomain } from "@mon/public-net"
import { type ExpiryPorts, queryRegistry, type RegistryQueryResult, type RegistryStatement } from "./queryRegistry.ts"
import type { DomainRequest, Registration, RegistrationResult } from "./RegistrationResult.ts"
import { conditionsOf } from "./DomainStatus.ts"

const DAY_MS = 24 * 60 * 60 * 1_000

const toRegistration = ({ answer, source, server }: RegistryStatement, checkedAt: number): Registration | null =>
  answer.kind === "not_registered"
    ? null
    : {
        expiresAt: answer.expiresAt === null ? null : new Date(answer.expiresAt).toISOString(),
        registrar: answer.registrar,
        statuses: answer.statuses,
        conditions: conditionsOf(answer.statuses),
        source,
        server,
        checkedAt
      }

/**
 * Returns whether an answer would cause a false alert if it were wrong. Such an answer contains no registration, or an
 * end date that has passed or moved to an earlier day, or no end date although there was one.
 */
const isAlarming = ({ answer }: RegistryStatement, previous: Registration | null, now: number): boolean => {
  if (answer.kind === "not_registered") return true
  const before = previous?.expiresAt == null ? null : Date.parse(previous.expiresAt)
  if (answer.expiresAt === null) return before !== null
  return answer.expiresAt !== before && (answer.expiresAt < now || (before !== null && answer.expiresAt < before))
}

const agree = (a: RegistryStatement, b: RegistryStatement): boolean =>
  a.answer.kind === "registered" && b.answer.kind === "registered"
    ? a.answer.expiresAt === b.answer.expiresAt
    : a.answer.kind === b.answer.kind

/**
 * Queries the registry again if the answer would cause an alert, because such an answer counts only if it is given
 * twice.
 */
const queryWithConfirmation = async (
  ports: ExpiryPorts,
  domain: string,
  previous: Registration | null,
  signal: AbortSignal
): Promise<RegistryQueryResult> => {
  const first = await queryRegistry(ports, domain, 0, signal)
  if (first.statement === null || !isAlarming(first.statement, previous, ports.clock.now())) return first
  const second = await queryRegistry(ports, domain, 1, signal)
  const attempts = [...first.attempts, ...second.attempts]
  if (second.statement === null)
    return { ...second, attempts, message: "The registry's answer could not be confirmed by a second query." }
  return agree(first.statement, second.statement)
    ? { ...second, attempts }
    : { ...second, attempts, statement: null, message: "Two answers from the registry contradict each other." }
}

const daysUntil = (registration: Registration | null, now: number): number | null =>
  registration?.expiresAt == null ? null : Math.floor((Date.parse(registration.expiresAt) - now) / DAY_MS)

/** Returns the registrable domain in ASCII form. Null for IP addresses, public suffixes and invalid names. */
const domainOf = (hostname: string): string | null => {
  const ascii = domainToASCII(hostname.trim())
  return ascii === "" ? null : registrableDomain(ascii)
}

/** Rejects only with the signal's reason. */
export const lookupRegistration = async (
  ports: ExpiryPorts,
  { hostname, previous = null }: DomainRequest,
  signal: AbortSignal
): Promise<RegistrationResult> => {
  signal.throwIfAborted()
  const domain = domainOf(hostname)
  const result: RegistryQueryResult | null =
    domain === null ? null : await queryWithConfirmation(ports, domain, previous, signal)
  const checkedAt = ports.clock.now()
  const base = { hostname, domain, checkedAt, retryAt: result?.retryAt ?? null, attempts: result?.attempts ?? [] }
  if (result === null) {
    return {
      ...base,
      outcome: "no_domain",
      registration: null,
      stale: false,
      daysRemaining: null,
      message: "The name is not part of a domain that can be registered."
    }
  }
  if (result.statement === null) {
    return {
      ...base,
      outcome: result.unsupported ? "unsupported" : "unavailable",
      registration: previous,
      stale: previous !== null,
      daysRemaining: daysUntil(previous, checkedAt),
      message: result.message
    }
  }
  const registration = toRegistration(result.statement, checkedAt)
  return {
    ...base,
    outcome: registration === null ? "not_registered" : "registered",
    registration,
    stale: false,
    daysRemaining: daysUntil(registration, checkedAt),
    message: registration === null ? "The domain is not registered." : null
  }
}
