import * as Data from "effect/Data"

/** The check could not be begun; what the DNS says or fails to say is in the report. */
export class EmailHealthError extends Data.TaggedError("EmailHealthError")<{
  readonly reason: "InvalidDomain"
  readonly detail: string
}> {
  override get message(): string {
    return this.detail
  }
}
