import { type Digest, type MessageLanguage, readFact, type RenderableFact, type UnreadableFact } from "@mon/alerts"
import type { ClaimedDelivery, PendingNotification } from "@mon/core-store"
import { diagnosedFact } from "../diagnoses/diagnosedFact.ts"

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
 * notifications are gone. A fact about an incident names its cause, in the language of the recipient.
 */
export const deliveredFact = (
  {
    cause = null,
    isDigest,
    notifications
  }: Pick<ClaimedDelivery, "isDigest" | "notifications"> & Partial<Pick<ClaimedDelivery, "cause">>,
  language: MessageLanguage = "en"
): RenderableFact | null => {
  const facts = notifications.map(({ data, key, kind, type }) => readFact({ type, kind, key, data }))
  if (!isDigest) {
    const [fact] = facts
    return fact === undefined ? null : diagnosedFact(fact, notifications[0]?.diagnosisFacts, language)
  }
  const readable = facts.filter(isReadable)
  const transitions = readable.filter(isTransition)
  if (transitions.length > 0 && transitions.length === readable.length) return { kind: "digest", transitions, cause }
  return readable.length > 1 ? { kind: "summary", facts: readable } : (readable[0] ?? facts[0] ?? null)
}
