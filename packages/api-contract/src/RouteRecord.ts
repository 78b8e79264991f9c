import { AlertRoute, described, RoutedFactKind } from "@mon/model"
import * as Schema from "effect/Schema"
import { Deleted } from "./Outcome.ts"

const { list, record, text, texts, value } = described

/** The schema for a group of alerts whose receivers will change, or that nobody will receive any more. */
export const ReceiverChange = record(
  "ReceiverChange",
  "Alerts whose receivers will change, or that nobody will receive any more. Alerts of new monitors are included if nobody will receive them.",
  {
    monitors: texts("Names of the monitors.", ["Shop"]),
    kinds: value(
      Schema.Array(RoutedFactKind),
      "The kinds of alerts. Empty: all kinds that these monitors have.",
      [] as ReadonlyArray<RoutedFactKind>
    ),
    before: texts(
      "The receivers before the change: `email`, `whatsapp`, `webhooks`, names of channels, and email addresses. Empty for a new monitor.",
      ["email", "Team chat"]
    ),
    after: texts("The receivers after the change. Empty: nobody.", ["email"]),
    message: text("The change in one sentence.", "Team chat will no longer receive alerts about Shop.")
  }
)
export type ReceiverChange = typeof ReceiverChange.Type

export const receivers = list(
  ReceiverChange,
  "The monitors whose alerts will go to different receivers or to nobody, with the receivers before and after the change. Empty: everybody receives the same alerts as before."
)

/** The response to a request that creates or changes a route. */
export const SavedRoute = record("SavedRoute", "The route as it is now, and the effect of the change.", {
  ...AlertRoute.fields,
  receivers
})
export type SavedRoute = typeof SavedRoute.Type

/** The response to a request that deletes a route. */
export const DeletedRoute = record("DeletedRoute", "The deleted route, and the effect of the deletion.", {
  ...Deleted.fields,
  receivers
})
export type DeletedRoute = typeof DeletedRoute.Type

/** The effect that a trial change of routes would have on the receivers of alerts. */
export const RouteTrial = record("RouteTrial", "The effect that a change would have. Nothing has changed.", {
  receivers
})
export type RouteTrial = typeof RouteTrial.Type
