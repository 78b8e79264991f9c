import * as Data from "effect/Data"

/** The check could not start. DNS faults and broken messages are part of the report instead. */
export class EmailMessageError extends Data.TaggedError("EmailMessageError")<{
  readonly reason: "EmptyMessage" | "TooLarge" | "InvalidClientIp" | "InvalidHelo" | "InvalidMailFrom"
  readonly detail: string
}> {
  override get message(): string {
    return this.detail
  }
}
