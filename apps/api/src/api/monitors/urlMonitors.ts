import { BadRequest, type CreateUrl, Forbidden, messages, type UpdateUrl } from "@mon/api-contract"
import { pageAddress, pageRulesFault } from "@mon/checks"
import { type NewUrlMonitor, type UrlMonitorPatch, UrlMonitors } from "@mon/core-store"
import { urlDefaults, urlFields, type UrlMonitor } from "@mon/model"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { intervalFault, type MonitorRules, shortestDefault, type Target } from "./MonitorRules.ts"
import { monitorsOf } from "./monitorHandlers.ts"

/** The patch for the store, where `timeout` is an alias of `timeoutSeconds`. */
const urlPatch = ({ timeout, ...rest }: UpdateUrl): UrlMonitorPatch =>
  timeout === undefined ? rest : { timeoutSeconds: timeout, ...rest }

/** The default name: host and path. */
const nameOf = ({ hostname, url }: Target): string =>
  (url.pathname === "/" ? hostname : hostname + url.pathname).slice(0, urlFields.name.maximum)

/** A URL monitor with all of its settings. */
const newUrl = (target: Target, input: CreateUrl, caller: Caller): NewUrlMonitor => ({
  ...urlDefaults,
  name: nameOf(target),
  checkInterval: shortestDefault("url", urlDefaults.checkInterval, caller),
  ...urlPatch(input),
  url: pageAddress(target.url),
  hostname: target.hostname
})

/** Refuses members with whom no page is shared. */
const seesUrls = Effect.fnUntraced(function* ({ viewer }: Caller) {
  if (viewer.role === "owner" || (yield* (yield* UrlMonitors).seesAny(viewer))) return
  return yield* new Forbidden({ message: messages.ownerOnly })
})

const urlRules: MonitorRules<UrlMonitor, CreateUrl, UpdateUrl, NewUrlMonitor, UrlMonitorPatch> = {
  kind: "url",
  store: UrlMonitors,
  messages: {
    notFound: messages.urlNotFound,
    readOnly: messages.readOnlyUrl,
    refused: { LimitReached: () => messages.urlLimit, Duplicate: () => messages.urlDuplicate }
  },
  sees: seesUrls,
  newFault: () => null,
  changeFault: () => null,
  addressOf: ({ url }) => url,
  draft: newUrl,
  dedupeKeyOf: ({ url }) => url,
  patchOf: urlPatch,
  planFault: ({ checkInterval, render }, caller) =>
    intervalFault("url", checkInterval, caller) ??
    (render === true && !caller.limits.pageRendering ? messages.renderNotInPlan(caller.limits.title) : null),
  check: Effect.fnUntraced(function* (input) {
    const message = yield* Effect.promise(() => pageRulesFault(input))
    if (message !== null) return yield* new BadRequest({ message })
  }),
  patchedFault: () => null,
  surplus: () => Effect.succeed(null),
  countsOthers: () => false
}

export const urlMonitors = {
  ...monitorsOf(urlRules),
  check: urlRules.check,
  patchOf: urlPatch,
  planFault: urlRules.planFault
}
