import type { CauseClass } from "../CauseClass.ts"
import type { View } from "../facts/View.ts"
import type { Value } from "../words/Text.ts"
import type { EvidenceId } from "../words/Words.ts"

/** Values for the placeholders of a sentence. */
export type Values = Readonly<Record<string, Value>>

/** Something that facts may show. */
export interface Signal {
  /** The sentence that says it. */
  readonly id: EvidenceId
  /** The fact that it rests on, as a path in the facts. */
  readonly fact: string
  /** Its weight. */
  readonly points: number
  /** The values of its sentence; null if the facts do not show it. */
  readonly find: (view: View) => Values | null
}

/** The rule by which a class is recognized. */
export interface Rule {
  readonly class: CauseClass
  /** Without one of these, the class is not considered. */
  readonly grounds: ReadonlyArray<Signal>
  readonly supports: ReadonlyArray<Signal>
  readonly against: ReadonlyArray<Signal>
}

/** Makes a signal. */
export const signal = (id: EvidenceId, fact: string, points: number, find: Signal["find"]): Signal => ({
  id,
  fact,
  points,
  find
})

/** The same signal with other points. */
export const worth = (points: number, one: Signal): Signal => ({ ...one, points })

/** Makes a rule. */
export const rule = (
  cause: CauseClass,
  { against = [], grounds, supports = [] }: Partial<Omit<Rule, "class">> & Pick<Rule, "grounds">
): Rule => ({ class: cause, grounds, supports, against })

/** The values if something holds, otherwise null. */
export const when = (holds: boolean, values: Values = {}): Values | null => (holds ? values : null)
