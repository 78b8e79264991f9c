import { Data } from "effect"

/** A command that cannot do what was asked; its sentence is all that the operator sees. */
export class Refused extends Data.TaggedError("Refused")<{ readonly message: string }> {}
