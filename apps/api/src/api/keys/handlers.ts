import { BadRequest, type CreateKey, Forbidden, messages, NotFound } from "@mon/api-contract"
import { ApiKeys, type ApiKeySummary, createApiKey, Sessions, inTransaction } from "@mon/core-store"
import { type ApiKeyRecord, keyStateOf } from "@mon/model"
import { Clock, Effect, Redacted } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { recentSignIn, sessionOnly } from "../sessionOnly.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"

const keyRecord = ({ limits }: Caller, key: ApiKeySummary): ApiKeyRecord => ({
  id: key.id,
  name: key.name,
  scope: key.scope,
  state: keyStateOf(key, limits.apiKeys),
  shown: key.shown,
  createdAt: key.createdAt.toISOString(),
  expiresAt: key.expiresAt?.toISOString() ?? null,
  lastUsedAt: key.lastUsedAt?.toISOString() ?? null
})

const bySession = (caller: Caller) => sessionOnly(caller, messages.keysBySession)

const keyNotFound = () => new NotFound({ message: messages.keyNotFound })

const listKeys = Effect.fnUntraced(function* (caller: Caller) {
  yield* bySession(caller)
  const keys = yield* (yield* ApiKeys).listOf(caller.principal.membershipId)
  return keys.map((key) => keyRecord(caller, key))
})

const expiryOf = Effect.fnUntraced(function* (text: string | null) {
  if (text === null) return null
  const expiresAt = new Date(text)
  if (expiresAt.getTime() <= (yield* Clock.currentTimeMillis))
    return yield* new BadRequest({ message: messages.keyExpiryPast })
  return expiresAt
})

/**
 * Prepares a new key. If the new key replaces another one, the replaced key becomes invalid when the new key is stored.
 */
const createKey = Effect.fn("createKey")(function* (caller: Caller, wanted: CreateKey) {
  const session = yield* bySession(caller)
  const expiresAt = yield* expiryOf(wanted.expiresAt ?? null)
  if (wanted.scope !== "read") yield* recentSignIn(session)
  const { credentialHash, limits, principal } = caller
  const sessions = yield* Sessions
  const write = Effect.gen(function* () {
    // The session may have ended since the request began. An action that ends a session can also delete all existing
    // keys, so no key may be added afterwards.
    if ((yield* sessions.lockPerson(credentialHash)) === null)
      return yield* new Forbidden({ message: messages.sessionOnly })
    const result = yield* createApiKey(principal.membershipId, {
      name: wanted.name.trim(),
      scope: wanted.scope,
      expiresAt,
      limit: limits.apiKeys,
      replaces: wanted.replaces ?? null
    })
    switch (result._tag) {
      case "Created":
        return { ...keyRecord(caller, result.record), key: Redacted.value(result.key) }
      case "LimitReached":
        return yield* new BadRequest({ message: messages.keyLimit(limits.apiKeys, limits.title) })
      case "NoKey":
        return yield* keyNotFound()
      case "NoMembership":
        return yield* new Forbidden({ message: messages.sessionOnly })
    }
  })
  return inTransaction("createKey", write)
})

const renameKey = Effect.fn("renameKey")(function* (caller: Caller, id: string, name: string) {
  yield* bySession(caller)
  const renamed = yield* (yield* ApiKeys).rename(caller.principal.membershipId, id, name.trim())
  return renamed === null ? yield* keyNotFound() : keyRecord(caller, renamed)
})

const removeKey = Effect.fn("removeKey")(function* (caller: Caller, id: string) {
  yield* bySession(caller)
  if (!(yield* (yield* ApiKeys).revoke(caller.principal.membershipId, id))) return yield* keyNotFound()
  return { id, deleted: true } as const
})

export const keyHandlers: GroupHandlers<"keys"> = {
  list: ({ caller }) => Effect.map(listKeys(caller), ok),
  create: { prepare: ({ caller, payload }) => Effect.map(createKey(caller, payload), Effect.map(ok)) },
  update: ({ caller, params, payload }) => Effect.map(renameKey(caller, params.id, payload.name), ok),
  remove: ({ caller, params }) => Effect.map(removeKey(caller, params.id), ok)
}
