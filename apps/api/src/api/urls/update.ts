import type { UpdateUrl } from "@mon/api-contract"
import { type UrlMonitorPatch, UrlMonitors } from "@mon/core-store"
import { Effect } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"
import { assignTags } from "../monitors/assignTags.ts"
import { foundUrl, getUrl } from "./read.ts"
import { checkChangedUrlInterval } from "./timing.ts"

/** The patch for the store, where `timeout` is an alias of `timeoutSeconds`. */
export const urlPatch = ({ timeout, ...rest }: UpdateUrl): UrlMonitorPatch =>
  timeout === undefined ? rest : { timeoutSeconds: timeout, ...rest }

/** Changes the given fields. */
export const updateUrl = Effect.fn("updateUrl")(function* (caller: Caller, id: string, input: UpdateUrl) {
  yield* ownerOnly(caller)
  const urls = yield* UrlMonitors
  const before = yield* foundUrl(yield* urls.find(caller.viewer, id))
  const patch = urlPatch(input)
  const tooShort = checkChangedUrlInterval(patch.checkInterval, caller)
  if (tooShort !== null) return yield* tooShort
  if (Object.keys(patch).length === 0) return before
  yield* urls.update(caller.viewer, [id], patch)
  return yield* foundUrl(yield* urls.find(caller.viewer, id))
})

/** Replaces all tags of a URL monitor. */
export const setUrlTags = Effect.fn("setUrlTags")(function* (
  caller: Caller,
  id: string,
  tagIds: ReadonlyArray<string>
) {
  yield* ownerOnly(caller)
  yield* foundUrl((yield* assignTags(caller, "url", id, tagIds)) || null)
  return yield* getUrl(caller, id)
})
