import type { Fact, Watched } from "./Fact.ts"

/** What a test delivery says. */
export interface TestFact {
  readonly type: "test"
  readonly domain: Watched
}

/** The body of a delivery. */
export interface WebhookPayload {
  /** Of the delivery; as in `webhook-id` and `X-Mon-Delivery`. */
  readonly id: string
  readonly type: Fact["type"] | "test"
  /** ISO 8601 UTC. */
  readonly createdAt: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Standard Webhooks asks for small payloads; a delivery takes at most 64 KiB. */
const BYTES = 60 * 1024
/** Limits that are tried one after the other until the payload fits; the last one always does. */
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

/** The payload of a fact; long texts and lists are cut so that its JSON takes at most 60 KiB. */
export const webhookPayload = (
  fact: Fact | TestFact,
  { id, createdAt }: { readonly id: string; readonly createdAt: string }
): WebhookPayload => {
  const { type, ...data } = fact
  const payloadWithin = (limit: (typeof LIMITS)[number]): WebhookPayload => ({
    id,
    type,
    createdAt,
    data: boundedFields(data, limit)
  })
  const limit =
    LIMITS.find((candidate) => Buffer.byteLength(JSON.stringify(payloadWithin(candidate))) <= BYTES) ?? LIMITS[2]
  return payloadWithin(limit)
}
