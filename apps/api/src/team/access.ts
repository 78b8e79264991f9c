import { BadRequest, Forbidden, messages, NotFound } from "@mon/api-contract"
import { Effect } from "effect"
import type { Caller } from "../Caller.ts"

/** The team is its account owner's alone. */
export const teamOwnerOnly = ({ principal }: Caller): Effect.Effect<void, Forbidden> =>
  principal.role === "owner" ? Effect.void : Effect.fail(new Forbidden({ message: messages.teamOwnerOnly }))

/** Inviting needs a plan that has seats. */
export const needsSeats = ({ limits }: Caller): Effect.Effect<void, Forbidden> =>
  limits.teamMembers > 0 ? Effect.void : Effect.fail(new Forbidden({ message: messages.teamPlan }))

export const refused = (message: string) => new BadRequest({ message })

export const memberNotFound = () => new NotFound({ message: messages.teamMemberNotFound })
