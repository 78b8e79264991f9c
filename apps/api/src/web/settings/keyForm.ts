import { messages } from "@mon/api-contract"
import { ApiKeys, createApiKey, type KeyWish } from "@mon/core-store"
import { apiKeyLimits, isVisibleName, KeyScope } from "@mon/model"
import { Clock, Effect, Redacted } from "effect"
import type { Session } from "../../auth/currentSession.ts"
import { type FormError, lineOf } from "../page/Form.ts"

/** The names of the fields. They are the only ones of the settings with these names. */
export const keyFields = { name: "keyName", scope: "scope", days: "days", replaces: "replaces" } as const

/** For how many days a key can work. An empty text: it does not expire. */
export const keyDays = ["", "30", "90", "365"] as const

const DAY_MS = 86_400_000

const refused = (message: string, field: string | null = null) => ({
  _tag: "Refused" as const,
  errors: [{ field, message }] satisfies ReadonlyArray<FormError>
})

const wished = (wish: Required<Pick<KeyWish, "name" | "scope" | "expiresAt" | "replaces">>) => ({
  _tag: "Wished" as const,
  ...wish
})

type Wished = ReturnType<typeof wished>

/** A replaced key passes on what is known of it. */
const takeReplacement = Effect.fnUntraced(function* ({ principal }: Session, id: string) {
  const keys = yield* (yield* ApiKeys).listOf(principal.membershipId)
  const key = keys.find((other) => other.id === id && !other.isExpired)
  return key === undefined
    ? refused(messages.keyNotFound)
    : wished({ name: key.name, scope: key.scope, expiresAt: key.expiresAt, replaces: id })
})

/** The key that the form asks for, or the form's errors. */
export const takeKeyForm = Effect.fn("takeKeyForm")(function* (session: Session, form: URLSearchParams) {
  const replaces = form.get(keyFields.replaces)
  if (replaces !== null) return yield* takeReplacement(session, replaces)
  const name = lineOf(form, keyFields.name, apiKeyLimits.nameLength)
  if (!isVisibleName(name)) return refused("Enter a name for the key.", keyFields.name)
  const scope = KeyScope.literals.find((known) => known === form.get(keyFields.scope))
  if (scope === undefined) return refused("Choose what the key may do.", keyFields.scope)
  const days = keyDays.find((known) => known === form.get(keyFields.days))
  if (days === undefined) return refused("Choose when the key expires.", keyFields.days)
  const expiresAt = days === "" ? null : new Date((yield* Clock.currentTimeMillis) + Number(days) * DAY_MS)
  return wished({ name, scope, expiresAt, replaces: null })
})

/** Creates the key, or returns the form's errors. */
export const makeKey = Effect.fn("makeKey")(function* ({ caller, principal }: Session, { _tag, ...wish }: Wished) {
  const { apiKeys, title } = caller.limits
  const made = yield* createApiKey(principal.membershipId, { ...wish, limit: apiKeys })
  if (made._tag === "Created") return { _tag: "Made" as const, key: Redacted.value(made.key) }
  return refused(made._tag === "LimitReached" ? messages.keyLimit(apiKeys, title) : messages.keyNotFound)
})
