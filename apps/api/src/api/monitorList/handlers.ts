import { PROMETHEUS_TYPE } from "@mon/api-contract"
import { MonitorLists } from "@mon/core-store"
import { Effect } from "effect"
import { PlainText } from "../../http/HttpResponse.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { prometheusText } from "./prometheusText.ts"

export const monitorListHandlers: GroupHandlers<"monitors"> = {
  list: ({ caller }) =>
    Effect.map(
      Effect.flatMap(MonitorLists, ({ read }) => read(caller.viewer)),
      ok
    ),
  prometheus: ({ caller }) =>
    Effect.map(
      Effect.flatMap(MonitorLists, ({ samples }) => samples(caller.viewer)),
      (samples) => new PlainText(PROMETHEUS_TYPE, prometheusText(samples))
    )
}
