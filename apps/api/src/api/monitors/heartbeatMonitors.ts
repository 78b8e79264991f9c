import { type CreateMonitor, messages } from "@mon/api-contract"
import { newHeartbeat } from "@mon/checks"
import {
  type AccessScope,
  type EntryOf,
  Heartbeats,
  type MonitorToCreate,
  type NewMonitor,
  type Secrets
} from "@mon/core-store"
import { type Heartbeat, heartbeatDefaults } from "@mon/model"
import { Effect } from "effect"
import { newPingToken } from "../../pings/PingToken.ts"
import { type Draft, type RulesOf, sealOptions, type Target } from "./MonitorRules.ts"
import { monitorsOf } from "./monitorHandlers.ts"

type New = NewMonitor<"heartbeat"> & Draft

/**
 * The repository of heartbeats. It creates a token for the ping URL of a new heartbeat if the request contains none.
 */
const store = Effect.gen(function* () {
  const heartbeats = yield* Heartbeats
  const services = yield* Effect.context<Secrets>()
  const { create, createAll } = heartbeats
  return {
    ...heartbeats,
    create: (scope: AccessScope, { token: chosen, ...monitor }: New, limit: number, entryOf: EntryOf<Heartbeat>) =>
      Effect.flatMap(newPingToken(scope.accountKey, chosen), (token) =>
        create(scope, monitor, limit, token, newHeartbeat, entryOf)
      ).pipe(Effect.provideContext(services)),
    createAll: (scope: AccessScope, monitors: ReadonlyArray<MonitorToCreate<New>>, limit: number) =>
      Effect.forEach(monitors, ({ token: chosen, ...monitor }) =>
        Effect.map(newPingToken(scope.accountKey, chosen), (token) => ({ ...monitor, token }))
      ).pipe(
        Effect.flatMap((made) => createAll(scope, made, limit, newHeartbeat)),
        Effect.provideContext(services)
      )
  }
})

const DEFAULT_NAME = "Heartbeat"

const rules: RulesOf<"heartbeat"> = {
  kind: "heartbeat",
  store,
  messages: {
    notFound: messages.heartbeatNotFound,
    readOnly: messages.readOnlyHeartbeat,
    refused: { LimitReached: messages.heartbeatLimit, Duplicate: () => messages.heartbeatToken }
  },
  sees: () => Effect.void,
  newFault: () => null,
  changeFault: () => null,
  addressOf: () => "",
  draft: (_: Target, input: CreateMonitor<"heartbeat">) => ({
    ...heartbeatDefaults,
    name: input.slug ?? DEFAULT_NAME,
    ...input,
    url: "",
    hostname: ""
  }),
  patchOf: (input) => input,
  planFault: () => null,
  seal: sealOptions,
  check: () => Effect.void,
  patchedFault: () => null,
  surplus: () => Effect.succeed(null),
  countsOthers: () => Effect.succeed(false)
}

export const heartbeatMonitors = monitorsOf(rules)
