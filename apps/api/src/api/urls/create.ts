import { BadRequest, type CreateUrl, messages } from "@mon/api-contract"
import { pageAddress } from "@mon/checks"
import { type NewUrlMonitor, UrlMonitors } from "@mon/core-store"
import { urlDefaults, urlFields } from "@mon/model"
import { parsePublicUrl, type PublicUrl } from "@mon/public-net"
import { Effect } from "effect"
import { type Caller, adminOnly } from "../../auth/Caller.ts"
import { PublicAddresses } from "../PublicAddresses.ts"
import { checkNewOptions, sealOptions } from "../monitors/checkOptions.ts"
import { checkNewDependencies } from "../monitors/dependencies.ts"
import { checkNewUrlInterval } from "./timing.ts"
import { checkNewRender, checkPageRules } from "./rules.ts"
import { urlPatch } from "./update.ts"

type Target = Extract<PublicUrl, { readonly ok: true }>

const refused = (message: string) => new BadRequest({ message })

/** Reports the errors that come before all range checks. */
export const checkNewUrl = ({ url }: Readonly<Record<string, unknown>>): BadRequest | null => {
  if (typeof url !== "string" || url.trim() === "") return refused(messages.urlRequired)
  return parsePublicUrl(url).ok ? null : refused(messages.urlNotPublic)
}

/** The default name: host and path. */
const nameOf = ({ hostname, url }: Target): string =>
  (url.pathname === "/" ? hostname : hostname + url.pathname).slice(0, urlFields.name.maximum)

/** A URL monitor with all of its settings. */
export const newUrl = (target: Target, input: CreateUrl, { limits }: Caller): NewUrlMonitor => ({
  ...urlDefaults,
  name: nameOf(target),
  checkInterval: Math.max(urlDefaults.checkInterval, limits.minUrlIntervalSeconds),
  ...urlPatch(input),
  url: pageAddress(target.url),
  hostname: target.hostname
})

/** Why the store has not created a URL monitor. */
export const urlRefusals = {
  LimitReached: () => refused(messages.urlLimit),
  Duplicate: () => refused(messages.urlDuplicate)
}

/** Checks a URL monitor, up to its address, with errors in the order of those of a domain. */
export const draftUrl = Effect.fnUntraced(function* (caller: Caller, input: CreateUrl) {
  yield* adminOnly(caller)
  const target = parsePublicUrl(input.url)
  if (!target.ok) return yield* refused(messages.urlNotPublic)
  const fault =
    checkNewUrlInterval(input.checkInterval, caller) ??
    checkNewOptions(input, caller) ??
    checkNewRender(input.render, caller)
  if (fault !== null) return yield* fault
  yield* checkPageRules(input)
  const wanted = yield* checkNewDependencies(caller, newUrl(target, input, caller))
  return yield* sealOptions(caller, wanted, wanted, null)
})

/** Prepares a URL monitor whose first check is due immediately. */
export const createUrl = Effect.fn("createUrl")(function* (caller: Caller, input: CreateUrl) {
  const monitor = yield* draftUrl(caller, input)
  const urls = yield* UrlMonitors
  const limit = caller.limits.urlMonitors
  if (yield* (yield* PublicAddresses).refuses(monitor.hostname)) {
    const verdict = yield* urls.canCreate(caller.viewer, monitor.url, limit)
    return yield* verdict === "ok" ? refused(messages.urlNotPublic) : urlRefusals[verdict]()
  }
  return Effect.gen(function* () {
    const created = yield* urls.create(caller.viewer, monitor, limit)
    return created._tag === "Created" ? created.url : yield* urlRefusals[created._tag]()
  })
})
