import { BadRequest, type CreateMonitor, Forbidden, messages, type UpdateMonitor } from "@mon/api-contract"
import { pageAddress, pageRulesFault } from "@mon/checks"
import { type MonitorPatch, monitorRepositories, type NewMonitor } from "@mon/core-store"
import { pageDefaults, pageFields } from "@mon/model"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { intervalFault, type RulesOf, sealOptions, shortestDefault, type Target } from "./MonitorRules.ts"
import { monitorsOf } from "./monitorHandlers.ts"

/**
 * Converts a change in a request to the patch for the store. In the request, `timeout` is an alias of `timeoutSeconds`.
 */
const pagePatch = ({ timeout, ...rest }: UpdateMonitor<"url">): MonitorPatch<"url"> =>
  timeout === undefined ? rest : { timeoutSeconds: timeout, ...rest }

const nameOf = ({ hostname, url }: Target): string =>
  (url.pathname === "/" ? hostname : hostname + url.pathname).slice(0, pageFields.name.maximum)

const newPage = (target: Target, input: CreateMonitor<"url">, caller: Caller): NewMonitor<"url"> => ({
  ...pageDefaults,
  name: nameOf(target),
  checkInterval: shortestDefault("url", pageDefaults.checkInterval, caller),
  ...pagePatch(input),
  url: pageAddress(target.url),
  hostname: target.hostname
})

const seesUrls = Effect.fnUntraced(function* ({ viewer }: Caller) {
  if (viewer.role === "owner" || (yield* (yield* monitorRepositories.url).seesAny(viewer))) return
  return yield* new Forbidden({ message: messages.ownerOnly })
})

const pageRules: RulesOf<"url"> = {
  kind: "url",
  store: monitorRepositories.url,
  messages: {
    notFound: messages.urlNotFound,
    readOnly: messages.readOnlyUrl,
    refused: { LimitReached: () => messages.urlLimit, Duplicate: () => messages.urlDuplicate }
  },
  sees: seesUrls,
  newFault: () => null,
  changeFault: () => null,
  addressOf: ({ url }) => url,
  draft: newPage,
  patchOf: pagePatch,
  planFault: ({ checkInterval, render }, caller) =>
    intervalFault("url", checkInterval, caller) ??
    (render === true && !caller.limits.pageRendering ? messages.renderNotInPlan(caller.limits.title) : null),
  seal: sealOptions,
  check: Effect.fnUntraced(function* (input) {
    const message = yield* Effect.promise(() => pageRulesFault(input))
    if (message !== null) return yield* new BadRequest({ message })
  }),
  patchedFault: () => null,
  surplus: () => Effect.succeed(null),
  countsOthers: () => Effect.succeed(false)
}

export const pageMonitors = {
  ...monitorsOf(pageRules),
  check: pageRules.check,
  patchOf: pagePatch,
  planFault: pageRules.planFault
}
