import * as Data from "effect/Data"

/**
 * A sealed text cannot be opened. `Malformed`: it is not a sealed text. `UnknownKey`: its secret is no longer in the
 * list. `Tampered`: it was changed, or was sealed for another label or context.
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
  Malformed: "this is no sealed text",
  UnknownKey: "the secret that sealed this is not in MON_SECRET any more; append it to the list",
  Tampered: "this was changed, or sealed for another use"
}
