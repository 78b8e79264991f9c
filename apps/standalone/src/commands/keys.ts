import {
  choice,
  command,
  CommandError,
  commandGroup,
  ExitCode,
  flag,
  optional,
  required,
  text,
  type ValueType,
  withDefault
} from "@mon/bundled/command-line"
import {
  Accounts,
  ApiKeys,
  AuditLog,
  type ApiKeySummary,
  createApiKey,
  type KeyWish,
  type ListedAccount
} from "@mon/core-store"
import { apiKeyLimits, effectivePlan, isVisibleName, KeyScope, Plans, unnamedKey } from "@mon/model"
import { Clock, Console, Effect, Redacted } from "effect"
import { layerStore } from "../Store.ts"
import { emailAddress } from "./EmailAddress.ts"
import { formatTable } from "./formatTable.ts"
import { minute } from "./formatTime.ts"
import { runEffect } from "./runEffect.ts"

const keyName: ValueType<string> = {
  placeholder: "name",
  takes: `text of 1 to ${apiKeyLimits.nameLength} characters`,
  read: (given) => {
    const name = given.trim()
    return [...name].length <= apiKeyLimits.nameLength && isVisibleName(name) ? name : undefined
  }
}

const DAY = /^\d{4}-\d{2}-\d{2}$/u

const day: ValueType<Date> = {
  placeholder: "day",
  takes: "a day such as 2027-01-31",
  read: (given) => {
    const start = DAY.test(given) ? Date.parse(given) : Number.NaN
    return Number.isNaN(start) ? undefined : new Date(start)
  }
}

const byId = { id: required(text("id", "a key id"), "The id that `mon-server keys list` shows") }

const findAccount = Effect.fn("findAccount")(function* (email: string) {
  const found = yield* (yield* Accounts).findByEmail(email)
  return found ?? (yield* Effect.fail(new CommandError(`${email} does not own an account.`)))
})

const limitsOf = Effect.fnUntraced(function* ({ plan, planExpiresAt }: ListedAccount) {
  const now = new Date(yield* Clock.currentTimeMillis)
  return (yield* Plans)[effectivePlan(plan, planExpiresAt, now)]
})

const noteInAudit = Effect.fnUntraced(function* (membershipId: string, action: string, target: string) {
  const client = { address: "", userAgent: "" }
  yield* (yield* AuditLog).addPersonal({ action, actor: "operator", client, target, who: { membershipId } })
})

const printNewKey = Effect.fn("printNewKey")(function* (membershipId: string, wish: KeyWish, refusal: string) {
  const made = yield* createApiKey(membershipId, wish)
  if (made._tag !== "Created") return yield* Effect.fail(new CommandError(refusal))
  yield* noteInAudit(membershipId, "keys.create", made.record.id)
  yield* Console.log(`API key (shown once): ${Redacted.value(made.key)}`)
  return ExitCode.ok
})

interface Wanted {
  readonly email: string
  readonly expires: Date | null
  readonly name: string
  readonly scope: KeyScope
}

const createKey = Effect.fn("createKey")(function* ({ email, expires: expiresAt, name, scope }: Wanted) {
  const account = yield* findAccount(email)
  if (expiresAt !== null && expiresAt.getTime() <= (yield* Clock.currentTimeMillis))
    return yield* Effect.fail(new CommandError("--expires must be in the future."))
  const { apiKeys: limit, title } = yield* limitsOf(account)
  const refusal = `${email} already has ${limit} API keys, which is the limit of the ${title} plan. Revoke one with "mon-server keys revoke".`
  return yield* printNewKey(account.membershipId, { name, scope, expiresAt, limit }, refusal)
})

const create = command({
  name: "mon-server keys create",
  description: "Creates an API key for an account's owner and prints it once.",
  options: {
    email: required(emailAddress, "The email address of the account's owner"),
    name: withDefault(keyName, unnamedKey, "A name for the key"),
    scope: withDefault(
      choice("scope", KeyScope.literals),
      "write",
      "read: the key cannot change anything; write: it can do everything the owner can; heartbeats: only with heartbeats"
    ),
    expires: optional(day, "The key stops working at the start of this day (UTC). Default: it does not expire")
  },
  arguments: {},
  exitCodes: { ok: "The key was created", couldNot: "The key could not be created" },
  run: (wanted, terminal) => runEffect(Effect.provide(createKey(wanted), layerStore), terminal)
})

const findKey = Effect.fn("findKey")(function* (id: string) {
  const found = yield* (yield* ApiKeys).find(id)
  return found ?? (yield* Effect.fail(new CommandError(`There is no API key with the id ${id}.`)))
})

const regenerateKey = Effect.fn("regenerateKey")(function* (id: string) {
  const { expiresAt, isExpired, membershipId, name, scope } = yield* findKey(id)
  if (isExpired) return yield* Effect.fail(new CommandError("This key has expired. Create another one."))
  const wish = { name, scope, expiresAt, replaces: id }
  return yield* printNewKey(membershipId, wish, `There is no API key with the id ${id}.`)
})

const regenerate = command({
  name: "mon-server keys regenerate",
  description:
    "Replaces an API key with a new one that has the same name, scope and expiry. The old key stops working at once.",
  options: {},
  arguments: byId,
  exitCodes: { ok: "The key was replaced", couldNot: "The key could not be replaced" },
  run: ({ id }, terminal) => runEffect(Effect.provide(regenerateKey(id), layerStore), terminal)
})

const revokeKey = Effect.fn("revokeKey")(function* (id: string) {
  const { email, membershipId, name } = yield* findKey(id)
  yield* (yield* ApiKeys).revoke(membershipId, id)
  yield* noteInAudit(membershipId, "keys.remove", id)
  yield* Console.log(`Revoked the API key "${name}" of ${email}.`)
  return ExitCode.ok
})

const revoke = command({
  name: "mon-server keys revoke",
  description: "Revokes an API key. It stops working at once.",
  options: {},
  arguments: byId,
  exitCodes: { ok: "The key was revoked", couldNot: "The key could not be revoked" },
  run: ({ id }, terminal) => runEffect(Effect.provide(revokeKey(id), layerStore), terminal)
})

const row = (key: ApiKeySummary): ReadonlyArray<string> => [
  key.id,
  key.email,
  key.name,
  key.scope,
  key.shown,
  minute(key.createdAt, ""),
  minute(key.lastUsedAt, "never"),
  key.isExpired ? "expired" : minute(key.expiresAt, "never")
]

const listKeys = Effect.fn("listKeys")(function* (email: string | null, json: boolean) {
  const all = yield* (yield* ApiKeys).listAll()
  const found = email === null ? all : all.filter((key) => key.email.toLowerCase() === email.toLowerCase())
  yield* Console.log(
    json
      ? JSON.stringify(found, null, 2)
      : formatTable(["ID", "EMAIL", "NAME", "SCOPE", "KEY", "CREATED", "LAST USED", "EXPIRES"], found.map(row))
  )
  return ExitCode.ok
})

const list = command({
  name: "mon-server keys list",
  description: "Lists the API keys, showing only their first and last characters.",
  options: {
    email: optional(emailAddress, "Only this person's keys"),
    json: flag("Print JSON")
  },
  arguments: {},
  exitCodes: { ok: "The keys were listed", couldNot: "The keys could not be listed" },
  run: ({ email, json }, terminal) => runEffect(Effect.provide(listKeys(email, json), layerStore), terminal)
})

export const keys = commandGroup({
  name: "mon-server keys",
  description: "Account API keys.",
  commands: { create, list, regenerate, revoke }
})
