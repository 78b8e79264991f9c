// This code is a specification, and production code does not use it. Property tests compare
// src/schedule/domainStateMachine.sql.ts with this specification.
import type { ConfirmationPolicy } from "@mon/model"
import { type DomainMemory, type DomainStep, type CheckFact, newDomainMemory, stepDomain } from "./stepDomain.ts"
import { contraryOf, quorum, type Votes } from "./quorum.ts"

export interface WatchedMemory {
  readonly domain: DomainMemory
  /** Null if no other location is involved. */
  readonly votes: Votes | null
}

/** A check with its location, and the other locations with live workers. */
export interface LocatedCheck extends CheckFact {
  readonly location: string
  readonly others: ReadonlyArray<string>
}

export interface WatchedStep {
  readonly memory: WatchedMemory
  readonly transition: DomainStep["transition"]
  readonly next: DomainStep["next"]
  /** The locations from which the location of the next check is chosen. Empty if any location may check next. */
  readonly ask: ReadonlyArray<string>
  /** The outvoted locations. Their verdicts become advisories. */
  readonly dissenting: ReadonlyArray<string>
}

/** Locations that have not voted are asked first. */
const toAsk = (others: ReadonlyArray<string>, votes: Votes | null): ReadonlyArray<string> => {
  const unasked = others.filter((location) => votes?.[location] === undefined)
  return unasked.length > 0 ? unasked : others
}

const votesAfter = ({ domain, votes }: WatchedMemory, result: LocatedCheck): Votes | null => {
  const before = domain.streakStartedAt === null ? null : votes
  if (result.verdict === "unknown" || (result.others.length === 0 && before === null)) return before
  // A suppressed verdict does not count as a vote.
  if (result.suppressed && domain.state !== "down") return before ?? {}
  return { ...before, [result.location]: result.verdict }
}

/** Returns a policy under which no number of checks confirms a change, because the locations are still undecided. */
const undecided = (policy: ConfirmationPolicy): ConfirmationPolicy => ({
  ...policy,
  failuresToDown: Number.POSITIVE_INFINITY,
  deterministicFailuresToDown: Number.POSITIVE_INFINITY,
  successesToUp: Number.POSITIVE_INFINITY
})

/**
 * Returns the next step of the state machine with several locations, as a pure function. Checks of other locations
 * confirm a change, and the majority of the locations that checked decides. With one location, the result equals the
 * result of `stepDomain`.
 *
 * @example
 * ```ts
 * const memory = { domain: { ...newDomainMemory, state: "up" }, votes: null } as const
 * const check = { at: 0, verdict: "down", deterministic: false, suppressed: false, location: "fra", others: ["nyc"] } as const
 * stepWatched(memory, result, 300_000, defaultConfirmationPolicy).ask // => ["nyc"]
 * ```
 */
export const stepWatched = (
  memory: WatchedMemory,
  result: LocatedCheck,
  intervalMs: number,
  policy: ConfirmationPolicy
): WatchedStep => {
  const { domain } = memory
  const votes = votesAfter(memory, result)
  if (result.verdict === "unknown") {
    const step = stepDomain(domain, result, intervalMs, policy)
    return {
      ...step,
      memory: { domain, votes },
      ask: votes === null ? [] : toAsk(result.others, votes),
      dissenting: []
    }
  }
  const contrary = contraryOf(domain.state)
  const judgement =
    votes !== null
      ? quorum(
          domain.state,
          votes,
          result.others.some((location) => votes[location] === undefined)
        )
      : result.verdict === contrary
        ? "change"
        : "keep"
  const step =
    judgement === "keep"
      ? kept(domain, result, intervalMs, policy)
      : result.verdict === contrary
        ? stepDomain(domain, result, intervalMs, judgement === "ask" ? undecided(policy) : policy)
        : stillDoubted(domain, intervalMs, policy)
  const isOpen = judgement !== "keep" && step.transition._tag === "None"
  const { state } = step.memory
  return {
    ...step,
    memory: { domain: step.memory, votes: isOpen ? votes : null },
    ask: isOpen ? toAsk(result.others, votes) : [],
    dissenting:
      isOpen || state === "unknown" ? [] : Object.keys(votes ?? {}).filter((location) => votes?.[location] !== state)
  }
}

/** Keeps the state. An outvoted check counts as a check that confirms the state. */
const kept = (domain: DomainMemory, result: LocatedCheck, intervalMs: number, policy: ConfirmationPolicy): DomainStep =>
  domain.state === "unknown" && result.verdict === "down"
    ? {
        memory: newDomainMemory,
        transition: { _tag: "None" },
        next: { _tag: "After", delayMs: Math.min(intervalMs / 2, policy.retryUnknownMs) }
      }
    : stepDomain(domain, { ...result, verdict: domain.state === "down" ? "down" : "up" }, intervalMs, policy)

/** A minority that confirms the state does not end a streak that contradicts the state. */
const stillDoubted = (domain: DomainMemory, intervalMs: number, policy: ConfirmationPolicy): DomainStep => ({
  memory: domain,
  transition: { _tag: "None" },
  next: {
    _tag: "After",
    delayMs: Math.min(intervalMs / 2, domain.state === "unknown" ? policy.retryUnknownMs : policy.confirmMs)
  }
})
