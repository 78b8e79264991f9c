import { BadRequest, type CreateMonitor, Forbidden, messages, Unavailable, type UpdateMonitor } from "@mon/api-contract"
import { CheckPageNow } from "@mon/checks"
import { type NewMonitor, PageMonitors } from "@mon/core-store"
import type { PageRules } from "@mon/model"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { limitPreviewsOf } from "../limitTries.ts"
import { checkChangedOptions, sealOptions } from "../monitors/MonitorRules.ts"
import { pageMonitors } from "../monitors/pageMonitors.ts"
import { PublicAddresses } from "../PublicAddresses.ts"

const { check, draft, found, patchOf, planFault, writable } = pageMonitors

const MS = 1_000

const rulesOf = ({
  exclude,
  ignoreLines,
  include,
  minimumChange,
  onlyLines,
  trigger
}: Pick<NewMonitor<"url">, keyof PageRules>): PageRules => ({
  include: include ?? [],
  exclude: exclude ?? [],
  ignoreLines: ignoreLines ?? [],
  trigger: trigger ?? null,
  onlyLines: onlyLines ?? null,
  minimumChange: minimumChange ?? null
})

type Previewed = Pick<
  NewMonitor<"url">,
  | keyof PageRules
  | "contentFaults"
  | "degradedAfterMs"
  | "expect"
  | "render"
  | "request"
  | "screenshotWaitMs"
  | "timeoutSeconds"
  | "url"
>

const run = Effect.fnUntraced(function* (caller: Caller, previewed: Previewed) {
  const { contentFaults, degradedAfterMs, expect, render, request, screenshotWaitMs, timeoutSeconds, url } = previewed
  yield* limitPreviewsOf(caller, url)
  const preview = yield* (yield* CheckPageNow).preview({
    accountKey: caller.viewer.accountKey,
    url,
    request,
    expect: expect ?? [],
    degradedAfterMs,
    contentFaults,
    contentMemory: null,
    timeoutMs: timeoutSeconds * MS,
    screenshotWaitMs,
    rules: rulesOf(previewed),
    render
  })
  return preview ?? (yield* new Unavailable({ message: messages.previewBusy }))
})

/** Checks a new page once without creating it, and returns the text or image that later checks would compare. */
export const previewNewPage = Effect.fn("previewNewPage")(function* (caller: Caller, input: CreateMonitor<"url">) {
  const url = yield* draft(caller, input)
  if (yield* (yield* PublicAddresses).refuses(url.hostname))
    return yield* new BadRequest({ message: messages.urlNotPublic })
  return yield* run(caller, url)
})

/**
 * Checks a page once with changed settings, without storing them. The page's stored secrets are only sent to the host
 * for which they were entered, because the address of a page cannot change.
 */
export const previewChangedPage = Effect.fn("previewChangedPage")(function* (
  caller: Caller,
  id: string,
  input: UpdateMonitor<"url">
) {
  yield* writable(caller, id)
  const urls = yield* PageMonitors
  const stored = yield* found(yield* urls.find(caller.viewer, id))
  const patch = patchOf(input)
  // The request in the form that the caller can see. Each `***` in it stands for a stored secret.
  const changed = { ...stored, ...patch }
  const { contentFaults, degradedAfterMs, expect, render, request, screenshotWaitMs, timeoutSeconds } = changed
  const tried = {
    ...rulesOf(changed),
    contentFaults,
    degradedAfterMs,
    expect,
    render,
    request,
    screenshotWaitMs,
    timeoutSeconds
  }
  const beyond = planFault({ ...patch, render }, caller)
  if (beyond !== null) return yield* new Forbidden({ message: beyond })
  const fault = checkChangedOptions(tried, caller)
  if (fault !== null) return yield* Effect.fail(fault)
  yield* check(patch)
  const [target] = yield* urls.targets(caller.viewer, [id])
  const { checkInterval, ...earlier } = yield* found(target ?? null)
  const into = { ...earlier, checkInterval: patch.checkInterval ?? checkInterval }
  return yield* run(caller, { ...(yield* sealOptions(caller, tried, into, into)), url: earlier.url })
})
