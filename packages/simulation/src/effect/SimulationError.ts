import * as Data from "effect/Data"

/** "NoSender": no valid sending domain is left; "TooMuch": more senders or entries than one campaign may have. */
export type SimulationReason = "NoSender" | "TooMuch"

/** A campaign that cannot be simulated as it was given. */
export class SimulationError extends Data.TaggedError("SimulationError")<{
  readonly reason: SimulationReason
  /** For people; may change. */
  readonly detail: string
}> {
  override get message(): string {
    return this.detail
  }
}
