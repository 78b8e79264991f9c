import { BadRequest, type CreateUrl, messages } from "@mon/api-contract"
import { type NewUrlMonitor, UrlMonitors } from "@mon/core-store"
import { urlDefaults, urlFields } from "@mon/model"
import { parsePublicUrl, type PublicUrl } from "@mon/public-net"
import { Effect } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"
import { PublicAddresses } from "../PublicAddresses.ts"
import { checkNewOptions, sealOptions } from "../monitors/checkOptions.ts"
import { checkNewDependencies } from "../monitors/dependencies.ts"
import { checkNewUrlInterval } from "./timing.ts"
import { checkNewRender, checkPageRules } from "./rules.ts"
import { urlPatch } from "./update.ts"

type Target = Extract<PublicUrl, { readonly ok: true }>

const refused = (message: string) => new BadRequest({ message })

/** Reports the errors that come before all range checks (decisions section 4). */
export const checkNewUrl = ({ url }: Readonly<Record<string, unknown>>): BadRequest | null => {
  if (typeof url !== "string" || url.trim() === "") return refused(messages.urlRequired)
  return parsePublicUrl(url).ok ? null : refused(messages.urlNotPublic)
}

/** The URL without its fragment, which is never sent to a server. */
const watchedUrl = ({ url }: Target): string => `${url.origin}${url.pathname}${url.search}`

/** The default name: host and path. */
const nameOf = ({ hostname, url }: Target): string =>
  (url.pathname === "/" ? hostname : hostname + url.pathname).slice(0, urlFields.name.maximum)

const newUrl = (target: Target, input: CreateUrl, { limits }: Caller): NewUrlMonitor => ({
  ...urlDefaults,
  name: nameOf(target),
  checkInterval: Math.max(urlDefaults.checkInterval, limits.minUrlIntervalSeconds),
  ...urlPatch(input),
  url: watchedUrl(target),
  hostname: target.hostname
})

const refusals = {
  LimitReached: () => refused(messages.urlLimit),
  Duplicate: () => refused(messages.urlDuplicate)
}

/** Prepares a URL monitor whose first check is due immediately, with errors in the order of those of a domain. */
export const createUrl = Effect.fn("createUrl")(function* (caller: Caller, input: CreateUrl) {
  yield* ownerOnly(caller)
  const target = parsePublicUrl(input.url)
  if (!target.ok) return yield* refused(messages.urlNotPublic)
  const fault =
    checkNewUrlInterval(input.checkInterval, caller) ??
    checkNewOptions(input, caller) ??
    checkNewRender(input.render, caller)
  if (fault !== null) return yield* fault
  yield* checkPageRules(input)
  const urls = yield* UrlMonitors
  const wanted = yield* checkNewDependencies(caller, newUrl(target, input, caller))
  const monitor = yield* sealOptions(caller, wanted, wanted, null)
  const limit = caller.limits.urlMonitors
  if (yield* (yield* PublicAddresses).refuses(monitor.hostname)) {
    const verdict = yield* urls.canCreate(caller.viewer, monitor.url, limit)
    return yield* verdict === "ok" ? refused(messages.urlNotPublic) : refusals[verdict]()
  }
  return Effect.gen(function* () {
    const created = yield* urls.create(caller.viewer, monitor, limit)
    return created._tag === "Created" ? created.url : yield* refusals[created._tag]()
  })
})
