import { aBoolean, oneOf, optionsOf, argumentsOf, type Kind } from "@mon/bundled/arguments"
import { type BounceKind, type EvidenceGrade, type Level, OUTCOME_MODEL, type ReceiverFamily } from "./OutcomeModel.ts"

const acceptPredictOutcome = /* @__PURE__ */ argumentsOf("predictOutcome", () => ({
  sender: senderTraits(),
  segment: segmentTraits()
}))

/** The traits of a sender that affect the outcome. */
export interface SenderTraits {
  readonly spf: Level<"spf">
  readonly dkim: Level<"dkim">
  readonly dmarc: Level<"dmarc">
  readonly listing: Level<"listing">
  readonly age: Level<"age">
  readonly mail: Level<"mail">
  readonly website: Level<"website">
  /** Whether the domain exists. False: name servers answered that the domain does not exist. */
  readonly exists: boolean
  /**
   * The provider of the sender's mailboxes, if it is one of the two providers for which the outcome changes when sender
   * and receiver use the same provider; otherwise null.
   */
  readonly provider: "google" | "microsoft365" | null
}

/** The traits of a prospect that affect the outcome. */
export interface SegmentTraits {
  readonly family: ReceiverFamily
  /**
   * The provider of the prospect's mailboxes, if it is one of the two providers for which the outcome changes when
   * sender and receiver use the same provider; otherwise null.
   */
  readonly mailbox: "google" | "microsoft365" | null
  readonly role: Level<"role">
  readonly bounce: BounceKind
}

/**
 * The outcomes of an email. {@link predictOutcome} returns them as probabilities that add up to 1, and {@link inUnits}
 * as whole ten-thousandths that add up to 10,000.
 */
export interface Outcome {
  /** The address or its domain does not accept email. */
  readonly bounce: number
  /** The receiver refuses the email. */
  readonly reject: number
  /** The email goes to a junk folder or to quarantine. */
  readonly spam: number
  readonly inbox: number
}

const GATEWAYS: ReadonlySet<ReceiverFamily> = new Set(["gateway-light", "gateway-medium", "gateway-strict"])
const { bounce, factors, gates, receivers, spread } = OUTCOME_MODEL

const logit = (share: number): number => Math.log(share / (1 - share))
const sigmoid = (odds: number): number => 1 / (1 + Math.exp(-odds))

const pairOf = (sender: SenderTraits, segment: SegmentTraits): Level<"pair"> => {
  if (sender.provider === null || sender.provider !== segment.mailbox) return "other"
  return GATEWAYS.has(segment.family) ? "same_behind_gateway" : "same"
}

const unauthenticated = ({ dkim, spf }: SenderTraits): boolean =>
  dkim === "missing" && (spf === "missing" || spf === "broken")

const refused = (sender: SenderTraits, segment: SegmentTraits): number => {
  const shares: Array<number> = [receivers[segment.family].reject]
  if (unauthenticated(sender))
    shares.push((segment.family === "google" ? gates.unauthenticatedAtGoogle : gates.unauthenticated).share)
  if (sender.listing === "once" || sender.listing === "more")
    shares.push((GATEWAYS.has(segment.family) ? gates.listedAtGateway : gates.listed).share)
  if (!sender.exists) shares.push(gates.noSuchSender.share)
  return Math.max(...shares)
}

const odds = (sender: SenderTraits, segment: SegmentTraits): number =>
  factors.spf.levels[sender.spf] +
  factors.dkim.levels[sender.dkim] +
  factors.dmarc.levels[sender.dmarc] +
  factors.listing.levels[sender.listing] +
  factors.age.levels[sender.age] +
  factors.mail.levels[sender.mail] +
  factors.website.levels[sender.website] +
  factors.role.levels[segment.role] +
  factors.pair.levels[pairOf(sender, segment)]

const level = (factor: keyof typeof factors): Kind => oneOf(...Object.keys(factors[factor].levels))
const provider = (): Kind => oneOf("google", "microsoft365", null)

const senderTraits = (): Kind =>
  optionsOf<SenderTraits>({
    spf: level("spf"),
    dkim: level("dkim"),
    dmarc: level("dmarc"),
    listing: level("listing"),
    age: level("age"),
    mail: level("mail"),
    website: level("website"),
    exists: aBoolean,
    provider: provider()
  })

const segmentTraits = (): Kind =>
  optionsOf<SegmentTraits>({
    family: oneOf(...Object.keys(receivers)),
    mailbox: provider(),
    role: level("role"),
    bounce: oneOf(...Object.keys(bounce))
  })

/**
 * Predicts the outcome of an email from a sender to a prospect, from the model's table.
 *
 * @example
 * Math.round(predictOutcome(CLEAN_SENDER, { family: "google", mailbox: "google", role: "none", bounce: "ordinary" }).inbox * 100) // => 85
 */
export const predictOutcome = (sender: SenderTraits, segment: SegmentTraits): Outcome => {
  acceptPredictOutcome(sender, segment)
  return predict(sender, segment)
}

/**
 * Predicts an outcome like {@link predictOutcome}, but does not check the traits, because the model itself created the
 * traits.
 */
export const predict = (sender: SenderTraits, segment: SegmentTraits): Outcome => {
  const bounced = bounce[segment.role === "noreply" && segment.bounce === "ordinary" ? "noreply" : segment.bounce].share
  const rejected = refused(sender, segment)
  const spam = sigmoid(logit(receivers[segment.family].spam) + odds(sender, segment))
  const delivered = (1 - bounced) * (1 - rejected)
  return { bounce: bounced, reject: (1 - bounced) * rejected, spam: delivered * spam, inbox: delivered * (1 - spam) }
}

/** The traits of a sender without defects, of unknown age, at a provider that has no effect. */
export const CLEAN_SENDER: SenderTraits = {
  spf: "ok",
  dkim: "found",
  dmarc: "enforced",
  listing: "none",
  age: "unknown",
  mail: "yes",
  website: "yes",
  exists: true,
  provider: null
}

/** The number of units in a probability of 1. Outcomes are reported, counted and compared in ten-thousandths. */
export const UNIT = 10_000

/**
 * Converts probabilities to whole ten-thousandths that sum to 10,000. Rounding never reverses the order of two inbox
 * shares.
 */
export const inUnits = ({ bounce: bounced, reject, spam }: Outcome): Outcome => {
  const one = Math.round(bounced * UNIT)
  const two = Math.round((bounced + reject) * UNIT)
  const three = Math.round((bounced + reject + spam) * UNIT)
  return { bounce: one, reject: two - one, spam: three - two, inbox: UNIT - three }
}

const UNSURE: ReadonlyArray<keyof SenderTraits> = ["spf", "dkim", "dmarc", "mail", "listing"]

/**
 * Returns the grade of the evidence for a prediction: A for prospects that accept no email; C if a trait of the sender
 * is unknown, or if bounces are more likely than usual; otherwise the grade of the receiver.
 */
export const gradeOf = (sender: SenderTraits, segment: SegmentTraits): EvidenceGrade => {
  if (segment.bounce === "dead") return "A"
  if (UNSURE.some((trait) => sender[trait] === "unknown")) return "C"
  return segment.bounce === "ordinary" ? receivers[segment.family].grade : "C"
}

/** Returns the range around an inbox probability for the grade of its evidence, between 0 and 1. */
export const rangeOf = (inbox: number, grade: EvidenceGrade): readonly [low: number, high: number] => [
  Math.max(0, inbox - spread[grade]),
  Math.min(1, inbox + spread[grade])
]
