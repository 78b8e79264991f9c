import * as Data from "effect/Data"

/** "NoSender": the campaign has no valid sending domain; "TooMuch": it has more senders or entries than the limit. */
export type SimulationReason = "NoSender" | "TooMuch"

/** Reports that a campaign cannot be simulated as it was given. */
export class SimulationError extends Data.TaggedError("SimulationError")<{
  readonly reason: SimulationReason
  /** A sentence for people; may change. */
  readonly detail: string
}> {
  override get message(): string {
    return this.detail
  }
}
