import { type CreateMonitor, messages, type UpdateMonitor } from "@mon/api-contract"
import { domainAddress } from "@mon/checks"
import { DnsWatches, type MonitorPatch, monitorRepositories, type NewMonitor } from "@mon/core-store"
import { domainDefaults } from "@mon/model"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { intervalFault, type RulesOf, sealOptions, shortestDefault, type Target } from "./MonitorRules.ts"
import { monitorsOf } from "./monitorHandlers.ts"
import { changedTimingFault, newTimingFault, timingFault } from "./timing.ts"

/**
 * Converts a change in a request to the patch for the store. In the request, `timeout` is an alias of `timeoutSeconds`.
 */
const domainPatch = ({ timeout, ...rest }: UpdateMonitor<"domain">): MonitorPatch<"domain"> =>
  timeout === undefined ? rest : { timeoutSeconds: timeout, ...rest }

const defaultInterval = (caller: Caller) => shortestDefault("domain", domainDefaults.checkInterval, caller)

const newDomain = (
  { hostname, port, url }: Target,
  input: CreateMonitor<"domain">,
  caller: Caller
): NewMonitor<"domain"> => ({
  ...domainDefaults,
  name: hostname,
  checkInterval: defaultInterval(caller),
  ...domainPatch(input),
  url: domainAddress(url),
  hostname,
  dedupeKey: port === null ? hostname : `${hostname}:${port}`
})

const watchesDns = ({ dnsWatch }: Pick<MonitorPatch<"domain">, "dnsWatch">): boolean =>
  dnsWatch !== undefined && dnsWatch !== null

const domainRules: RulesOf<"domain"> = {
  kind: "domain",
  store: monitorRepositories.domain,
  messages: {
    notFound: messages.domainNotFound,
    readOnly: messages.readOnly,
    refused: { LimitReached: messages.domainLimit, Duplicate: () => messages.domainDuplicate }
  },
  sees: () => Effect.void,
  newFault: (body, caller) => newTimingFault(body, domainDefaults.timeoutSeconds, defaultInterval(caller)),
  changeFault: changedTimingFault,
  addressOf: ({ url }) => url,
  draft: newDomain,
  patchOf: domainPatch,
  planFault: ({ checkInterval, dkimSelectors = [] }, caller) => {
    const { dkimSelectors: most, title } = caller.limits
    return (
      intervalFault("domain", checkInterval, caller) ??
      (dkimSelectors.length > most ? messages.selectorLimit(most, title) : null)
    )
  },
  seal: sealOptions,
  check: () => Effect.void,
  patchedFault: (right, { checkInterval, timeoutSeconds }) =>
    timingFault(timeoutSeconds ?? right.timeoutSeconds, checkInterval ?? right.checkInterval),
  surplus: Effect.fnUntraced(function* ({ limits, viewer }, input, ids) {
    if (!watchesDns(input)) return null
    const used = yield* (yield* DnsWatches).used(viewer, ids ?? [])
    const count = ids === null ? 1 : new Set(ids).size
    return used + count > limits.dnsWatches ? messages.dnsWatchLimit(limits.dnsWatches, limits.title) : null
  }),
  countsOthers: (input) => Effect.succeed(watchesDns(input))
}

export const domainMonitors = {
  ...monitorsOf(domainRules),
  patchOf: domainPatch,
  patchedFault: domainRules.patchedFault
}
