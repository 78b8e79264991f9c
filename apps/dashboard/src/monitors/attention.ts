import type { Monitor } from "../api/monitors.ts"

/** The number of days before an expiry from which the expiry needs attention. */
export const EXPIRY_DAYS = 30

/** The time for which a change of DNS records needs attention, in milliseconds. It is longer than a weekend. */
const DNS_CHANGE_MS = 3 * 86_400_000

/** The code of a check that found signs of a broken site in the page. */
const CONTENT_FAULT = "content_fault"

export type Concern =
  | { readonly kind: "down"; readonly code: string | null; readonly acknowledgedBy: string | null }
  | { readonly kind: "error"; readonly code: string | null }
  | { readonly kind: "flapping"; readonly changes: number }
  | { readonly kind: "dns" }
  | { readonly kind: "content"; readonly code: string }
  | { readonly kind: "slow" }
  | { readonly kind: "certProblem"; readonly problem: string }
  | { readonly kind: "certDays"; readonly days: number }
  | { readonly kind: "regDays"; readonly days: number }
  | { readonly kind: "mail"; readonly grade: string }
  | { readonly kind: "unseen"; readonly count: number }

/** The urgency of each kind of problem. A lower number is more urgent. */
const urgency: Readonly<Record<Concern["kind"], number>> = {
  down: 0,
  error: 1,
  flapping: 2,
  certProblem: 3,
  dns: 4,
  content: 5,
  slow: 6,
  certDays: 7,
  regDays: 8,
  mail: 9,
  unseen: 10
}

/** The response time from which a site counts as slow, in milliseconds. */
const LONG_RESPONSE_MS = 3_000

export const isBadGrade = (grade: string | null): boolean => grade === "D" || grade === "F"

export const isCertificateConcern = ({ certDays, certProblem }: Monitor): boolean =>
  certProblem !== null || (certDays !== null && certDays <= EXPIRY_DAYS)

export const isRegistrationConcern = ({ regDays }: Monitor): boolean => regDays !== null && regDays <= EXPIRY_DAYS

export const isLongResponse = ({ responseMs, state }: Monitor): boolean =>
  responseMs !== null && responseMs > LONG_RESPONSE_MS && state !== "paused" && state !== "down"

const isDnsConcern = ({ changedAt, kind }: Monitor, now: number): boolean =>
  kind === "domain" && changedAt !== null && now - changedAt < DNS_CHANGE_MS

export const concernsOf = (monitor: Monitor, now = Date.now()): ReadonlyArray<Concern> => {
  const { acknowledgedBy, certDays, certProblem, code, contentFault, flapping, grade, regDays, state, unseen } = monitor
  if (state === "paused") return []
  const reason = code === CONTENT_FAULT ? (contentFault ?? code) : code
  return [
    ...(state === "down" ? [{ kind: "down", code: reason, acknowledgedBy } as const] : []),
    ...(state === "error" ? [{ kind: "error", code: reason } as const] : []),
    ...(flapping === null ? [] : [{ kind: "flapping", changes: flapping } as const]),
    ...(certProblem === null ? [] : [{ kind: "certProblem", problem: certProblem } as const]),
    ...(isDnsConcern(monitor, now) ? [{ kind: "dns" } as const] : []),
    ...(state === "degraded"
      ? [contentFault === null ? ({ kind: "slow" } as const) : ({ kind: "content", code: contentFault } as const)]
      : []),
    ...(certProblem === null && certDays !== null && certDays <= EXPIRY_DAYS
      ? [{ kind: "certDays", days: certDays } as const]
      : []),
    ...(regDays !== null && regDays <= EXPIRY_DAYS ? [{ kind: "regDays", days: regDays } as const] : []),
    ...(grade !== null && isBadGrade(grade) ? [{ kind: "mail", grade } as const] : []),
    ...(unseen > 0 ? [{ kind: "unseen", count: unseen } as const] : [])
  ]
}

const NOTHING = 100
/**
 * The urgency of an acknowledged outage. Somebody is already working on it, so unacknowledged outages and errors come
 * first.
 */
const ACKNOWLEDGED = 1.5

/**
 * Returns the rank of a monitor. The most urgent kind of problem comes first. Within one kind, the earliest expiry, the
 * worst grade or the most recent time comes first.
 */
const rankOf = (monitor: Monitor): readonly [number, number] => {
  const [worst] = concernsOf(monitor)
  if (worst === undefined) return [monitor.state === "paused" ? NOTHING + 1 : NOTHING, 0]
  const within =
    worst.kind === "certDays" || worst.kind === "regDays"
      ? worst.days
      : worst.kind === "mail"
        ? -worst.grade.charCodeAt(0)
        : -((worst.kind === "unseen" || worst.kind === "dns" ? monitor.changedAt : monitor.since) ?? 0)
  const isAcknowledged = worst.kind === "down" && worst.acknowledgedBy !== null
  return [isAcknowledged ? ACKNOWLEDGED : urgency[worst.kind], within]
}

export const byAttention = (collator: Intl.Collator) => {
  const ranks = new WeakMap<Monitor, readonly [number, number]>()
  const rank = (monitor: Monitor) => {
    const known = ranks.get(monitor)
    if (known !== undefined) return known
    const made = rankOf(monitor)
    ranks.set(monitor, made)
    return made
  }
  return (one: Monitor, other: Monitor): number => {
    const [kind, within] = rank(one)
    const [otherKind, otherWithin] = rank(other)
    return kind - otherKind || within - otherWithin || collator.compare(one.name, other.name)
  }
}
