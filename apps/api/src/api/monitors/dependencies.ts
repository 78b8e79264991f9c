import { BadRequest, messages } from "@mon/api-contract"
import { Dependencies, type StoreError, inTransaction } from "@mon/core-store"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"

/** The parents in the body of a request. */
export interface DependencyInput {
  readonly dependsOn?: ReadonlyArray<string>
}

/** The part of an id that a message repeats. */
const SHOWN = 64

/** The input with the parents as they are stored. Refuses monitors that the caller cannot see, and circles. */
const checked = Effect.fnUntraced(function* <Input extends DependencyInput>(
  { viewer }: Caller,
  id: string | null,
  input: Input,
  parents: ReadonlyArray<string>
) {
  const verdict = yield* (yield* Dependencies).check(viewer, id, parents)
  switch (verdict._tag) {
    case "Unknown":
      return yield* new BadRequest({ message: messages.dependsOnUnknown(verdict.id.slice(0, SHOWN)) })
    case "Circle":
      return yield* new BadRequest({ message: messages.dependsOnCircle(verdict.names) })
    case "Accepted":
      return { ...input, dependsOn: verdict.parents } as Input
  }
})

/** The input of a new monitor with its parents as they are stored. */
export const checkNewDependencies = <Input extends DependencyInput>(caller: Caller, input: Input) =>
  input.dependsOn === undefined || input.dependsOn.length === 0
    ? Effect.succeed(input)
    : checked(caller, null, input, input.dependsOn)

/** Changes a monitor. A change of its parents is one transaction, so that two changes cannot make a circle together. */
export const updateWithDependencies = <Input extends DependencyInput, R>(
  caller: Caller,
  id: string,
  input: Input,
  update: (input: Input) => Effect.Effect<ReadonlyArray<string>, StoreError, R>
) =>
  input.dependsOn === undefined
    ? update(input)
    : inTransaction("updateWithDependencies", Effect.flatMap(checked(caller, id, input, input.dependsOn), update))
