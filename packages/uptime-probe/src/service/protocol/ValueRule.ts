import { matchesPattern } from "../../pattern/TextPattern.ts"
import { compute, fail, type Talk } from "../dialogue/Talk.ts"
import { shownText } from "../Received.ts"

/** A condition that one value must meet. All given parts must hold. */
export interface ValueRule {
  readonly equals?: string
  /** A pattern that must match a part of the value. */
  readonly matches?: string
  /** The smallest number that the value may be. */
  readonly atLeast?: number
  /** The largest number that the value may be. */
  readonly atMost?: number
}

/** The longest value that a check keeps, in bytes. */
export const VALUE_BYTES = 4_096

const NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/iu

const numberOf = (value: string): number => (NUMBER.test(value) ? Number(value) : Number.NaN)

/** Ends the dialogue if the value does not meet the rule. A value that is missing (null) meets no rule. */
export function* checkValue(value: string | null, rule: ValueRule): Talk<never> {
  const wrong = (wanted: string) =>
    fail(
      "wrong_answer",
      `The answer must ${wanted}, but it is ${value === null ? "empty" : JSON.stringify(shownText(value))}.`
    )
  const { atLeast, atMost, equals, matches } = rule
  if (equals !== undefined && value !== equals) yield* wrong(`be ${JSON.stringify(shownText(equals))}`)
  if (atLeast !== undefined && !(value !== null && numberOf(value) >= atLeast)) yield* wrong(`be at least ${atLeast}`)
  if (atMost !== undefined && !(value !== null && numberOf(value) <= atMost)) yield* wrong(`be at most ${atMost}`)
  if (matches === undefined) return
  const fits = yield* compute(async () => value !== null && (await matchesPattern(matches, value)))
  if (fits === null) yield* fail("prober_fault", "The search for a pattern took too long and was stopped.")
  if (fits === false) yield* wrong(`match ${JSON.stringify(shownText(matches))}`)
}
