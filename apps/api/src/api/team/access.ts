import { BadRequest, Forbidden, messages, NotFound, TooManyRequests } from "@mon/api-contract"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { takeAttempt } from "../../auth/AttemptLimits.ts"

/** The team is its account owner's alone. */
export const teamOwnerOnly = ({ principal }: Caller): Effect.Effect<void, Forbidden> =>
  principal.role === "owner" ? Effect.void : Effect.fail(new Forbidden({ message: messages.teamOwnerOnly }))

/** Inviting needs a plan that has seats. */
export const needsSeats = ({ limits }: Caller): Effect.Effect<void, Forbidden> =>
  limits.teamMembers > 0 ? Effect.void : Effect.fail(new Forbidden({ message: messages.teamPlan }))

export const refused = (message: string) => new BadRequest({ message })

export const memberNotFound = () => new NotFound({ message: messages.teamMemberNotFound })

/** An address is not to be flooded with invitations of one account. */
export const mayMail = Effect.fnUntraced(function* ({ principal }: Caller, to: string) {
  const seconds = yield* takeAttempt("invitation", `${principal.accountId} ${to}`)
  if (seconds > 0) return yield* new TooManyRequests({ message: messages.rateLimited(seconds) })
})
