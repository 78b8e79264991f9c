import { choice, command, commandGroup, ExitCode, flag, optional, required } from "@mon/bundled/command-line"
import { OperatorChannels } from "@mon/core-store"
import { ChannelKind } from "@mon/model"
import { Console, Effect, Layer } from "effect"
import { layerStore } from "../Store.ts"
import { emailAddress } from "./EmailAddress.ts"
import { formatTable } from "./formatTable.ts"
import { runEffect } from "./runEffect.ts"

const layerChannels = Layer.provideMerge(OperatorChannels.layer, layerStore)

const listChannels = Effect.fn("listChannels")(function* (json: boolean) {
  const found = yield* (yield* OperatorChannels).off()
  yield* Console.log(
    json
      ? JSON.stringify(found, null, 2)
      : formatTable(
          ["KIND", "REASON", "LAST RESULT", "CHANNELS"],
          found.map(({ channels, kind, lastStatus, reason }) => [kind, reason, lastStatus ?? "none", String(channels)])
        )
  )
  return ExitCode.ok
})

const list = command({
  name: "mon-server channels list",
  description: "Counts the alert channels that Mon has turned off, by kind and reason.",
  options: { json: flag("Print JSON") },
  arguments: {},
  notes:
    "The reason is `refused` if the service kept rejecting messages for an hour, and `failing` if no delivery succeeded for five days. " +
    "Channels that their owners turned off are not counted.",
  exitCodes: { ok: "The channels were counted", couldNot: "The channels could not be counted" },
  run: ({ json }, terminal) => runEffect(Effect.provide(listChannels(json), layerChannels), terminal)
})

interface Wanted {
  readonly kind: ChannelKind
  readonly email: string | null
  readonly "dry-run": boolean
}

const enableChannels = Effect.fn("enableChannels")(function* ({ "dry-run": dryRun, email, kind }: Wanted) {
  const operator = yield* OperatorChannels
  const filter = { kind, account: email ?? undefined }
  const count = yield* dryRun ? operator.count(filter) : operator.enable(filter)
  yield* Console.log(
    dryRun
      ? `Would turn on ${count} channels. Nothing was changed.`
      : `Turned on ${count} channels. They receive messages from now on.`
  )
  return ExitCode.ok
})

const enable = command({
  name: "mon-server channels enable",
  description: "Turns on alert channels that Mon has turned off.",
  options: {
    kind: required(choice("kind", ChannelKind.literals), "The kind, such as slack"),
    email: optional(emailAddress, "Only channels of the account whose owner has this address"),
    "dry-run": flag("Only show what the command would do")
  },
  arguments: {},
  notes:
    "Channels that their owners turned off stay off. The accounts' audit logs record the change. Messages from the time in " +
    "between are not sent.",
  exitCodes: { ok: "The channels are on, or there are none", couldNot: "The channels could not be turned on" },
  run: (wanted, terminal) => runEffect(Effect.provide(enableChannels(wanted), layerChannels), terminal)
})

export const channels = commandGroup({
  name: "mon-server channels",
  description: "Alert channels that Mon has turned off.",
  commands: { list, enable }
})
