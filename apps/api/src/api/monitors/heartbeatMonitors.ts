import { type CreateMonitor, messages } from "@mon/api-contract"
import { newHeartbeat } from "@mon/checks"
import { type AccessScope, Heartbeats, type MonitorToCreate, type NewMonitor, type Secrets } from "@mon/core-store"
import { heartbeatDefaults } from "@mon/model"
import { Effect } from "effect"
import { newPingToken } from "../../pings/PingToken.ts"
import type { RulesOf, Target } from "./MonitorRules.ts"
import { monitorsOf } from "./monitorHandlers.ts"

/** The repository. New heartbeats get a token for their ping URL. */
const store = Effect.gen(function* () {
  const heartbeats = yield* Heartbeats
  const services = yield* Effect.context<Secrets>()
  const { create, createAll } = heartbeats
  return {
    ...heartbeats,
    create: (scope: AccessScope, monitor: NewMonitor<"heartbeat">, limit: number) =>
      Effect.flatMap(newPingToken(scope.accountKey), (token) =>
        create(scope, monitor, limit, token, newHeartbeat)
      ).pipe(Effect.provideContext(services)),
    createAll: (scope: AccessScope, monitors: ReadonlyArray<MonitorToCreate<NewMonitor<"heartbeat">>>, limit: number) =>
      Effect.forEach(monitors, (monitor) =>
        Effect.map(newPingToken(scope.accountKey), (token) => ({ ...monitor, token }))
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
    refused: { LimitReached: messages.heartbeatLimit, Duplicate: () => messages.heartbeatNotFound }
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
  check: () => Effect.void,
  patchedFault: () => null,
  surplus: () => Effect.succeed(null),
  countsOthers: () => false
}

export const heartbeatMonitors = monitorsOf(rules)
