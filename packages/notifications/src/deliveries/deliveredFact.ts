import { type Digest, readFact, type RenderableFact, type UnreadableFact } from "@mon/alerts"
import type { ClaimedDelivery, PendingNotification } from "@mon/core-store"

type Transition = Digest["transitions"][number]
type Readable = Exclude<ReturnType<typeof readFact>, UnreadableFact>

const isTransition = (fact: RenderableFact): fact is Transition => fact.kind === "down" || fact.kind === "up"

const isReadable = (fact: ReturnType<typeof readFact>): fact is Readable => fact.kind !== "unreadable"

/** The fact of a notification that is to be dispatched. */
export const pendingFact = ({
  data,
  factKey,
  kind,
  type
}: Pick<PendingNotification, "data" | "factKey" | "kind" | "type">): ReturnType<typeof readFact> =>
  readFact({ type, kind, key: factKey, data })

/**
 * What a delivery is about: one fact, the digest of several transitions, or the summary of other facts; null when its
 * notifications are gone.
 */
export const deliveredFact = ({
  cause = null,
  isDigest,
  notifications
}: Pick<ClaimedDelivery, "isDigest" | "notifications"> &
  Partial<Pick<ClaimedDelivery, "cause">>): RenderableFact | null => {
  const facts = notifications.map(({ data, key, kind, type }) => readFact({ type, kind, key, data }))
  if (!isDigest) return facts[0] ?? null
  const readable = facts.filter(isReadable)
  const transitions = readable.filter(isTransition)
  if (transitions.length > 0 && transitions.length === readable.length) return { kind: "digest", transitions, cause }
  return readable.length > 1 ? { kind: "summary", facts: readable } : (readable[0] ?? facts[0] ?? null)
}
