import * as Data from "effect/Data"

/** No report could be made, by no fault of the domain. */
export class EmailHealthUnavailable extends Data.TaggedError("EmailHealthUnavailable")<{
  /** `Busy`: too many checks wait; `Timeout`: a check did not end; `Fault`: it broke off. */
  readonly reason: "Busy" | "Timeout" | "Fault"
  readonly domain: string
  readonly cause?: unknown
}> {
  override get message() {
    return `The e-mail health of ${this.domain} could not be checked (${this.reason}).`
  }
}
