import { parseSenderFacts } from "../facts/parseFacts.ts"
import type { SenderFacts } from "../facts/SenderFacts.ts"
import { MODEL_VERSION, OUTCOME_MODEL, type ReceiverFamily } from "../model/OutcomeModel.ts"
import { inUnits, predict, type SegmentTraits, type SenderTraits, UNIT } from "../model/predictOutcome.ts"
import { viewSender } from "./SenderView.ts"

/**
 * The expected numbers of one sender's emails that reach an inbox: according to a finished campaign, and with new facts
 * about the sender.
 */
export interface SenderInboxes {
  /** The number of emails that the campaign assigned to the sender. */
  readonly emails: number
  /** The number of these emails that the campaign expected to reach inboxes. */
  readonly before: number
  /** The number of these emails that are expected to reach inboxes with the new facts and the same routing. */
  readonly after: number
}

interface StoredRow {
  readonly segment: string
  readonly sender: string
  readonly prospects: number
  readonly inboxRate: number
}

const isRow = (value: unknown): value is StoredRow => {
  if (typeof value !== "object" || value === null) return false
  const { inboxRate, prospects, segment, sender } = value as Partial<Record<keyof StoredRow, unknown>>
  return (
    typeof segment === "string" &&
    typeof sender === "string" &&
    Number.isSafeInteger(prospects) &&
    typeof inboxRate === "number"
  )
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

const listIn = (value: unknown, name: string): ReadonlyArray<unknown> => {
  const found = fieldOf(value, name)
  return Array.isArray(found) ? found : []
}

const storedFacts = (results: unknown, domain: string): SenderFacts | null => {
  const sender = listIn(results, "senders").find((one) => fieldOf(one, "domain") === domain)
  return parseSenderFacts(fieldOf(sender, "facts"))
}

const PAIRED = ["google", "microsoft365"] as const
const { bounce: bounces, factors, receivers } = OUTCOME_MODEL

const isFamily = (text: string): text is ReceiverFamily => Object.hasOwn(receivers, text)

/**
 * Returns the traits that a segment's key can stand for. The key does not contain the mailbox provider if it has the
 * same name as the family.
 */
const traitsOf = (key: string): ReadonlyArray<SegmentTraits> => {
  const [family = "", ...parts] = key.split("/")
  if (!isFamily(family)) return []
  const named = PAIRED.find((one) => parts.includes(one))
  const role = (Object.keys(factors.role.levels) as ReadonlyArray<SegmentTraits["role"]>).find((one) =>
    parts.includes(one)
  )
  const bounce = (Object.keys(bounces) as ReadonlyArray<SegmentTraits["bounce"]>).find((one) => parts.includes(one))
  const same = PAIRED.find((one) => one === family)
  const mailboxes = named !== undefined ? [named] : same !== undefined ? [same, null] : [null]
  return mailboxes.map((mailbox) => ({ family, mailbox, role: role ?? "none", bounce: bounce ?? "ordinary" }))
}

const inboxOf = (sender: SenderTraits, segment: SegmentTraits): number => inUnits(predict(sender, segment)).inbox

/**
 * Compares two numbers of a sender's emails that are expected to reach inboxes: the number in stored results, and the
 * number with other facts about the sender. The routing and the version of the model are the same. Returns null if the
 * results are from another version, if the sender sends nothing, or if the results cannot be read.
 */
export const inboxesWith = (results: unknown, facts: SenderFacts): SenderInboxes | null => {
  if (fieldOf(results, "modelVersion") !== MODEL_VERSION) return null
  const then = storedFacts(results, facts.domain)
  if (then === null) return null
  // An email health check does not cover the website and the age of the domain.
  const before = viewSender(then).traits
  const after = viewSender({ ...facts, website: then.website, ageDays: then.ageDays }).traits
  const sum = { emails: 0, before: 0, after: 0 }
  for (const row of listIn(results, "routing").filter(isRow)) {
    if (row.sender !== facts.domain) continue
    const segment = traitsOf(row.segment).find((one) => inboxOf(before, one) === Math.round(row.inboxRate * UNIT))
    if (segment === undefined) return null
    sum.emails += row.prospects
    sum.before += row.prospects * inboxOf(before, segment)
    sum.after += row.prospects * inboxOf(after, segment)
  }
  if (sum.emails === 0) return null
  return { emails: sum.emails, before: Math.round(sum.before / UNIT), after: Math.round(sum.after / UNIT) }
}
