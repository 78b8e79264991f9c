import { BadRequest, Forbidden, messages } from "@mon/api-contract"
import { pageRulesFault } from "@mon/checks"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"

type Rules = Parameters<typeof pageRulesFault>[0]

/** Refuses selectors and patterns that cannot be used. */
export const checkPageRules = Effect.fnUntraced(function* (rules: Rules) {
  const message = yield* Effect.promise(() => pageRulesFault(rules))
  if (message !== null) return yield* new BadRequest({ message })
})

const notRendered = (render: boolean | undefined, { limits }: Caller): string | null =>
  render === true && !limits.pageRendering ? messages.renderNotInPlan(limits.title) : null

/** Refuses rendering of a new monitor where the plan does not include it. */
export const checkNewRender = (render: boolean | undefined, caller: Caller): BadRequest | null => {
  const message = notRendered(render, caller)
  return message === null ? null : new BadRequest({ message })
}

/** Refuses a change to rendering where the plan does not include it. */
export const checkChangedRender = (render: boolean | undefined, caller: Caller): Forbidden | null => {
  const message = notRendered(render, caller)
  return message === null ? null : new Forbidden({ message })
}
