import { BadRequest, Forbidden, messages } from "@mon/api-contract"
import type { Caller } from "../../auth/Caller.ts"

const tooMany = (selectors: ReadonlyArray<string> | undefined, { limits }: Caller): string | null =>
  selectors !== undefined && selectors.length > limits.dkimSelectors
    ? messages.selectorLimit(limits.dkimSelectors, limits.title)
    : null

/** Refuses more DKIM selectors of a new domain than the plan allows. */
export const checkNewSelectors = (selectors: ReadonlyArray<string> | undefined, caller: Caller): BadRequest | null => {
  const message = tooMany(selectors, caller)
  return message === null ? null : new BadRequest({ message })
}

/** Refuses more DKIM selectors in a change than the plan allows. */
export const checkChangedSelectors = (
  selectors: ReadonlyArray<string> | undefined,
  caller: Caller
): Forbidden | null => {
  const message = tooMany(selectors, caller)
  return message === null ? null : new Forbidden({ message })
}
