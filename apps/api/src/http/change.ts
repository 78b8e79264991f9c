import type { Principal } from "@mon/model"
import { Effect } from "effect"

/** The person, link, form or system that makes a change. */
export type Actor =
  /** A person, with an API key or a browser session. */
  | { readonly kind: "key" | "session"; readonly userId: string; readonly membershipId: string }
  /** The bearer of an emailed link, a visitor who submits a public form, or the payment processor. */
  | { readonly kind: "link" | "visitor" | "processor" }

/** A change with its actor and its account. */
export interface Change {
  readonly actor: Actor
  /** Null if not yet known, such as during sign-in. */
  readonly accountId: string | null
  /** The resource and the verb, such as `domains.create`. */
  readonly action: string
  /** The id of the changed resource. Null if it is new, if there are several, or if it is the account itself. */
  readonly target: string | null
}

/** A person as the actor of a change. */
export const actorOf = (kind: "key" | "session", { membershipId, userId }: Principal): Actor => ({
  kind,
  userId,
  membershipId
})

const attributesOf = ({ accountId, action, actor, target }: Change): Readonly<Record<string, string>> => ({
  action,
  actor: actor.kind,
  ...("userId" in actor ? { user: actor.userId, membership: actor.membershipId } : {}),
  ...(accountId === null ? {} : { account: accountId }),
  ...(target === null ? {} : { target })
})

/**
 * Every change runs through this function: API endpoints other than GET, and the forms of the pages. It annotates the
 * span and every log line with the change.
 */
export const change = <A, E, R>(what: Change, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  const attributes = attributesOf(what)
  return Effect.andThen(Effect.annotateCurrentSpan(attributes), Effect.annotateLogs(work, attributes))
}
