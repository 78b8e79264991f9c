import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../StoreError.ts"

/**
 * The intervals at which monitors are really checked: their own, but never shorter than the minimum of the plan in force.
 * Its statements run in the caller's transaction when there is one.
 */
export class ServedIntervals extends Context.Service<
  ServedIntervals,
  {
    /** Lets the intervals of one account follow its plan; answers how many monitors changed. Call it when a plan was bought or changed. */
    readonly apply: (accountKey: string) => Effect.Effect<number, StoreError>
    /** The same for at most `limit` accounts whose plan in force is not the served one, such as one that has expired. */
    readonly applyDue: (limit: number) => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/ServedIntervals") {}
