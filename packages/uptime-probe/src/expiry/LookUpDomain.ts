import { domainToASCII } from "node:url"
import { registrableDomain } from "@mon/public-net"
import { askRegistry, type Asked, type ExpiryPorts, type Told } from "./AskRegistry.ts"
import type { DomainLook, DomainRequest, Registration } from "./DomainLook.ts"
import { conditionsOf } from "./DomainStatus.ts"

const DAY_MS = 24 * 60 * 60 * 1_000

const toRegistration = ({ answer, source, server }: Told, checkedAt: number): Registration | null =>
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

/** Whether an answer is such that a mistake would alarm people: no registration, a date that has passed, moved back or vanished. */
const isGrave = ({ answer }: Told, previous: Registration | null, now: number): boolean => {
  if (answer.kind === "not_registered") return true
  const before = previous?.expiresAt == null ? null : Date.parse(previous.expiresAt)
  if (answer.expiresAt === null) return before !== null
  return answer.expiresAt !== before && (answer.expiresAt < now || (before !== null && answer.expiresAt < before))
}

const agree = (a: Told, b: Told): boolean =>
  a.answer.kind === "registered" && b.answer.kind === "registered"
    ? a.answer.expiresAt === b.answer.expiresAt
    : a.answer.kind === b.answer.kind

/** A grave answer holds only when it is given twice. */
const askForSure = async (
  ports: ExpiryPorts,
  domain: string,
  previous: Registration | null,
  signal: AbortSignal
): Promise<Asked> => {
  const first = await askRegistry(ports, domain, 0, signal)
  if (first.told === null || !isGrave(first.told, previous, ports.clock.now())) return first
  const second = await askRegistry(ports, domain, 1, signal)
  const attempts = [...first.attempts, ...second.attempts]
  if (second.told === null)
    return { ...second, attempts, message: "An answer that needs to be confirmed could not be confirmed." }
  return agree(first.told, second.told)
    ? { ...second, attempts }
    : { ...second, attempts, told: null, message: "Two answers of the registry contradict each other." }
}

const daysUntil = (registration: Registration | null, now: number): number | null =>
  registration?.expiresAt == null ? null : Math.floor((Date.parse(registration.expiresAt) - now) / DAY_MS)

/** The registrable domain in ASCII form; null for IP addresses, public suffixes and what is no name. */
const domainOf = (hostname: string): string | null => {
  const ascii = domainToASCII(hostname.trim())
  return ascii === "" ? null : registrableDomain(ascii)
}

/** Looks a domain up; rejects only with the signal's reason. */
export const lookUpDomain = async (
  ports: ExpiryPorts,
  { hostname, previous = null }: DomainRequest,
  signal: AbortSignal
): Promise<DomainLook> => {
  signal.throwIfAborted()
  const domain = domainOf(hostname)
  const asked: Asked | null = domain === null ? null : await askForSure(ports, domain, previous, signal)
  const checkedAt = ports.clock.now()
  const base = { hostname, domain, checkedAt, retryAt: asked?.retryAt ?? null, attempts: asked?.attempts ?? [] }
  if (asked === null) {
    return {
      ...base,
      outcome: "no_domain",
      registration: null,
      stale: false,
      daysRemaining: null,
      message: "The name is not within a registrable domain."
    }
  }
  if (asked.told === null) {
    return {
      ...base,
      outcome: asked.unsupported ? "unsupported" : "unavailable",
      registration: previous,
      stale: previous !== null,
      daysRemaining: daysUntil(previous, checkedAt),
      message: asked.message
    }
  }
  const registration = toRegistration(asked.told, checkedAt)
  return {
    ...base,
    outcome: registration === null ? "not_registered" : "registered",
    registration,
    stale: false,
    daysRemaining: daysUntil(registration, checkedAt),
    message: registration === null ? "The domain is not registered." : null
  }
}
