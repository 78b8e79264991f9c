import {
  either,
  nullable,
  oneOf,
  optional,
  optionsOf,
  shape,
  argumentsOf,
  aString,
  type Kind
} from "@mon/bundled/arguments"
import { renderableFact } from "../argumentKinds.ts"
import { type FactMonitor, monitorKinds, notificationTypeOf, type NotificationType } from "@mon/model/facts"
import { beginsIncident } from "./beginsIncident.ts"
import type { RenderableFact } from "./RenderableFact.ts"
import { summarize } from "./renderFact.ts"
import { secondsOf } from "./TimeText.ts"

const acceptWebhookPayload = /* @__PURE__ */ argumentsOf("webhookPayload", () => ({
  fact: either(
    [
      testOf({ domain: monitor() }),
      testOf({ urlMonitor: monitor() }),
      testOf({ scope: oneOf("account") }),
      renderableFact()
    ],
    FACT
  ),
  context: optionsOf<WebhookContext>({
    id: aString,
    createdAt: aString,
    link: optional(nullable(aString)),
    acknowledgeLink: optional(nullable(aString))
  })
}))

/** The content of a test delivery: the monitor of the webhook, or the scope of a webhook for all monitors. */
export type TestFact =
  | { readonly type: "test"; readonly domain: FactMonitor }
  | { readonly type: "test"; readonly urlMonitor: FactMonitor }
  | { readonly type: "test"; readonly scope: "account" }

/** The body of a delivery. */
export interface WebhookPayload {
  /** The id of the delivery. The headers `webhook-id` and `X-Mon-Delivery` contain the same id. */
  readonly id: string
  readonly type: NotificationType | "test"
  /** The time of the notification, as ISO 8601 in UTC. */
  readonly createdAt: string
  readonly data: Readonly<Record<string, unknown>>
}

/** The values that a payload contains in addition to its fact. */
export interface WebhookContext {
  readonly id: string
  /** The time of the notification, as ISO 8601 in UTC. */
  readonly createdAt: string
  /** The page about the fact. Default: null. */
  readonly link?: string | null
  /** The page that acknowledges the incident that a fact begins. Default: null. */
  readonly acknowledgeLink?: string | null
}

/**
 * The maximum size of a payload, in bytes. Standard Webhooks asks for small payloads, and a delivery accepts at most 64
 * KiB.
 */
const BYTES = 60 * 1024
/**
 * The limits for texts and lists, which are tried in order until the payload fits. With the last limits, every payload
 * fits.
 */
const LIMITS = [
  { characters: 2_000, items: 100 },
  { characters: 500, items: 20 },
  { characters: 100, items: 3 }
] as const

const bounded = (value: unknown, limit: (typeof LIMITS)[number]): unknown => {
  if (typeof value === "string")
    return value.length <= limit.characters ? value : `${value.slice(0, limit.characters - 1).toWellFormed()}…`
  if (Array.isArray(value)) return value.slice(0, limit.items).map((item) => bounded(item, limit))
  return typeof value === "object" && value !== null ? boundedFields(value, limit) : value
}

const boundedFields = (fields: object, limit: (typeof LIMITS)[number]): WebhookPayload["data"] =>
  Object.fromEntries(Object.entries(fields).map(([key, part]) => [key, bounded(part, limit)]))

type Fields = Readonly<Record<string, unknown>>

/** The additional fields for receivers in the payload of each kind of fact, such as `change` for a change of state. */
const changes: { readonly [Name in RenderableFact["kind"]]: Fields } = {
  down: { change: "down" },
  up: { change: "up" },
  flapping: { change: "flapping" },
  degraded: { change: "degraded" },
  recovered: { change: "recovered" },
  digest: { change: "digest" },
  page_changed: { change: "url_changed" },
  page_error: { change: "url_error" },
  dns_changed: { change: "dns_changed" },
  checks_stopped: { change: "checks_stopped" },
  certificate_expiring: {},
  certificate_invalid: {},
  domain_expiring: {},
  email_health_alert: {},
  email_health_recovery: {},
  external_alert: { change: "external_alert" },
  external_resolved: { change: "external_resolved" },
  weekly_report: {},
  summary: {},
  unreadable: {}
}

