import * as Data from "effect/Data"

/** The check could not start. DNS faults are part of the report instead. */
export class EmailHealthError extends Data.TaggedError("EmailHealthError")<{
  readonly reason: "InvalidDomain"
  readonly detail: string
}> {
  override get message(): string {
    return this.detail
  }
}
