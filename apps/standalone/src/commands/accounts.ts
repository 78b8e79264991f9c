import { Accounts } from "@mon/core-store"
import { PlanName } from "@mon/model"
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { layerStore } from "../Store.ts"
import { Refused } from "./Refused.ts"
import { table } from "./table.ts"

const create = Command.make(
  "create",
  {
    email: Flag.String("email").pipe(Flag.withDescription("The owner's e-mail address")),
    plan: Flag.Literals("plan", PlanName.literals).pipe(Flag.withDescription("Default: free"), Flag.withDefault("free"))
  },
  Effect.fn(function* ({ email, plan }) {
    if (!/^[^\s@]+@[^\s@]+$/u.test(email))
      return yield* new Refused({ message: `--email takes an e-mail address, not "${email}".` })
    const account = yield* (yield* Accounts).create({ email, name: null, plan })
    if (account === null) return yield* new Refused({ message: `${email} has an account already.` })
    yield* Console.log(`Account ${account.id} on plan ${account.plan} belongs to ${account.email}.`)
    yield* Console.log(`Next: mon keys create --email ${account.email}`)
  })
).pipe(Command.withDescription("Make an account with its owner"))

const list = Command.make(
  "list",
  {
    json: Flag.Boolean("json").pipe(Flag.withDescription("Print JSON"), Flag.withDefault(false))
  },
  Effect.fn(function* ({ json }) {
    const accounts = yield* (yield* Accounts).list()
    yield* Console.log(
      json
        ? JSON.stringify(accounts, null, 2)
        : table(
            ["ID", "OWNER", "PLAN", "CREATED"],
            accounts.map((account) => [account.id, account.email, account.plan, account.createdAt.toISOString()])
          )
    )
  })
).pipe(Command.withDescription("List the accounts"))

export const accounts = Command.make("accounts").pipe(
  Command.withDescription("Accounts and their owners"),
  Command.withSubcommands([create, list]),
  Command.provide(layerStore)
)
