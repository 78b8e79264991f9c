import { command, CommandError, commandGroup, ExitCode, flag, required } from "@mon/command-line"
import { Accounts, ApiKeys, issueApiKey } from "@mon/core-store"
import { Console, Effect, Redacted } from "effect"
import { layerStore } from "../Store.ts"
import { emailAddress } from "./EmailAddress.ts"
import { formatTable } from "./formatTable.ts"
import { runEffect } from "./runEffect.ts"

const ofOwner = { email: required(emailAddress, "The email address of the account's owner") }

const findAccount = Effect.fn("findAccount")(function* (email: string) {
  const found = yield* (yield* Accounts).findByEmail(email)
  return found ?? (yield* Effect.fail(new CommandError(`${email} owns no account.`)))
})

const printNewKey = Effect.fn("printNewKey")(function* (membershipId: string) {
  const issued = yield* issueApiKey(membershipId)
  if (issued === null) return yield* Effect.fail(new CommandError("The owner of this account no longer exists."))
  yield* Console.log(`API key (shown once): ${Redacted.value(issued.key)}`)
  return ExitCode.ok
})

const createKey = Effect.fn("createKey")(function* (email: string) {
  const { membershipId } = yield* findAccount(email)
  if ((yield* (yield* ApiKeys).findByMembership(membershipId)) !== null) {
    return yield* Effect.fail(
      new CommandError(`${email} already has an API key. \`mon-server keys regenerate\` replaces it.`)
    )
  }
  return yield* printNewKey(membershipId)
})

const create = command({
  name: "mon-server keys create",
  description: "Creates the first API key of an account and prints it once.",
  options: ofOwner,
  arguments: {},
  exitCodes: { ok: "The key was created", couldNot: "The key could not be created" },
  run: ({ email }, terminal) => runEffect(Effect.provide(createKey(email), layerStore), terminal)
})

const regenerateKey = Effect.fn("regenerateKey")(function* (email: string) {
  return yield* printNewKey((yield* findAccount(email)).membershipId)
})

const regenerate = command({
  name: "mon-server keys regenerate",
  description: "Replaces the API key of an account. The old key stops working immediately.",
  options: ofOwner,
  arguments: {},
  exitCodes: { ok: "The key was replaced", couldNot: "The key could not be replaced" },
  run: ({ email }, terminal) => runEffect(Effect.provide(regenerateKey(email), layerStore), terminal)
})

const deleteKey = Effect.fn("deleteKey")(function* (email: string) {
  const { membershipId } = yield* findAccount(email)
  const revoked = yield* (yield* ApiKeys).revoke(membershipId)
  if (!revoked) return yield* Effect.fail(new CommandError(`${email} has no API key.`))
  yield* Console.log(`Revoked the API key of ${email}.`)
  return ExitCode.ok
})

const remove = command({
  name: "mon-server keys delete",
  description: "Revokes the API key of an account immediately.",
  options: ofOwner,
  arguments: {},
  exitCodes: { ok: "The key was revoked", couldNot: "The key could not be revoked" },
  run: ({ email }, terminal) => runEffect(Effect.provide(deleteKey(email), layerStore), terminal)
})

const listKeys = Effect.fn("listKeys")(function* (json: boolean) {
  const found = yield* (yield* ApiKeys).list()
  yield* Console.log(
    json
      ? JSON.stringify(found, null, 2)
      : formatTable(
          ["EMAIL", "KEY", "CREATED"],
          found.map((key) => [key.email, key.shown, key.createdAt.toISOString()])
        )
  )
  return ExitCode.ok
})

const list = command({
  name: "mon-server keys list",
  description: "Lists the API keys, showing only their first and last characters.",
  options: { json: flag("Print JSON") },
  arguments: {},
  exitCodes: { ok: "The keys were listed", couldNot: "The keys could not be listed" },
  run: ({ json }, terminal) => runEffect(Effect.provide(listKeys(json), layerStore), terminal)
})

export const keys = commandGroup({
  name: "mon-server keys",
  description: "API keys of accounts.",
  commands: { create, regenerate, delete: remove, list }
})
