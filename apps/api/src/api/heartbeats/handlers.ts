import { messages, NotFound } from "@mon/api-contract"
import { Heartbeats } from "@mon/core-store"
import { Effect } from "effect"
import { newPingToken } from "../../pings/PingToken.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { heartbeatMonitors } from "../monitors/heartbeatMonitors.ts"
import { monitorHandlers } from "../monitors/monitorHandlers.ts"

const { get, notFound, rightOver, writable } = heartbeatMonitors

export const heartbeatHandlers: GroupHandlers<"heartbeats"> = {
  ...monitorHandlers("heartbeat", heartbeatMonitors),
  pings: Effect.fnUntraced(function* ({ caller, params }) {
    yield* rightOver(caller, params.id)
    return ok(yield* (yield* Heartbeats).pings(caller.viewer, params.id))
  }),
  pingBody: Effect.fnUntraced(function* ({ caller, params }) {
    yield* rightOver(caller, params.id)
    const found = yield* (yield* Heartbeats).pingBody(caller.viewer, params.id, Number(params.n))
    if (found === null) return yield* new NotFound({ message: messages.pingNotFound })
    return ok({ text: new TextDecoder().decode(found.body), isCut: found.isCut })
  }),
  rotate: Effect.fnUntraced(function* ({ caller, params }) {
    yield* writable(caller, params.id)
    const token = yield* newPingToken(caller.viewer.accountKey)
    if (!(yield* (yield* Heartbeats).rotate(caller.viewer, params.id, token))) return yield* notFound()
    return ok(yield* get(caller, params.id))
  })
}
