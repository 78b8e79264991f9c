import { Webhooks } from "@mon/core-store"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { rightOver } from "../domains/access.ts"

/** The webhooks of one domain that the caller can see, or of all of them. */
export const listWebhooks = Effect.fnUntraced(function* (caller: Caller, domainId: string | null) {
  if (domainId !== null) yield* rightOver(caller, domainId)
  return yield* (yield* Webhooks).list(caller.viewer, domainId)
})
