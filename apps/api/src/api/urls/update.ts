import type { UpdateUrl } from "@mon/api-contract"
import { type UrlMonitorPatch, UrlMonitors } from "@mon/core-store"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { assignTags } from "../monitors/assignTags.ts"
import { foundUrl, writableUrl } from "../monitors/urlAccess.ts"
import { getUrl } from "./read.ts"
import { checkChangedOptions, needsTarget, sealOptions } from "../monitors/checkOptions.ts"
import { updateWithDependencies } from "../monitors/dependencies.ts"
import { lockedChange } from "../monitors/lockedChange.ts"
import { checkChangedRender, checkPageRules } from "./rules.ts"
import { checkChangedUrlInterval } from "./timing.ts"

/** The patch for the store, where `timeout` is an alias of `timeoutSeconds`. */
export const urlPatch = ({ timeout, ...rest }: UpdateUrl): UrlMonitorPatch =>
  timeout === undefined ? rest : { timeoutSeconds: timeout, ...rest }

/** Changes the given fields, in a transaction that has locked the account. */
export const updateUrl = Effect.fn("updateUrl")(function* (caller: Caller, id: string, input: UpdateUrl) {
  yield* writableUrl(caller, id)
  const urls = yield* UrlMonitors
  const before = yield* foundUrl(yield* urls.find(caller.viewer, id))
  const patch = urlPatch(input)
  const fault =
    checkChangedUrlInterval(patch.checkInterval, caller) ??
    checkChangedOptions(patch, caller) ??
    checkChangedRender(patch.render, caller)
  if (fault !== null) return yield* Effect.fail(fault)
  yield* checkPageRules(patch)
  if (Object.keys(patch).length === 0) return before
  const [target] = needsTarget(patch) ? yield* urls.targets(caller.viewer, [id]) : []
  const sealed = target === undefined ? patch : yield* sealOptions(caller, patch, target, target)
  yield* updateWithDependencies(caller, id, sealed, (each) => urls.update(caller.viewer, [id], each))
  return yield* foundUrl(yield* urls.find(caller.viewer, id))
})

/** Changes the given fields. Secrets that stay are those that are stored when it changes. */
export const changeUrl = Effect.fn("changeUrl")(function* (caller: Caller, id: string, input: UpdateUrl) {
  const urls = yield* UrlMonitors
  const targets = (ids: ReadonlyArray<string>) => urls.targets(caller.viewer, ids)
  return yield* lockedChange(caller, { ids: [id], patch: input, targets }, updateUrl(caller, id, input))
})

/** Replaces all tags of a URL monitor. */
export const setUrlTags = Effect.fn("setUrlTags")(function* (
  caller: Caller,
  id: string,
  tagIds: ReadonlyArray<string>
) {
  yield* writableUrl(caller, id)
  yield* foundUrl((yield* assignTags(caller, "url", id, tagIds)) || null)
  return yield* getUrl(caller, id)
})
