import { BadRequest, Forbidden, messages, NotFound, TooManyRequests } from "@mon/api-contract"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { domainMonitors } from "../monitors/domainMonitors.ts"
import { takeAttempt } from "../../auth/AttemptLimits.ts"

/** Only the account owner may manage the team. */
export const teamOwnerOnly = ({ principal }: Caller): Effect.Effect<void, Forbidden> =>
  principal.role === "owner" ? Effect.void : Effect.fail(new Forbidden({ message: messages.teamOwnerOnly }))

/** Invitations require a plan with team seats. */
export const needsSeats = ({ limits }: Caller): Effect.Effect<void, Forbidden> =>
  limits.teamMembers > 0 ? Effect.void : Effect.fail(new Forbidden({ message: messages.teamPlan }))

export const refused = (message: string) => new BadRequest({ message })

export const memberNotFound = () => new NotFound({ message: messages.teamMemberNotFound })

/** Limits how many invitations an account sends to one address. */
export const limitInvitations = Effect.fnUntraced(function* ({ principal }: Caller, to: string) {
  const seconds = yield* takeAttempt("invitation", `${principal.accountId} ${to}`)
  if (seconds > 0) return yield* new TooManyRequests({ message: messages.rateLimited(seconds) })
})

/** The errors for things that cannot be shared. */
export const unknownShares = {
  UnknownDomain: (): BadRequest | NotFound => domainMonitors.notFound(),
  UnknownPage: (): BadRequest | NotFound => refused(messages.sharedUrl),
  UnknownTag: (): BadRequest | NotFound => refused(messages.sharedTag)
}
