import { choice, command, CommandError, commandGroup, ExitCode, flag, required, withDefault } from "@mon/command-line"
import { Accounts } from "@mon/core-store"
import { PlanName } from "@mon/model"
import { Console, Effect } from "effect"
import { layerStore } from "../Store.ts"
import { emailAddress } from "./EmailAddress.ts"
import { formatTable } from "./formatTable.ts"
import { runEffect } from "./runEffect.ts"

const createAccount = Effect.fn("createAccount")(function* (email: string, plan: PlanName) {
  const account = yield* (yield* Accounts).create({ email, name: null, plan })
  if (account === null) return yield* Effect.fail(new CommandError(`${email} already has an account.`))
  yield* Console.log(`Created account ${account.id} on plan ${account.plan}, owned by ${account.email}.`)
  yield* Console.log(`Next: mon-server keys create --email ${account.email}`)
  return ExitCode.ok
})

const create = command({
  name: "mon-server accounts create",
  description: "Creates an account and its owner.",
  options: {
    email: required(emailAddress, "The owner's email address"),
    plan: withDefault(choice("plan", PlanName.literals), "free", `The plan: ${PlanName.literals.join(", ")}`)
  },
  arguments: {},
  exitCodes: { ok: "The account was created", couldNot: "The account could not be created" },
  run: ({ email, plan }, terminal) => runEffect(Effect.provide(createAccount(email, plan), layerStore), terminal)
})

const listAccounts = Effect.fn("listAccounts")(function* (json: boolean) {
  const found = yield* (yield* Accounts).list()
  yield* Console.log(
    json
      ? JSON.stringify(found, null, 2)
      : formatTable(
          ["ID", "OWNER", "PLAN", "CREATED"],
          found.map((account) => [account.id, account.email, account.plan, account.createdAt.toISOString()])
        )
  )
  return ExitCode.ok
})

const list = command({
  name: "mon-server accounts list",
  description: "Lists the accounts.",
  options: { json: flag("Print JSON") },
  arguments: {},
  exitCodes: { ok: "The accounts were listed", couldNot: "The accounts could not be listed" },
  run: ({ json }, terminal) => runEffect(Effect.provide(listAccounts(json), layerStore), terminal)
})

export const accounts = commandGroup({
  name: "mon-server accounts",
  description: "Accounts and their owners.",
  commands: { create, list }
})
