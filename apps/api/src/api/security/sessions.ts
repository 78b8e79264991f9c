import { messages, NotFound } from "@mon/api-contract"
import { type ListedSession, Sessions } from "@mon/core-store"
import type { SessionRecord } from "@mon/model"
import { Effect } from "effect"
import { browserOf } from "../../auth/browserOf.ts"
import type { Caller } from "../../auth/Caller.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { sessionOnly } from "../sessionOnly.ts"

const bySession = (caller: Caller) => sessionOnly(caller, messages.sessionsBySession)

const sessionRecord = ({
  address,
  id,
  isCurrent,
  isWithProvider,
  lastUsedAt,
  signedInAt,
  userAgent
}: ListedSession): SessionRecord => ({
  id,
  isCurrent,
  isWithProvider,
  ...browserOf(userAgent),
  address,
  signedInAt: signedInAt.toISOString(),
  lastUsedAt: lastUsedAt.toISOString()
})

const listSessions = Effect.fnUntraced(function* (caller: Caller) {
  yield* bySession(caller)
  const sessions = yield* (yield* Sessions).list(caller.viewer, caller.credentialHash)
  return sessions.map(sessionRecord)
})

const endSession = Effect.fn("endSession")(function* (caller: Caller, id: string) {
  yield* bySession(caller)
  if (!(yield* (yield* Sessions).closeOne(caller.viewer, id)))
    return yield* new NotFound({ message: messages.sessionNotFound })
  return { id, deleted: true } as const
})

const endOthers = Effect.fn("endOtherSessions")(function* (caller: Caller) {
  yield* bySession(caller)
  return { ended: yield* (yield* Sessions).closeOthers(caller.viewer, caller.credentialHash) }
})

export const sessionHandlers: GroupHandlers<"sessions"> = {
  list: ({ caller }) => Effect.map(listSessions(caller), ok),
  remove: ({ caller, params }) => Effect.map(endSession(caller, params.id), ok),
  removeOthers: ({ caller }) => Effect.map(endOthers(caller), ok)
}
