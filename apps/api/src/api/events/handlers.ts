import { Effect } from "effect"
import { EventStream } from "../../http/HttpResponse.ts"
import type { GroupHandlers } from "../ApiHandler.ts"
import { EventHub } from "../liveEvents/EventHub.ts"

export const eventHandlers: GroupHandlers<"events"> = {
  stream: ({ caller }) =>
    Effect.flatMap(EventHub, ({ open }) => Effect.map(open(caller), (pieces) => new EventStream(pieces)))
}