/** Returns the fields of a fact under their names in the payload. The monitor is named `domain` or `urlMonitor`. */
const fieldsOf = (fact: RenderableFact, createdAt: string): Fields => {
  switch (fact.kind) {
    case "down":
    case "up": {
      const { incident, monitor } = fact
      const maintenance =
        fact.kind === "down" && fact.maintenance !== undefined ? { maintenance: fact.maintenance } : {}
      const durationSeconds = secondsOf(incident.startedAt, incident.resolvedAt ?? createdAt)
      return { domain: monitor, incident: { ...incident, durationSeconds }, ...maintenance }
    }
    case "page_changed":
    case "page_error": {
      const { kind: _, monitor, ...rest } = fact
      return { urlMonitor: monitor, ...rest }
    }
    case "degraded":
    case "recovered":
    case "checks_stopped": {
      const { kind: _, monitor, monitorKind, ...rest } = fact
      return { [monitorKinds[monitorKind].payload]: monitor, ...rest }
    }
    case "external_alert":
    case "external_resolved": {
      const { incident, kind: _, source, ...alert } = fact
      const durationSeconds = secondsOf(incident.startedAt, incident.resolvedAt ?? createdAt)
      return { source, incident: { ...incident, durationSeconds }, alert }
    }
    case "weekly_report":
    case "digest":
    case "summary": {
      const { kind: _, ...rest } = fact
      return rest
    }
    case "unreadable":
      return {}
    default: {
      const { kind: _, monitor, ...rest } = fact
      return { domain: monitor, ...rest }
    }
  }
}

const typeOf = (fact: RenderableFact): NotificationType => {
  if (fact.kind === "unreadable") return fact.type
  return fact.kind === "digest" || fact.kind === "summary" ? "status_change" : notificationTypeOf(fact.kind)
}

interface Content {
  readonly type: WebhookPayload["type"]
  /** The fields with Mon's own words, which are short and therefore never cut. */
  readonly words: Fields
  readonly fields: Fields
}

const contentOf = (
  fact: RenderableFact,
  { acknowledgeLink = null, createdAt, link = null }: WebhookContext
): Content => ({
  type: typeOf(fact),
  words: {
    kind: fact.kind,
    ...changes[fact.kind],
    ...summarize(fact),
    link,
    ...(beginsIncident(fact) ? { acknowledgeUrl: acknowledgeLink } : {})
  },
  fields: fieldsOf(fact, createdAt)
})

const FACT = "a fact of @mon/model, as returned by readFact"

const monitor = (): Kind =>
  shape<FactMonitor>("a monitor: an object with id, name and url", { id: aString, name: aString, url: aString })

const testOf = (source: Readonly<Record<string, Kind>>): Kind =>
  shape<Readonly<Record<string, unknown>>>("the content of a test", { type: oneOf("test"), ...source })

const isTest = (fact: RenderableFact | TestFact): fact is TestFact => "type" in fact && fact.type === "test"

const testContent = ({ type, ...fields }: TestFact): Content => ({ type, words: {}, fields })

/** Makes the payload of a fact. Long texts and lists are cut, so that its JSON takes at most 60 KiB. */
export const webhookPayload = (fact: RenderableFact | TestFact, context: WebhookContext): WebhookPayload => {
  acceptWebhookPayload(fact, context)
  const { createdAt, id } = context
  const { fields, type, words } = isTest(fact) ? testContent(fact) : contentOf(fact, context)
  const payloadWithin = (limit: (typeof LIMITS)[number]): WebhookPayload => ({
    id,
    type,
    createdAt,
    data: { ...words, ...boundedFields(fields, limit) }
  })
  const limit =
    LIMITS.find((candidate) => Buffer.byteLength(JSON.stringify(payloadWithin(candidate))) <= BYTES) ?? LIMITS[2]
  return payloadWithin(limit)
}
