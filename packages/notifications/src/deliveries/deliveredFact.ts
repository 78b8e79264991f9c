import { type Digest, type MessageLanguage, readFact, type RenderableFact, type UnreadableFact } from "@mon/alerts"
import type { ClaimedDelivery, PendingNotification } from "@mon/core-store"
import { monitorKinds } from "@mon/model"
import { diagnosedFact } from "../diagnoses/diagnosedFact.ts"

type Transition = Digest["transitions"][number]
type Readable = Exclude<ReturnType<typeof readFact>, UnreadableFact>

const isTransition = (fact: RenderableFact): fact is Transition => fact.kind === "down" || fact.kind === "up"

const isReadable = (fact: ReturnType<typeof readFact>): fact is Readable => fact.kind !== "unreadable"

/** Reads the fact of a notification that is to be dispatched. */
export const pendingFact = ({
  data,
  factKey,
  kind,
  type
}: Pick<PendingNotification, "data" | "factKey" | "kind" | "type">): ReturnType<typeof readFact> =>
  readFact({ type, kind, key: factKey, data })

type Delivered = Pick<ClaimedDelivery, "isDigest" | "notifications"> &
  Partial<Pick<ClaimedDelivery, "cause" | "isStorm">>

const factsOf = ({ notifications }: Delivered) =>
  notifications.map(({ data, key, kind, type }) => readFact({ type, kind, key, data }))

/**
 * Returns the digest of a delivery, or the digest that the delivery continues. Null if the delivery has other facts, or
 * is a message about a single fact.
 */
export const digestOf = (delivery: Delivered): Digest | null => {
  const { cause = null, isDigest } = delivery
  const readable = factsOf(delivery).filter(isReadable)
  const transitions = readable.filter(isTransition)
  const isOwn = !isDigest && cause === null
  return isOwn || transitions.length === 0 || transitions.length < readable.length
    ? null
    : { kind: "digest", transitions, cause }
}

/**
 * Returns the fact of a delivery: one fact, the digest of transitions of several monitors, or the summary of other
 * facts. Null if the notifications of the delivery are gone. A fact about an incident names the cause in the language
 * of the recipient.
 */
export const deliveredFact = (delivery: Delivered, language: MessageLanguage = "en"): RenderableFact | null => {
  const facts = factsOf(delivery)
  if (!delivery.isDigest) {
    const [fact] = facts
    return fact === undefined ? null : diagnosedFact(fact, delivery.notifications[0]?.diagnosisFacts, language)
  }
  const digest = digestOf(delivery)
  if (digest !== null)
    return new Set(digest.transitions.map(({ monitor }) => monitor.id)).size > 1
      ? digest
      : (digest.transitions.at(-1) ?? null)
  const readable = facts.filter(isReadable)
  if (readable.length < 2) return readable[0] ?? facts[0] ?? null
  return { kind: "summary", facts: readable, occasion: delivery.isStorm === true ? "same_time" : "quiet_hours" }
}

/**
 * The address of the page about a fact. Alerts are stored and forwarded, so these addresses never change. The dashboard
 * asks readers to sign in first, if necessary, and then shows the page.
 */
export const permalinkOf = (fact: RenderableFact, baseUrl: string): string =>
  [`${baseUrl}/app`, ...pathOf(fact).map(encodeURIComponent)].join("/")

const pathOf = (fact: RenderableFact): ReadonlyArray<string> => {
  switch (fact.kind) {
    case "down":
    case "up":
      return ["incidents", fact.incident.id]
    case "page_changed":
      return ["pages", fact.monitor.id, "changes", fact.changeId]
    case "dns_changed":
      return ["domains", fact.monitor.id, "dns"]
    case "page_error":
      return ["pages", fact.monitor.id]
    case "checks_stopped":
    case "degraded":
    case "recovered":
      return [monitorKinds[fact.monitorKind].screens, fact.monitor.id]
    case "digest": {
      const [first] = fact.transitions
      return fact.cause == null || first === undefined ? [] : ["incidents", first.incident.id]
    }
    case "weekly_report":
    case "summary":
    case "unreadable":
      return []
    default:
      return ["domains", fact.monitor.id]
  }
}
