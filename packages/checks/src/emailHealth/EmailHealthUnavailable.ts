import * as Data from "effect/Data"

/** The error if no report could be made for a reason that says nothing about the domain. */
export class EmailHealthUnavailable extends Data.TaggedError("EmailHealthUnavailable")<{
  /**
   * The reason. `Busy`: too many checks are queued. `Timeout`: the check did not end in time. `Fault`: an error ended
   * the check.
   */
  readonly reason: "Busy" | "Timeout" | "Fault"
  readonly domain: string
  readonly cause?: unknown
}> {
  override get message() {
    return `The email health of ${this.domain} could not be checked (${this.reason}).`
  }
}
