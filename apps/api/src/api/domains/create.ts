import { BadRequest, type CreateDomain, messages } from "@mon/api-contract"
import { domainAddress } from "@mon/checks"
import { Domains, type NewDomain } from "@mon/core-store"
import { domainDefaults } from "@mon/model"
import { parsePublicUrl, type PublicUrl } from "@mon/public-net"
import { Effect } from "effect"
import { type Caller, adminOnly } from "../../auth/Caller.ts"
import { PublicAddresses } from "../PublicAddresses.ts"
import { checkNewOptions, sealOptions } from "../monitors/checkOptions.ts"
import { checkNewDependencies } from "../monitors/dependencies.ts"
import { inAccount } from "../monitors/inAccount.ts"
import { checkNewDnsWatch } from "./dnsWatch.ts"
import { checkNewSelectors } from "./selectors.ts"
import { checkNewInterval, checkTiming, timingIn } from "./timing.ts"
import { domainPatch } from "./update.ts"

type Target = Extract<PublicUrl, { readonly ok: true }>

const refused = (message: string) => new BadRequest({ message })

const defaultInterval = ({ limits }: Caller): number =>
  Math.max(domainDefaults.checkInterval, limits.minDomainIntervalSeconds)

/** Reports the errors that come before all range checks. */
export const checkNewDomain = (body: Readonly<Record<string, unknown>>, caller: Caller): BadRequest | null => {
  const { url } = body
  if (typeof url !== "string" || url.trim() === "") return refused(messages.urlRequired)
  if (!parsePublicUrl(url).ok) return refused(messages.urlNotPublic)
  const { interval, timeout } = timingIn(body)
  return checkTiming(timeout ?? domainDefaults.timeoutSeconds, interval ?? defaultInterval(caller))
}

/** A domain with all of its settings. */
export const newDomain = (target: Target, input: CreateDomain, caller: Caller): NewDomain => ({
  ...domainDefaults,
  name: target.hostname,
  checkInterval: defaultInterval(caller),
  ...domainPatch(input),
  url: domainAddress(target.url),
  hostname: target.hostname,
  dedupeKey: target.port === null ? target.hostname : `${target.hostname}:${target.port}`
})

/** Why the store has not created a domain. */
export const domainRefusals = {
  LimitReached: (limit: number) => refused(messages.domainLimit(limit)),
  Duplicate: () => refused(messages.domainDuplicate)
}

/**
 * Checks a domain, up to its address. The address comes first, then limits of the plan, then what the domain refers to.
 * Sealed texts are encrypted in the result.
 */
export const draftDomain = Effect.fnUntraced(function* (caller: Caller, input: CreateDomain) {
  yield* adminOnly(caller)
  const target = parsePublicUrl(input.url)
  if (!target.ok) return yield* refused(messages.urlNotPublic)
  const fault =
    checkNewInterval(input.checkInterval, caller) ??
    checkNewSelectors(input.dkimSelectors, caller) ??
    checkNewOptions(input, caller)
  if (fault !== null) return yield* fault
  yield* checkNewDnsWatch(caller, input)
  const wanted = yield* checkNewDependencies(caller, newDomain(target, input, caller))
  return yield* sealOptions(caller, wanted, wanted, null)
})

/**
 * Prepares a domain whose first check is due immediately. A host name that resolves to a private address comes last,
 * and only then the other errors are read from the store first.
 */
export const createDomain = Effect.fnUntraced(function* (caller: Caller, input: CreateDomain) {
  const domain = yield* draftDomain(caller, input)
  const domains = yield* Domains
  const limit = caller.limits.domainMonitors
  if (yield* (yield* PublicAddresses).refuses(domain.hostname)) {
    const verdict = yield* domains.canCreate(caller.viewer, domain.dedupeKey, limit)
    return yield* verdict === "ok" ? refused(messages.urlNotPublic) : domainRefusals[verdict](limit)
  }
  const create = Effect.gen(function* () {
    const created = yield* domains.create(caller.viewer, domain, limit)
    return created._tag === "Created" ? created.domain : yield* domainRefusals[created._tag](limit)
  })
  if (domain.dnsWatch === null) return create
  return inAccount(caller, "createDomain", Effect.andThen(checkNewDnsWatch(caller, domain), create))
})
