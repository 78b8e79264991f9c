import type { Principal } from "@mon/model"
import { Effect } from "effect"

/** Who makes a change. */
export type Actor =
  /** A person, by an API key or by a session of the pages. */
  | { readonly kind: "key" | "session"; readonly userId: string; readonly membershipId: string }
  /** Whoever holds a link that we mailed, whoever fills in an open form, or the payment processor. */
  | { readonly kind: "link" | "visitor" | "processor" }

/** Who changes what, in which account. */
export interface Change {
  readonly actor: Actor
  /** Null: nobody knows yet, as with somebody who signs in. */
  readonly accountId: string | null
  /** Resource and verb, such as `domains.create`. */
  readonly action: string
  /** The id of what is changed; null: something new, several things, or the account itself. */
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
 * The one function that every change passes: the endpoints of the API other than GET, and the forms of the pages. It
 * names the change on the span and on every log line of the work.
 */
export const change = <A, E, R>(what: Change, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  const attributes = attributesOf(what)
  return Effect.andThen(Effect.annotateCurrentSpan(attributes), Effect.annotateLogs(work, attributes))
}
