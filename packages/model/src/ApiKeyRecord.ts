import * as Schema from "effect/Schema"
import { described } from "./Described.ts"

const { id, record, text, time, timeOrNull, value } = described

/** The permissions of a key: reading only, or everything that the key's person may do through the API. */
export const KeyScope = Schema.Literals(["read", "write"])
export type KeyScope = typeof KeyScope.Type

/**
 * The state of a key. Keys that are `expired` or `over_limit` do not work. `over_limit`: the person has more keys than
 * the plan allows.
 */
export const KeyState = Schema.Literals(["active", "expired", "over_limit"])
export type KeyState = typeof KeyState.Type

/** The limits of a key's fields. */
export const apiKeyLimits = { nameLength: 60 } as const

/** The name of a key that was created without a name. */
export const unnamedKey = "API key"

/**
 * The state of a key if the plan allows each person `limit` working keys. `olderKeys` is the number of older keys of
 * the person that have neither expired nor been deleted.
 *
 * @example
 * ```ts
 * keyStateOf({ isExpired: false, olderKeys: 1 }, 2) // => "active"
 * keyStateOf({ isExpired: false, olderKeys: 2 }, 2) // => "over_limit"
 * ```
 */
export const keyStateOf = (
  { isExpired, olderKeys }: { readonly isExpired: boolean; readonly olderKeys: number },
  limit: number
): KeyState => {
  if (isExpired) return "expired"
  return olderKeys < limit ? "active" : "over_limit"
}

/** The record of an API key, without the key itself. */
export const ApiKeyRecord = record("ApiKeyRecord", "One of the caller's API keys.", {
  id: id("Opaque id of the key."),
  name: text("Name of the key.", "Nightly report"),
  scope: value(
    KeyScope,
    "`read`: the key cannot change anything. `write`: the key can do whatever the person it belongs to can do.",
    "read"
  ),
  state: value(
    KeyState,
    "`active`: the key works. `expired`: the key has expired. `over_limit`: the plan allows fewer keys, so the newest ones do not work.",
    "active"
  ),
  shown: text("First and last characters of the key.", "mon_0123…BnzHq"),
  createdAt: time("Creation time, ISO 8601 UTC."),
  expiresAt: timeOrNull("When the key stops working, ISO 8601 UTC, or null if it does not expire."),
  lastUsedAt: timeOrNull("Minute of the last request with the key, ISO 8601 UTC, or null if there was none.")
})
export interface ApiKeyRecord extends Schema.Schema.Type<typeof ApiKeyRecord> {}

/** The record of an API key that was just created. Only this record contains the key itself. */
export const NewApiKeyRecord = record("NewApiKey", "An API key right after its creation.", {
  ...ApiKeyRecord.fields,
  key: text("The key. Only this response contains it.", "mon_0123456789ABCDEFGHIJKLMNOPQRSTUV2BnzHq")
})
export interface NewApiKeyRecord extends Schema.Schema.Type<typeof NewApiKeyRecord> {}
