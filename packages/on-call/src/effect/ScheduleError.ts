import * as Data from "effect/Data"

/** The error for a schedule that has a fault. */
export class ScheduleError extends Data.TaggedError("ScheduleError")<{
  /** The path of the wrong field, such as `layers[0].handOff.start`. Empty if the value is not an object. */
  readonly path: string
  /** The fault, as the rest of a sentence that begins with the path. */
  readonly problem: string
}> {
  override readonly name = "ScheduleError"
  readonly code = "ERR_INVALID_SCHEDULE"

  override get message(): string {
    return `${this.path === "" ? "The schedule" : this.path} ${this.problem}.`
  }
}
