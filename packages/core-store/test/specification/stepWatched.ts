// Specification only: nothing in production runs this. Property tests compare src/repositories/schedule/domainStateMachine.sql.ts with it.
import type { ConfirmationPolicy } from "@mon/model"
import { type DomainMemory, type DomainStep, type LookFact, newDomainMemory, stepDomain } from "./stepDomain.ts"
import { contraryOf, quorum, type Votes } from "./quorum.ts"

/** What the schedule remembers between looks of several locations. */
export interface WatchedMemory {
  readonly domain: DomainMemory
  /** Null: no other location is concerned. */
  readonly votes: Votes | null
}

/** A look, where it was made, and which other locations have a worker that is alive. */
export interface LocatedLook extends LookFact {
  readonly location: string
  readonly others: ReadonlyArray<string>
}

export interface WatchedStep {
  readonly memory: WatchedMemory
  readonly transition: DomainStep["transition"]
  readonly next: DomainStep["next"]
  /** The locations of which one shall look next; none: whichever comes first. */
  readonly ask: ReadonlyArray<string>
  /** Locations that were outvoted: what they see is an advisory. */
  readonly dissenting: ReadonlyArray<string>
}

/** Those that have not looked yet come first. */
const toAsk = (others: ReadonlyArray<string>, votes: Votes | null): ReadonlyArray<string> => {
  const unasked = others.filter((location) => votes?.[location] === undefined)
  return unasked.length > 0 ? unasked : others
}

const votesAfter = ({ domain, votes }: WatchedMemory, look: LocatedLook): Votes | null => {
  const before = domain.streakStartedAt === null ? null : votes
  if (look.verdict === "unknown" || (look.others.length === 0 && before === null)) return before
  // A worker that doubts its own network has no vote.
  if (look.held && domain.state !== "down") return before ?? {}
  return { ...before, [look.location]: look.verdict }
}

/** Enough looks, but the locations have not decided: none of them decides. */
const undecided = (policy: ConfirmationPolicy): ConfirmationPolicy => ({
  ...policy,
  failuresToDown: Number.POSITIVE_INFINITY,
  deterministicFailuresToDown: Number.POSITIVE_INFINITY,
  successesToUp: Number.POSITIVE_INFINITY
})

/**
 * One step of the state machine with several locations, as a pure function: looks that confirm a change are asked of other
 * locations, and the majority of those that looked decides. With one location it is `stepDomain`.
 *
 * @example
 * ```ts
 * const memory = { domain: { ...newDomainMemory, state: "up" }, votes: null } as const
 * const look = { at: 0, verdict: "down", deterministic: false, held: false, location: "fra", others: ["nyc"] } as const
 * stepWatched(memory, look, 300_000, defaultConfirmationPolicy).ask // => ["nyc"]
 * ```
 */
export const stepWatched = (
  memory: WatchedMemory,
  look: LocatedLook,
  intervalMs: number,
  policy: ConfirmationPolicy
): WatchedStep => {
  const { domain } = memory
  const votes = votesAfter(memory, look)
  if (look.verdict === "unknown") {
    const step = stepDomain(domain, look, intervalMs, policy)
    return { ...step, memory: { domain, votes }, ask: votes === null ? [] : toAsk(look.others, votes), dissenting: [] }
  }
  const contrary = contraryOf(domain.state)
  const judgement =
    votes !== null
      ? quorum(
          domain.state,
          votes,
          look.others.some((location) => votes[location] === undefined)
        )
      : look.verdict === contrary
        ? "change"
        : "keep"
  const step =
    judgement === "keep"
      ? kept(domain, look, intervalMs, policy)
      : look.verdict === contrary
        ? stepDomain(domain, look, intervalMs, judgement === "ask" ? undecided(policy) : policy)
        : stillDoubted(domain, intervalMs, policy)
  const isOpen = judgement !== "keep" && step.transition._tag === "None"
  const { state } = step.memory
  return {
    ...step,
    memory: { domain: step.memory, votes: isOpen ? votes : null },
    ask: isOpen ? toAsk(look.others, votes) : [],
    dissenting:
      isOpen || state === "unknown" ? [] : Object.keys(votes ?? {}).filter((location) => votes?.[location] !== state)
  }
}

/** The state stays; an outvoted look counts as one that agrees. */
const kept = (domain: DomainMemory, look: LocatedLook, intervalMs: number, policy: ConfirmationPolicy): DomainStep =>
  domain.state === "unknown" && look.verdict === "down"
    ? {
        memory: newDomainMemory,
        transition: { _tag: "None" },
        next: { _tag: "After", delayMs: Math.min(intervalMs / 2, policy.retryUnknownMs) }
      }
    : stepDomain(domain, { ...look, verdict: domain.state === "down" ? "down" : "up" }, intervalMs, policy)

/** A minority that agrees with the state ends no row of looks that contradict it. */
const stillDoubted = (domain: DomainMemory, intervalMs: number, policy: ConfirmationPolicy): DomainStep => ({
  memory: domain,
  transition: { _tag: "None" },
  next: {
    _tag: "After",
    delayMs: Math.min(intervalMs / 2, domain.state === "unknown" ? policy.retryUnknownMs : policy.confirmMs)
  }
})
