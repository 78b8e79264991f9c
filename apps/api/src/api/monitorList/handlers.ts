import { MonitorLists } from "@mon/core-store"
import { Effect } from "effect"
import { type GroupHandlers, ok } from "../ApiHandler.ts"

export const monitorHandlers: GroupHandlers<"monitors"> = {
  list: ({ caller }) =>
    Effect.map(
      Effect.flatMap(MonitorLists, ({ read }) => read(caller.viewer)),
      ok
    )
}
