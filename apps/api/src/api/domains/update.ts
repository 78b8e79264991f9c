import type { BadRequest, UpdateDomain } from "@mon/api-contract"
import { type DomainPatch, type DomainRight, Domains } from "@mon/core-store"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { assignTags } from "../monitors/assignTags.ts"
import { found, writableRight } from "./access.ts"
import { checkChangedDnsWatch } from "./dnsWatch.ts"
import { getDomain } from "./read.ts"
import { checkChangedOptions, needsTarget, sealOptions } from "../monitors/checkOptions.ts"
import { updateWithDependencies } from "../monitors/dependencies.ts"
import { lockedChange } from "../monitors/lockedChange.ts"
import { checkChangedSelectors } from "./selectors.ts"
import { checkChangedInterval, checkTiming, timingIn } from "./timing.ts"

/** Reports the error that comes before all range checks. */
export const checkDomainUpdate = (body: Readonly<Record<string, unknown>>): BadRequest | null => {
  const { interval, timeout } = timingIn(body)
  return interval === null || timeout === null ? null : checkTiming(timeout, interval)
}

/** The patch for the store, where `timeout` is an alias of `timeoutSeconds`. */
export const domainPatch = ({ timeout, ...rest }: UpdateDomain): DomainPatch =>
  timeout === undefined ? rest : { timeoutSeconds: timeout, ...rest }

/** Refuses a change after which the timeout would not be less than the interval. */
export const checkPatched = (right: DomainRight, patch: DomainPatch): BadRequest | null =>
  checkTiming(patch.timeoutSeconds ?? right.timeoutSeconds, patch.checkInterval ?? right.checkInterval)

/** Changes the given fields, in a transaction that has locked the account. */
export const updateDomain = Effect.fn("updateDomain")(function* (caller: Caller, id: string, input: UpdateDomain) {
  const right = yield* writableRight(caller, id)
  const patch = domainPatch(input)
  const fault =
    checkChangedInterval(patch.checkInterval, caller) ??
    checkChangedSelectors(patch.dkimSelectors, caller) ??
    checkChangedOptions(patch, caller) ??
    checkPatched(right, patch)
  if (fault !== null) return yield* Effect.fail(fault)
  yield* checkChangedDnsWatch(caller, patch, [id])
  const domains = yield* Domains
  if (Object.keys(patch).length > 0) {
    const [target] = needsTarget(patch) ? yield* domains.targets(caller.viewer, [id]) : []
    const sealed = target === undefined ? patch : yield* sealOptions(caller, patch, target, target)
    yield* updateWithDependencies(caller, id, sealed, (each) => domains.update(caller.viewer, [id], each))
  }
  return yield* found(yield* domains.find(caller.viewer, id))
})

/** Changes the given fields. Secrets that stay are those that are stored when it changes. */
export const changeDomain = Effect.fn("changeDomain")(function* (caller: Caller, id: string, input: UpdateDomain) {
  const domains = yield* Domains
  const targets = (ids: ReadonlyArray<string>) => domains.targets(caller.viewer, ids)
  return yield* lockedChange(caller, { ids: [id], patch: input, targets }, updateDomain(caller, id, input))
})

/** Replaces all tags of a domain. */
export const setDomainTags = Effect.fn("setDomainTags")(function* (
  caller: Caller,
  id: string,
  tagIds: ReadonlyArray<string>
) {
  yield* writableRight(caller, id)
  yield* found((yield* assignTags(caller, "domain", id, tagIds)) || null)
  return yield* getDomain(caller, id)
})
