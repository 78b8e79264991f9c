import { type Digest, readFact, type RenderableFact } from "@mon/alerts"
import type { ClaimedDelivery } from "@mon/core-store"

type Transition = Digest["transitions"][number]

const isTransition = (fact: RenderableFact): fact is Transition => fact.kind === "down" || fact.kind === "up"

/** What a delivery is about: one fact, or the digest of several; null when its notifications are gone. */
export const deliveredFact = ({
  isDigest,
  notifications
}: Pick<ClaimedDelivery, "isDigest" | "notifications">): RenderableFact | null => {
  const facts = notifications.map(({ data, key, kind, type }) => readFact({ type, kind, key, data }))
  const transitions = isDigest ? facts.filter(isTransition) : []
  return transitions.length > 0 ? { kind: "digest", transitions } : (facts[0] ?? null)
}
