import { BadRequest, Forbidden, messages, NotFound, TooManyRequests } from "@mon/api-contract"
import type { UnknownShare } from "@mon/core-store"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { domainMonitors } from "../monitors/domainMonitors.ts"
import { takeAttempt } from "../../auth/AttemptLimits.ts"

export const teamOwnerOnly = ({ principal }: Caller): Effect.Effect<void, Forbidden> =>
  principal.role === "owner" ? Effect.void : Effect.fail(new Forbidden({ message: messages.teamOwnerOnly }))

export const needsSeats = ({ limits }: Caller): Effect.Effect<void, Forbidden> =>
  limits.teamMembers > 0 ? Effect.void : Effect.fail(new Forbidden({ message: messages.teamPlan }))

export const refused = (message: string) => new BadRequest({ message })

export const memberNotFound = () => new NotFound({ message: messages.teamMemberNotFound })

export const limitInvitations = Effect.fnUntraced(function* ({ principal }: Caller, to: string) {
  const seconds = yield* takeAttempt("invitation", `${principal.accountId} ${to}`)
  if (seconds > 0) return yield* new TooManyRequests({ message: messages.rateLimited(seconds) })
})

export const unknownShare = ({ kind }: UnknownShare): BadRequest | NotFound =>
  kind === "domain" ? domainMonitors.notFound() : refused(messages.shared[kind])
