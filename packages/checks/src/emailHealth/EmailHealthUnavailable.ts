import * as Data from "effect/Data"

/** No report could be made, for a reason that says nothing about the domain. */
export class EmailHealthUnavailable extends Data.TaggedError("EmailHealthUnavailable")<{
  /**
   * `Busy`: too many checks are queued; `Timeout`: the check did not end in time; `Fault`: the check was aborted by an
   * error.
   */
  readonly reason: "Busy" | "Timeout" | "Fault"
  readonly domain: string
  readonly cause?: unknown
}> {
  override get message() {
    return `The email health of ${this.domain} could not be checked (${this.reason}).`
  }
}
