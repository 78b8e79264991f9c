import type { MonitorTarget, StoreError } from "@mon/core-store"
import { isUnsafeMethod } from "@mon/model"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { withAnsweredProofs } from "./answeredProofs.ts"
import { inAccount } from "./inAccount.ts"
import type { OptionInput } from "./checkOptions.ts"

/** The monitors that change, and how. */
interface Change {
  readonly ids: ReadonlyArray<string>
  readonly patch: OptionInput
  readonly targets: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<MonitorTarget>, StoreError>
}

/** Changes monitors while the account is locked: secrets that stay are those that are stored at that time. */
export const lockedChange = Effect.fnUntraced(function* <A, E, R>(
  caller: Caller,
  { ids, patch, targets }: Change,
  work: Effect.Effect<A, E, R>
) {
  const unproven = isUnsafeMethod(patch.request?.method) ? yield* targets(ids) : []
  const hostnames = unproven.map(({ hostname }) => hostname)
  return yield* withAnsweredProofs(caller, hostnames, inAccount(caller, "changeMonitors", work))
})
