import * as Data from "effect/Data"

/**
 * The error if a sealed text cannot be opened. `Malformed`: it is not a sealed text. `UnknownKey`: its secret is no
 * longer in the list. `Tampered`: it was changed, or was sealed for another label or context.
 */
export class SecretError extends Data.TaggedError("SecretError")<{
  readonly reason: "Malformed" | "UnknownKey" | "Tampered"
  readonly label: string
}> {
  override get message() {
    return `${this.label}: ${sentences[this.reason]}`
  }
}

const sentences: Readonly<Record<SecretError["reason"], string>> = {
  Malformed: "this is not a sealed text",
  UnknownKey: "the secret that sealed this is no longer in MON_SECRET; append it to the list",
  Tampered: "the value was altered, or was sealed for a different purpose"
}
