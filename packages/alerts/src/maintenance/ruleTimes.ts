import { RRuleTemporal } from "rrule-temporal"
import type { RecurrenceRule } from "./recurrenceRule.ts"

/** Rounds of the search for occurrences. Days of 54 years. */
const MAX_ITERATIONS = 20_000
const MAX_CANDIDATES = 200_000

const basic = (time: number): string => `${new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/gu, "")}Z`

/**
 * The times between two times at which a rule begins, as clocks show them. The rule counts clock times only, so it is
 * read in UTC, where every clock time exists once.
 */
export const ruleTimes = (
  { parts }: RecurrenceRule,
  firstTime: number,
  from: number,
  to: number
): ReadonlyArray<number> => {
  const rule = new RRuleTemporal({
    rruleString: `DTSTART:${basic(firstTime)}\nRRULE:${parts}`,
    maxIterations: MAX_ITERATIONS,
    maxCandidateEvaluations: MAX_CANDIDATES
  })
  return rule.between(new Date(from), new Date(to), true).map(({ epochMilliseconds }) => epochMilliseconds)
}
