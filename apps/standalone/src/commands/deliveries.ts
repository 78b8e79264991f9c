import { channels } from "@mon/alerts/channels"
import {
  choice,
  command,
  commandGroup,
  ExitCode,
  flag,
  optional,
  UsageError,
  wholeNumber,
  withDefault
} from "@mon/bundled/command-line"
import {
  type DeliveryChannel,
  deliveryChannels,
  OperatorDeliveries,
  type RepeatedDeliveries,
  type UnsentDelivery
} from "@mon/core-store"
import { Console, Effect, Layer } from "effect"
import { layerStore } from "../Store.ts"
import { emailAddress } from "./EmailAddress.ts"
import { formatTable } from "./formatTable.ts"
import { minute } from "./formatTime.ts"
import { publicId } from "./PublicId.ts"
import { runEffect } from "./runEffect.ts"

const layerDeliveries = Layer.provideMerge(OperatorDeliveries.layer, layerStore)

const json = flag("Print JSON")

const chosen = {
  id: optional(publicId, "Only the delivery with this id"),
  channel: optional(choice("channel", deliveryChannels), `Only deliveries by ${deliveryChannels.join(", ")}`),
  email: optional(emailAddress, "Only deliveries for the account whose owner has this address"),
  limit: withDefault(
    wholeNumber("number", 1, 1_000),
    100,
    "The number of deliveries to choose, oldest first. At most 1000"
  )
}

interface Chosen {
  readonly id: string | null
  readonly channel: DeliveryChannel | null
  readonly email: string | null
  readonly limit: number
}

const filterOf = ({ channel, email, id, limit }: Chosen) => ({
  id: id ?? undefined,
  channel: channel ?? undefined,
  account: email ?? undefined,
  limit
})

const countDeliveries = Effect.fn("countDeliveries")(function* (asJson: boolean) {
  const found = yield* (yield* OperatorDeliveries).counts()
  yield* Console.log(
    asJson
      ? JSON.stringify(found, null, 2)
      : formatTable(
          ["ACCOUNT", "CHANNEL", "WAITING", "FAILED"],
          found.map((one) => [one.account, one.kind ?? one.channel, String(one.waiting), String(one.failed)])
        )
  )
  return ExitCode.ok
})

const count = command({
  name: "mon-server deliveries count",
  description: "Counts messages that are waiting or have failed, by account and channel.",
  options: { json },
  arguments: {},
  exitCodes: { ok: "The messages were counted", couldNot: "The messages could not be counted" },
  run: (values, terminal) => runEffect(Effect.provide(countDeliveries(values.json), layerDeliveries), terminal)
})

const listDeliveries = Effect.fn("listDeliveries")(function* (
  wanted: Chosen & { readonly status: UnsentDelivery["status"]; readonly json: boolean }
) {
  const found = yield* (yield* OperatorDeliveries).list({ ...filterOf(wanted), status: wanted.status })
  yield* Console.log(
    wanted.json
      ? JSON.stringify(found, null, 2)
      : formatTable(
          ["ID", "CREATED", "ACCOUNT", "CHANNEL", "ATTEMPTS", "CODE", "REASON"],
          found.map((one) => [
            one.id,
            minute(one.createdAt, ""),
            one.account,
            one.name === null ? (one.kind ?? one.channel) : `${one.kind ?? one.channel} (${one.name})`,
            String(one.attempts),
            one.errorCode ?? "",
            (one.errorMessage ?? "").slice(0, 100)
          ])
        )
  )
  return ExitCode.ok
})

const list = command({
  name: "mon-server deliveries list",
  description: "Lists messages that have failed or are waiting, oldest first.",
  options: {
    status: withDefault(choice("status", ["failed", "pending"]), "failed", "failed or pending"),
    ...chosen,
    json
  },
  arguments: {},
  exitCodes: { ok: "The messages were listed", couldNot: "The messages could not be listed" },
  run: (wanted, terminal) => runEffect(Effect.provide(listDeliveries(wanted), layerDeliveries), terminal)
})

/** The kinds of alert channels whose services recognize a message that is sent twice. */
const recognizing = Object.values(channels)
  .filter(({ abilities }) => abilities.deduplicates)
  .map(({ kind }) => kind)

interface Repeat extends Chosen {
  readonly "dry-run": boolean
  readonly "may-arrive-twice": boolean
}

const summaryOf = ({ outdated, repeated, uncertain }: RepeatedDeliveries, dryRun: boolean): ReadonlyArray<string> => [
  dryRun
    ? `Would repeat ${repeated} messages. Nothing was changed.`
    : `Repeating ${repeated} messages. A worker will send them within two minutes.`,
  ...(outdated > 0 ? [`${outdated} stay failed, because their incidents have ended.`] : []),
  ...(uncertain > 0
    ? [
        `${uncertain} stay failed, because they may have arrived, and their services would show them twice. --may-arrive-twice repeats them.`
      ]
    : [])
]

const repeatDeliveries = Effect.fn("repeatDeliveries")(function* (wanted: Repeat) {
  const operator = yield* OperatorDeliveries
  const wish = { ...filterOf(wanted), recognizing, mayArriveTwice: wanted["may-arrive-twice"] }
  const result = wanted["dry-run"] ? yield* operator.preview(wish) : yield* operator.repeat(wish)
  for (const line of summaryOf(result, wanted["dry-run"])) yield* Console.log(line)
  return ExitCode.ok
})

const repeat = command({
  name: "mon-server deliveries repeat",
  description: "Tries to send failed messages once more.",
  options: {
    ...chosen,
    "dry-run": flag("Only show what the command would do"),
    "may-arrive-twice": flag("Also repeat messages that may have arrived at a service that would show them twice")
  },
  arguments: {},
  notes:
    "Choose messages by --id, --channel or --email. Messages that were sent and alerts about incidents that have ended are never repeated. " +
    "Email and webhook receivers recognize a repeated message by its id. Most chat services and WhatsApp do not. For them, " +
    "only messages that were rejected on every attempt are repeated.",
  exitCodes: {
    ok: "The messages are being repeated, or there are none",
    couldNot: "The messages could not be repeated"
  },
  run: (wanted, terminal) => {
    if (wanted.id === null && wanted.channel === null && wanted.email === null)
      throw new UsageError("Choose the messages by --id, --channel or --email.")
    return runEffect(Effect.provide(repeatDeliveries(wanted), layerDeliveries), terminal)
  }
})

export const deliveries = commandGroup({
  name: "mon-server deliveries",
  description: "Messages that are waiting or have failed.",
  commands: { count, list, repeat }
})
