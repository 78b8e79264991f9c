import type { CauseClass, Responsible } from "./CauseClass.ts"
import type { Text } from "./words/Text.ts"
import type { MissingId } from "./words/Words.ts"

/** A fact that supports or contradicts a cause. */
export interface Evidence {
  /** The code of the signal that found the fact. The codes are stable. */
  readonly code: string
  /** The path of the fact in `DiagnosisFacts`, such as `certificate.problems`. */
  readonly fact: string
  /** The weight of the fact, for or against the cause. */
  readonly points: number
  readonly text: Text
}

/** A cause, with the information that a person needs to judge it and to act on it. */
export interface Cause {
  readonly class: CauseClass
  /** The title of the cause. It contains no text from outside. */
  readonly title: string
  /**
   * The confidence, from 0.25 to 0.99: the points of the supporting evidence minus the points of the contradicting
   * evidence, divided by 100.
   */
  readonly confidence: number
  /** The supporting evidence, strongest first. */
  readonly evidence: ReadonlyArray<Evidence>
  readonly against: ReadonlyArray<Evidence>
  /** The next step for the person in `who`. */
  readonly nextStep: Text
  readonly who: Responsible
}

/** An absent fact that would help to find the cause. */
export interface MissingFact {
  readonly fact: MissingId
  readonly text: string
}

/** The result of a diagnosis. */
export interface Diagnosis {
  /** The version of the rules. It changes if the same facts may give a different result. */
  readonly rulesVersion: string
  /** The result. `not_known`: no cause is likely enough. */
  readonly result: "known" | "not_known"
  /**
   * The title of the first cause, or a title that says that the cause is not known. It contains no text from outside.
   */
  readonly title: string
  /** The causes, at most five, most likely first. If the result is `not_known`, they are guesses. */
  readonly causes: ReadonlyArray<Cause>
  /** The absent facts that would help to find the cause. */
  readonly missing: ReadonlyArray<MissingFact>
}
