import { BadRequest, type CreateUrl, messages } from "@mon/api-contract"
import { type NewUrlMonitor, UrlMonitors } from "@mon/core-store"
import { urlDefaults, urlFields } from "@mon/model"
import { parsePublicUrl, type PublicUrl } from "@mon/public-net"
import { Effect } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"
import { PublicAddresses } from "../PublicAddresses.ts"
import { checkNewUrlInterval } from "./timing.ts"
import { urlPatch } from "./update.ts"

type Target = Extract<PublicUrl, { readonly ok: true }>

const refused = (message: string) => new BadRequest({ message })

/** The first errors of a creation, which come before any range (decisions section 4). */
export const checkNewUrl = ({ url }: Readonly<Record<string, unknown>>): BadRequest | null => {
  if (typeof url !== "string" || url.trim() === "") return refused(messages.urlRequired)
  return parsePublicUrl(url).ok ? null : refused(messages.urlNotPublic)
}

/** The whole URL but for its fragment, which no server is asked for. */
const watchedUrl = ({ url }: Target): string => `${url.origin}${url.pathname}${url.search}`

/** Host and path, as a person would say it. */
const nameOf = ({ hostname, url }: Target): string =>
  (url.pathname === "/" ? hostname : hostname + url.pathname).slice(0, urlFields.name.maximum)

const newUrl = (target: Target, wanted: CreateUrl, { limits }: Caller): NewUrlMonitor => ({
  ...urlDefaults,
  name: nameOf(target),
  checkInterval: Math.max(urlDefaults.checkInterval, limits.minUrlIntervalSeconds),
  ...urlPatch(wanted),
  url: watchedUrl(target),
  hostname: target.hostname
})

const refusals = {
  LimitReached: () => refused(messages.urlLimit),
  Duplicate: () => refused(messages.urlDuplicate)
}

/** Adds a URL monitor, due at once. */
export const createUrl = Effect.fn("createUrl")(function* (caller: Caller, wanted: CreateUrl) {
  yield* ownerOnly(caller)
  const target = parsePublicUrl(wanted.url)
  if (!target.ok) return yield* refused(messages.urlNotPublic)
  const tooShort = checkNewUrlInterval(wanted.checkInterval, caller)
  if (tooShort !== null) return yield* tooShort
  const urls = yield* UrlMonitors
  const monitor = newUrl(target, wanted, caller)
  const limit = caller.limits.urlMonitors
  const verdict = yield* urls.canCreate(caller.viewer, monitor.url, limit)
  if (verdict !== "ok") return yield* refusals[verdict]()
  if (yield* (yield* PublicAddresses).refuses(monitor.hostname)) return yield* refused(messages.urlNotPublic)
  const made = yield* urls.create(caller.viewer, monitor, limit)
  return made._tag === "Created" ? made.url : yield* refusals[made._tag]()
})
