import {
  command,
  CommandError,
  commandGroup,
  ExitCode,
  flag,
  required,
  wholeNumber,
  withDefault
} from "@mon/bundled/command-line"
import { RefusedAddresses } from "@mon/core-store"
import { Console, Effect } from "effect"
import { layerStore } from "../Store.ts"
import { emailAddress } from "./EmailAddress.ts"
import { formatTable } from "./formatTable.ts"
import { minute } from "./formatTime.ts"
import { runEffect } from "./runEffect.ts"

const listRefused = Effect.fn("listRefused")(function* ({
  json,
  limit
}: {
  readonly json: boolean
  readonly limit: number
}) {
  const refused = yield* (yield* RefusedAddresses).list(limit)
  yield* Console.log(
    json
      ? JSON.stringify(refused, null, 2)
      : formatTable(
          ["ADDRESS", "CODE", "SINCE", "LAST", "REFUSALS"],
          refused.map((one) => [
            one.address ?? "(not used any more)",
            String(one.code),
            minute(one.refusedAt, ""),
            minute(one.lastRefusedAt, ""),
            String(one.refusals)
          ])
        )
  )
  return ExitCode.ok
})

const list = command({
  name: "mon-server addresses list",
  description: "Lists email addresses that a mail server permanently rejected, newest first.",
  options: {
    limit: withDefault(wholeNumber("number", 1, 1_000), 100, "How many to list. At most 1000"),
    json: flag("Print JSON")
  },
  arguments: {},
  notes: "Only hashes are stored. An address is shown while an account uses it.",
  exitCodes: { ok: "The addresses were listed", couldNot: "The addresses could not be listed" },
  run: (wanted, terminal) => runEffect(Effect.provide(listRefused(wanted), layerStore), terminal)
})

const liftRefused = Effect.fn("liftRefused")(function* (email: string) {
  if (!(yield* (yield* RefusedAddresses).lift(email)))
    return yield* Effect.fail(new CommandError(`The address ${email} is not on the list of rejected addresses.`))
  yield* Console.log(`Alerts and reports will be sent to ${email} again.`)
  return ExitCode.ok
})

const lift = command({
  name: "mon-server addresses lift",
  description: "Lets a rejected address get emails again.",
  options: { email: required(emailAddress, "The email address") },
  arguments: {},
  notes: "If the mail server rejects the address again, it stops getting emails again.",
  exitCodes: {
    ok: "The address gets emails again",
    couldNot: "The address was not rejected, or the store cannot be used"
  },
  run: ({ email }, terminal) => runEffect(Effect.provide(liftRefused(email), layerStore), terminal)
})

export const addresses = commandGroup({
  name: "mon-server addresses",
  description: "Email addresses that a mail server rejected.",
  commands: { list, lift }
})
