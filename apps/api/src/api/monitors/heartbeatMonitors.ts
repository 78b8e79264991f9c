import { type CreateMonitor, messages } from "@mon/api-contract"
import { newHeartbeat } from "@mon/checks"
import { type AccessScope, Heartbeats, type NewMonitor, type PingTokens, type StoreError } from "@mon/core-store"
import { type Heartbeat, heartbeatDefaults } from "@mon/model"
import { Effect, Option } from "effect"
import { newPingToken, openPingToken } from "../../pings/PingToken.ts"
import { PublicUrl } from "../../PublicUrl.ts"
import type { HandlerServices } from "../ApiHandler.ts"
import type { RulesOf, Target } from "./MonitorRules.ts"
import { monitorsOf } from "./monitorHandlers.ts"

/** The time for which an earlier URL works after its last ping. */
const EARLIER_MS = 7 * 86_400_000

/** Adds the ping URLs, for those who may change a heartbeat. A token that cannot be opened is left out. */
const withUrl = Effect.fnUntraced(function* (
  { accountKey }: AccessScope,
  heartbeat: Heartbeat,
  { earlier, sealed }: PingTokens
) {
  const token = Option.getOrNull(yield* Effect.option(openPingToken(accountKey, sealed)))
  const pingUrl = token === null ? null : `${(yield* PublicUrl).base()}/ping/${token}`
  if (earlier === null) return { ...heartbeat, pingUrl }
  const { lastUsedAt, replacedAt } = earlier
  const endsAt = new Date(Math.max(Date.parse(replacedAt), Date.parse(lastUsedAt ?? replacedAt)) + EARLIER_MS)
  return { ...heartbeat, pingUrl, earlierPingUrl: { lastUsedAt, endsAt: endsAt.toISOString() } }
})

/** Adds the ping URLs to heartbeats of one page. */
const withUrls = Effect.fnUntraced(function* (scope: AccessScope, heartbeats: ReadonlyArray<Heartbeat>) {
  const changeable = heartbeats.filter(({ access }) => access !== "read").map(({ id }) => id)
  const tokens = new Map((yield* (yield* Heartbeats).tokens(scope, changeable)).map((token) => [token.id, token]))
  return yield* Effect.forEach(heartbeats, (heartbeat) => {
    const token = tokens.get(heartbeat.id)
    return token === undefined ? Effect.succeed(heartbeat) : withUrl(scope, heartbeat, token)
  })
})

/** The repository with ping URLs in its records. New heartbeats get a token. */
const store = Effect.gen(function* () {
  const heartbeats = yield* Heartbeats
  const services = yield* Effect.context<HandlerServices>()
  const shown = (scope: AccessScope, found: Effect.Effect<Heartbeat | null, StoreError>) =>
    Effect.flatMap(found, (one) =>
      one === null ? Effect.succeed(null) : Effect.map(withUrls(scope, [one]), ([first]) => first ?? one)
    ).pipe(Effect.provideContext(services))
  return {
    ...heartbeats,
    find: (scope: AccessScope, id: string) => shown(scope, heartbeats.find(scope, id)),
    pause: (scope: AccessScope, id: string) => shown(scope, heartbeats.pause(scope, id)),
    resume: (scope: AccessScope, id: string) => shown(scope, heartbeats.resume(scope, id)),
    list: (scope: AccessScope, page: { readonly page: number; readonly limit: number }) =>
      Effect.flatMap(heartbeats.list(scope, page), (found) =>
        Effect.map(withUrls(scope, found.items), (items) => ({ ...found, items }))
      ).pipe(Effect.provideContext(services)),
    create: (scope: AccessScope, monitor: NewMonitor<"heartbeat">, limit: number) =>
      Effect.gen(function* () {
        const made = yield* heartbeats.create(
          scope,
          monitor,
          limit,
          yield* newPingToken(scope.accountKey),
          newHeartbeat
        )
        if (made._tag !== "Created") return made
        const [first = made.monitor] = yield* withUrls(scope, [made.monitor])
        return { ...made, monitor: first }
      }).pipe(Effect.provideContext(services)),
    createAll: Effect.fnUntraced(function* (
      scope: AccessScope,
      monitors: Parameters<typeof heartbeats.createAll>[1] extends ReadonlyArray<infer One>
        ? ReadonlyArray<Omit<One, "token">>
        : never,
      limit: number
    ) {
      const made = yield* Effect.forEach(monitors, (monitor) =>
        Effect.map(newPingToken(scope.accountKey), (token) => ({ ...monitor, token }))
      )
      return yield* heartbeats.createAll(scope, made, limit, newHeartbeat)
    }, Effect.provideContext(services))
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
