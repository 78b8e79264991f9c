import { createHash } from "node:crypto"
import type { DigestFact, Fact, StatusChangeFact } from "./Fact.ts"

const digestKey = ({ entries }: DigestFact): string =>
  createHash("sha256")
    .update(
      entries
        .map(({ incidentId, change }) => `${incidentId}:${change}`)
        .toSorted()
        .join("\n")
    )
    .digest("hex")
    .slice(0, 32)

const statusKey = (fact: StatusChangeFact): string => {
  switch (fact.change) {
    case "down":
    case "up":
      return `${fact.incident.id}:${fact.change}`
    case "flapping":
      return `${fact.domain.id}:flapping:${fact.since}`
    case "digest":
      return `digest:${digestKey(fact)}`
    case "url_changed":
      return `${fact.changeId}:changed`
    case "url_error":
      return `${fact.urlMonitor.id}:error:${fact.at}`
  }
}

const subjectKey = (fact: Fact): string => {
  switch (fact.type) {
    case "status_change":
      return statusKey(fact)
    case "ssl_expiry":
      return `${fact.domain.id}:${fact.certificate.fingerprint256}:${fact.thresholdDays}`
    case "ssl_invalid":
      return `${fact.domain.id}:${fact.detectedAt}`
    case "domain_expiry":
      return `${fact.domain.id}:${fact.expiresAt}:${fact.thresholdDays}`
    case "email_health_alert":
    case "email_health_recovery":
      return `${fact.domain.id}:${fact.checkedAt}`
    case "weekly_report":
      return `${fact.accountId}:${fact.from}`
  }
}

/**
 * The key of a fact: the same fact has the same key however often it is found, so that it is told once.
 *
 * @example
 * factKey({ type: "weekly_report", accountId: "a1", from: "2026-11-16T00:00:00.000Z", to: "2026-11-23T00:00:00.000Z", domains: [], urls: [], looks: 0, looksMissed: 0, link: null }) // => "weekly_report:a1:2026-11-16T00:00:00.000Z"
 */
export const factKey = (fact: Fact): string => `${fact.type}:${subjectKey(fact)}`

/** The key of the fact that this one follows, if it is the end of something; null otherwise. */
export const precedingKey = (fact: Fact): string | null =>
  fact.type === "status_change" && fact.change === "up" ? `${fact.type}:${fact.incident.id}:down` : null
