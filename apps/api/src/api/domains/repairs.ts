import { BadRequest, messages, NotFound, TooManyRequests } from "@mon/api-contract"
import { CertificateRepairs, Repairs } from "@mon/core-store"
import { Effect } from "effect"
import { takeAttempt } from "../../auth/AttemptLimits.ts"
import type { Caller } from "../../auth/Caller.ts"
import { writableRight } from "./access.ts"

/** Makes a domain due at once, because somebody says that its certificate is repaired. */
export const verifyRepair = Effect.fn("verifyRepair")(function* (caller: Caller, id: string, repairId: string) {
  yield* writableRight(caller, id)
  const repair = yield* (yield* Repairs).find(caller.viewer, id, repairId)
  if (repair === null) return yield* new NotFound({ message: messages.repairNotFound })
  if (repair.kind === "email") return yield* new BadRequest({ message: messages.repairOfEmail })
  const seconds = yield* takeAttempt("repairVerification", repair.id)
  if (seconds > 0) return yield* new TooManyRequests({ message: messages.checkedJustNow(seconds) })
  const reported = yield* (yield* CertificateRepairs).report(caller.viewer, id)
  return reported ?? (yield* new BadRequest({ message: messages.repairOver }))
})
