import { Accounts, ApiKeys, issueApiKey } from "@mon/core-store"
import { Console, Effect, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { layerStore } from "../Store.ts"
import { Refused } from "./Refused.ts"
import { table } from "./table.ts"

const owner = Flag.String("email").pipe(Flag.withDescription("The address of the account's owner"))

const account = Effect.fn("account")(function* (address: string) {
  const found = yield* (yield* Accounts).findByEmail(address)
  return found ?? (yield* new Refused({ message: `No account has the owner ${address}.` }))
})

const printNewKey = Effect.fn("printNewKey")(function* (membershipId: string) {
  const issued = yield* issueApiKey(membershipId)
  if (issued === null) return yield* new Refused({ message: "The owner of this account is gone." })
  yield* Console.log(`API key (shown once): ${Redacted.value(issued.key)}`)
})

const create = Command.make(
  "create",
  { email: owner },
  Effect.fn(function* ({ email }) {
    const { membershipId } = yield* account(email)
    if ((yield* (yield* ApiKeys).findByMembership(membershipId)) !== null) {
      return yield* new Refused({ message: `${email} has a key already: use \`mon keys regenerate\` to replace it.` })
    }
    yield* printNewKey(membershipId)
  })
).pipe(Command.withDescription("Make the first API key of an account"))

const regenerate = Command.make(
  "regenerate",
  { email: owner },
  Effect.fn(function* ({ email }) {
    yield* printNewKey((yield* account(email)).membershipId)
  })
).pipe(Command.withDescription("Replace the API key of an account; the old one stops working at once"))

const remove = Command.make(
  "delete",
  { email: owner },
  Effect.fn(function* ({ email }) {
    const { membershipId } = yield* account(email)
    const revoked = yield* (yield* ApiKeys).revoke(membershipId)
    if (!revoked) return yield* new Refused({ message: `${email} has no API key.` })
    yield* Console.log(`The API key of ${email} is revoked.`)
  })
).pipe(Command.withDescription("Revoke the API key of an account at once"))

const list = Command.make(
  "list",
  {
    json: Flag.Boolean("json").pipe(Flag.withDescription("Print JSON"), Flag.withDefault(false))
  },
  Effect.fn(function* ({ json }) {
    const keys = yield* (yield* ApiKeys).list()
    yield* Console.log(
      json
        ? JSON.stringify(keys, null, 2)
        : table(
            ["EMAIL", "KEY", "CREATED"],
            keys.map((key) => [key.email, key.shown, key.createdAt.toISOString()])
          )
    )
  })
).pipe(Command.withDescription("List live API keys (never the keys themselves)"))

export const keys = Command.make("keys").pipe(
  Command.withDescription("API keys of accounts"),
  Command.withSubcommands([create, regenerate, remove, list]),
  Command.provide(layerStore)
)
