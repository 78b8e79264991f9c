import { Forbidden, messages, NotFound } from "@mon/api-contract"
import { ApiKeys, type ApiKeySummary, issueApiKey } from "@mon/core-store"
import type { ApiKeyRecord } from "@mon/model"
import { Effect, Redacted } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { recentSignIn, sessionOnly } from "../sessionOnly.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"

const keyRecord = ({ createdAt, id, shown }: ApiKeySummary): ApiKeyRecord => ({
  id,
  shown,
  createdAt: createdAt.toISOString()
})

const bySession = (caller: Caller) => sessionOnly(caller, messages.keysBySession)

/** The API keys of the caller. */
const listKeys = Effect.fnUntraced(function* (caller: Caller) {
  yield* bySession(caller)
  const key = yield* (yield* ApiKeys).findByMembership(caller.principal.membershipId)
  return key === null ? [] : [keyRecord(key)]
})

/** Prepares a new key. The previous one stops working when the new one is stored. */
const createKey = Effect.fn("createKey")(function* (caller: Caller) {
  yield* recentSignIn(yield* bySession(caller))
  const { membershipId } = caller.principal
  return Effect.gen(function* () {
    const issued = yield* issueApiKey(membershipId)
    if (issued === null) return yield* new Forbidden({ message: messages.sessionOnly })
    return { ...keyRecord(issued.record), key: Redacted.value(issued.key) }
  })
})

const removeKey = Effect.fn("removeKey")(function* (caller: Caller, id: string) {
  yield* bySession(caller)
  if (!(yield* (yield* ApiKeys).remove(caller.principal.membershipId, id)))
    return yield* new NotFound({ message: messages.keyNotFound })
  return { id, deleted: true } as const
})

export const keyHandlers: GroupHandlers<"keys"> = {
  list: ({ caller }) => Effect.map(listKeys(caller), ok),
  create: { prepare: ({ caller }) => Effect.map(createKey(caller), Effect.map(ok)) },
  remove: ({ caller, params }) => Effect.map(removeKey(caller, params.id), ok)
}
