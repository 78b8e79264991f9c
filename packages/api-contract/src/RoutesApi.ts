import { AlertRoute, RoutedFactKind, RoutePerson, RouteSimulation } from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest, Forbidden, NotFound, PayloadTooLarge } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { created, ok } from "./Envelope.ts"
import { messages } from "./Message.ts"
import { CreateRoute, UpdateRoute } from "./RouteInput.ts"
import { DeletedRoute, RouteTrial, SavedRoute } from "./RouteRecord.ts"

const params = {
  id: Schema.String.annotate({ description: "Id of the route.", examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d75"] })
}

const about = (summary: string, description: string) => OpenApi.annotations({ summary, description })

const list = HttpApiEndpoint.get("list", "/routes", {
  success: ok(Schema.Array(AlertRoute)),
  error: [Forbidden]
}).annotateMerge(
  about(
    "List routes",
    "Returns the account's routes, by position. Alerts that match no route go immediately to email, WhatsApp, webhooks and the default route's channels. Only the account owner and admins can do this."
  )
)

const people = HttpApiEndpoint.get("people", "/routes/people", {
  success: ok(Schema.Array(RoutePerson)),
  error: [Forbidden]
}).annotateMerge(
  about(
    "List the people whom routes can notify",
    "Returns the owner and the members of the account. Only the account owner and admins can do this."
  )
)

const create = HttpApiEndpoint.post("create", "/routes", {
  payload: CreateRoute,
  success: created(SavedRoute),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge]
}).annotateMerge(
  about(
    "Create a route",
    "Creates a route. `receivers` lists the monitors whose alerts will now go to different receivers. Only the account owner and admins can do this."
  )
)

const tryNew = HttpApiEndpoint.post("tryNew", "/routes/try", {
  payload: CreateRoute,
  success: ok(RouteTrial),
  error: [BadRequest, Forbidden, PayloadTooLarge]
}).annotateMerge(
  about(
    "Try a route",
    "Returns who would receive which alerts if this route were created. Nothing changes. The body is the same as for `POST /routes`. Only the account owner and admins can do this."
  )
)

const tryChange = HttpApiEndpoint.post("tryChange", "/routes/:id/try", {
  params,
  payload: UpdateRoute,
  success: ok(RouteTrial),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge]
}).annotateMerge(
  about(
    "Try a change to a route",
    "Returns who would receive which alerts if these fields were changed. Nothing changes. The body is the same as for `PATCH /routes/:id`. Only the account owner and admins can do this."
  )
)

const tryRemoval = HttpApiEndpoint.get("tryRemoval", "/routes/:id/removal", {
  params,
  success: ok(RouteTrial),
  error: [Forbidden, NotFound]
}).annotateMerge(
  about(
    "Try the deletion of a route",
    "Returns who would receive which alerts without this route. Nothing changes. Only the account owner and admins can do this."
  )
)

const update = HttpApiEndpoint.patch("update", "/routes/:id", {
  params,
  payload: UpdateRoute,
  success: ok(SavedRoute),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge]
}).annotateMerge(
  about(
    "Change a route",
    "Changes only the fields in the request. Ongoing alerts keep the steps, reminders and fallback with which they began. Only the account owner and admins can do this."
  )
)

const remove = HttpApiEndpoint.delete("remove", "/routes/:id", {
  params,
  success: ok(DeletedRoute),
  error: [Forbidden, NotFound]
}).annotateMerge(
  about(
    "Delete a route",
    "Deletes the route. Alerts that have not reached anyone yet use another route. For alerts that have, the remaining steps and reminders stop, but recovery messages are still sent. Only the account owner and admins can do this."
  )
)

/** Returns whether the year of a time has four digits. The database cannot read other times. */
const isStorable = (ms: number): boolean => ms >= 0 && ms < Date.UTC(10_000, 0, 1)

const simulation = HttpApiEndpoint.get("simulation", "/routes/simulation", {
  query: {
    monitorId: Schema.String.annotate({
      message: messages.simulatedMonitor,
      description: "Id of a domain or URL monitor.",
      examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]
    }).pipe(Schema.annotateKey({ messageMissingKey: messages.simulatedMonitor })),
    kind: Schema.optionalKey(
      RoutedFactKind.annotate({
        message: `kind must be one of: ${RoutedFactKind.literals.join(", ")}.`,
        description: "The kind of alert. Default: `down` for a domain, `page_changed` for a URL monitor."
      })
    ),
    at: Schema.optionalKey(
      Schema.String.annotate({
        message: messages.simulatedTime,
        description: "The time when the alert would start, ISO 8601. Default: now.",
        examples: ["2026-11-21T08:15:00.000Z"]
      }).check(Schema.makeFilter((value) => isStorable(Date.parse(value)) || messages.simulatedTime))
    )
  },
  success: ok(RouteSimulation),
  error: [BadRequest, Forbidden, NotFound]
}).annotateMerge(
  about(
    "Simulate an alert",
    "Returns who would be notified of an alert, through which channel, and when. Nothing is sent. Only the account owner and admins can do this."
  )
)

export class RoutesApi extends HttpApiGroup.make("routes")
  .add(list, people, create, tryNew, simulation, update, tryChange, tryRemoval, remove)
  .annotateMerge(OpenApi.annotations({ title: "Routes", description: "Which alerts go where, and when." })) {}
