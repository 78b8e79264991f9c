import * as Data from "effect/Data"

/** "NoSender": the campaign has no valid sending domain; "TooMuch": it has more senders or entries than the limit. */
export type SimulationReason = "NoSender" | "TooMuch"

/** The error for a campaign that cannot be simulated in its given form. */
export class SimulationError extends Data.TaggedError("SimulationError")<{
  readonly reason: SimulationReason
  /** The error message, a sentence for people. Its wording may change. */
  readonly detail: string
}> {
  override get message(): string {
    return this.detail
  }
}
