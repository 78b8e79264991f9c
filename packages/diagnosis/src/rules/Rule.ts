import type { CauseClass } from "../CauseClass.ts"
import type { View } from "../facts/View.ts"
import type { Value } from "../words/Text.ts"
import type { EvidenceId } from "../words/Words.ts"

/** The values for the placeholders of a sentence. */
export type Values = Readonly<Record<string, Value>>

/** A circumstance that facts may show. */
export interface Signal {
  /** The id of the sentence that describes the circumstance. */
  readonly id: EvidenceId
  /** The path of the fact that shows the circumstance. */
  readonly fact: string
  readonly points: number
  /** Returns the values for the sentence; null if the facts do not show the circumstance. */
  readonly find: (view: View) => Values | null
}

/** The rule that recognizes a class of causes. */
export interface Rule {
  readonly class: CauseClass
  /** The signals of which at least one must be present for the class to be considered. */
  readonly grounds: ReadonlyArray<Signal>
  readonly supports: ReadonlyArray<Signal>
  readonly against: ReadonlyArray<Signal>
}

export const signal = (id: EvidenceId, fact: string, points: number, find: Signal["find"]): Signal => ({
  id,
  fact,
  points,
  find
})

export const worth = (points: number, one: Signal): Signal => ({ ...one, points })

export const rule = (
  cause: CauseClass,
  { against = [], grounds, supports = [] }: Partial<Omit<Rule, "class">> & Pick<Rule, "grounds">
): Rule => ({ class: cause, grounds, supports, against })

export const when = (holds: boolean, values: Values = {}): Values | null => (holds ? values : null)
