import type { CauseClass, Responsible } from "./CauseClass.ts"
import type { Text } from "./words/Text.ts"
import type { MissingId } from "./words/Words.ts"

/** A fact that speaks for or against a cause. */
export interface Evidence {
  /** The signal that found it: a stable code. */
  readonly code: string
  /** Its path in the facts, for instance `certificate.problems`. */
  readonly fact: string
  /** Its weight, for or against. */
  readonly points: number
  readonly text: Text
}

/** A cause, with everything that a person needs to judge it and to act. */
export interface Cause {
  readonly class: CauseClass
  /** Our own words only. */
  readonly title: string
  /** From 0.25 to 0.99: the points of the evidence less those of what speaks against it, divided by 100. */
  readonly confidence: number
  /** The evidence for it, the strongest first. */
  readonly evidence: ReadonlyArray<Evidence>
  readonly against: ReadonlyArray<Evidence>
  /** The next step for the person in `who`. */
  readonly nextStep: Text
  readonly who: Responsible
}

/** A fact that would help. */
export interface MissingFact {
  readonly fact: MissingId
  readonly text: string
}

/** The result of a diagnosis of facts. */
export interface Diagnosis {
  /** Changes when the same facts may give another result. */
  readonly rulesVersion: string
  /** `not_known`: no cause is likely enough. */
  readonly result: "known" | "not_known"
  /** The title of the first cause, or that the cause is not known. Our own words only. */
  readonly title: string
  /** The most likely cause first, at most five. With `not_known`, they are guesses. */
  readonly causes: ReadonlyArray<Cause>
  /** Facts that are absent and would help. */
  readonly missing: ReadonlyArray<MissingFact>
}
