import { type ApplyConfig, BadRequest, Conflict, Forbidden, messages, NotFound } from "@mon/api-contract"
import { Accounts, ConfigFiles, Secrets, inTransaction } from "@mon/core-store"
import { Clock, Effect } from "effect"
import { type Caller, adminOnly } from "../../auth/Caller.ts"
import { StatusPageExport } from "../../statusExport/StatusPageExport.ts"
import { fingerprintOf, readAccount } from "./accountState.ts"
import { ApplyContext, type RefusedChange } from "./ApplyContext.ts"
import { carryOut, noteOwners } from "./carryOut.ts"
import { compareFile } from "./compareFile.ts"
import { noteInAudit } from "./noteInAudit.ts"
import { DOCUMENT_LABEL } from "./planFile.ts"
import { type ConfigFile, openFile } from "./readFile.ts"
import { withLateCopies, withLookups } from "./withoutEffects.ts"

const planNotFound = () => new NotFound({ message: messages.configPlanNotFound })

/**
 * Returns a plan that can be applied. Inside a transaction, also locks the plan, so that nobody else can apply it until
 * the transaction ends.
 */
const findPlan = Effect.fnUntraced(function* ({ credentialHash, viewer }: Caller, planId: string) {
  const stored = yield* (yield* ConfigFiles).findPlan(viewer, planId, credentialHash)
  if (stored === null) return yield* planNotFound()
  if (stored.isUsed) return yield* new Conflict({ message: messages.configPlanUsed })
  return stored
})

/** Returns the file of a plan. The file of a plan never changes. */
const fileOf = Effect.fnUntraced(function* (caller: Caller, planId: string) {
  const { document } = yield* findPlan(caller, planId)
  const text = yield* Effect.mapError((yield* Secrets).open(DOCUMENT_LABEL, document, planId), planNotFound)
  return (yield* openFile(caller, text)) ?? (yield* planNotFound())
})

const asApiError = ({ refused: { error } }: RefusedChange) =>
  error instanceof Forbidden || error instanceof NotFound ? error : new BadRequest({ message: error.message })

/** Reads, compares and changes objects while the account and all objects that a file can contain are locked. */
const applyLocked = Effect.fnUntraced(function* (
  caller: Caller,
  { allowDelete = false, planId }: ApplyConfig,
  file: ConfigFile
) {
  const files = yield* ConfigFiles
  yield* (yield* Accounts).lock(caller.viewer)
  yield* files.lock(caller.viewer)
  const { fingerprint } = yield* findPlan(caller, planId)
  const objects = yield* readAccount(caller)
  if (!(yield* fingerprintOf(objects)).equals(fingerprint))
    return yield* new Conflict({ message: messages.configChanged })
  const comparison = yield* compareFile(caller, file, objects)
  const { plan, project, refused } = comparison
  const [first] = refused
  if (first !== undefined) return yield* new BadRequest({ message: first.error.message })
  if (plan.delete.length > 0 && !allowDelete)
    return yield* new BadRequest({ message: messages.configDeletes(plan.delete.length) })
  const context = new ApplyContext(caller, comparison, false)
  yield* carryOut(context)
  if (!file.addOnly) yield* noteOwners(context)
  yield* noteInAudit(context)
  yield* files.usePlan(caller.viewer, planId)
  return {
    project,
    created: plan.create.length,
    updated: plan.update.length,
    adopted: plan.adopt.length,
    deleted: plan.delete.length
  }
})

/**
 * Removes the copies of status pages. If a copy cannot be removed, returns a warning; the service retries the removal
 * later.
 */
const withdrawCopies = Effect.fnUntraced(function* (pageIds: ReadonlyArray<string>) {
  const copies = yield* StatusPageExport
  const warnings: Array<string> = []
  for (const id of new Set(pageIds)) {
    yield* copies.withdraw(id).pipe(
      Effect.catch((error) =>
        Effect.andThen(
          Effect.logWarning("The copy of a status page was not removed", error),
          Effect.sync(() => void warnings.push(messages.statusPageCopyRemains))
        )
      )
    )
  }
  return [...new Set(warnings)]
})

/** Applies all changes of a plan in one transaction. */
export const applyPlan = Effect.fn("applyConfig")(function* (caller: Caller, input: ApplyConfig) {
  yield* adminOnly(caller)
  // DNS lookups come before the transaction. Inside it, the comparison is repeated while the account is locked.
  const file = yield* fileOf(caller, input.planId)
  const before = yield* compareFile(caller, file, yield* readAccount(caller))
  const pageIds: Array<string> = []
  const work = inTransaction("applyConfig", applyLocked(caller, input, file))
  const result = yield* withLateCopies(pageIds, withLookups(caller, before, work)).pipe(
    Effect.catchTag("RefusedChange", (refusal) => Effect.fail(asApiError(refusal)))
  )
  const warnings = yield* withdrawCopies(pageIds)
  return { ...result, appliedAt: new Date(yield* Clock.currentTimeMillis).toISOString(), warnings }
})
