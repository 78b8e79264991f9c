import { maintenanceLimits, MaintenancePreview, MaintenanceState, MaintenanceWindow } from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest, Forbidden, NotFound, PayloadTooLarge } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { created, ok, paged } from "./Envelope.ts"
import { CreateMaintenanceWindow, UpdateMaintenanceWindow } from "./MaintenanceInput.ts"
import { messages } from "./Message.ts"
import { Deleted } from "./Outcome.ts"
import { pageQuery } from "./PageQuery.ts"
import { wholeNumber } from "./Query.ts"

const params = {
  id: Schema.String.annotate({
    description: "Id of the maintenance window.",
    examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]
  })
}

const about = (summary: string, description: string) => OpenApi.annotations({ summary, description })

const text = (description: string, example: string) =>
  Schema.optionalKey(Schema.String.annotate({ description, examples: [example] }))

const list = HttpApiEndpoint.get("list", "/maintenance-windows", {
  query: {
    ...pageQuery(maintenanceLimits.pageSize),
    state: Schema.optionalKey(
      MaintenanceState.annotate({
        message: messages.maintenanceState,
        description: "Return only windows in this state."
      })
    )
  },
  success: paged(MaintenanceWindow),
  error: BadRequest
}).annotateMerge(
  about(
    "List maintenance windows",
    `Returns the maintenance windows that cover a monitor the caller can see: active ones first, then the rest by their next start. Windows that have ended come last and are listed for ${maintenanceLimits.listedDays} days.`
  )
)

const preview = HttpApiEndpoint.get("preview", "/maintenance-windows/preview", {
  query: {
    startsAt: text("Start of the first occurrence, ISO 8601. Default: now.", "2027-01-03T01:00:00Z"),
    timezone: text("IANA time zone. Default: the time zone in your settings.", "Europe/Berlin"),
    recurrence: text("Recurrence rule (RFC 5545). Default: a single occurrence.", "FREQ=WEEKLY;BYDAY=SU"),
    minutes: wholeNumber(
      "minutes",
      { ...maintenanceLimits.minutes, default: 60 },
      "Length of each occurrence. Minutes."
    )
  },
  success: ok(MaintenancePreview),
  error: BadRequest
}).annotateMerge(
  about(
    "Preview a maintenance window",
    `Returns the next ${maintenanceLimits.previewed} occurrences of a window, or says what is wrong with it. The window does not have to exist, and nothing changes.`
  )
)

const get = HttpApiEndpoint.get("get", "/maintenance-windows/:id", {
  params,
  success: ok(MaintenanceWindow),
  error: NotFound
}).annotateMerge(about("One maintenance window", "Returns one maintenance window."))

const create = HttpApiEndpoint.post("create", "/maintenance-windows", {
  payload: CreateMaintenanceWindow,
  success: created(MaintenanceWindow),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge]
}).annotateMerge(
  about(
    "Create a maintenance window",
    "Suppresses alerts about problems that start in the window. Checks continue. If something is still down when the window ends, one alert is sent then. The window does not count toward uptime. The caller needs write access to each domain. Only the account owner and admins can cover URL monitors, tags or the whole account."
  )
)

const update = HttpApiEndpoint.patch("update", "/maintenance-windows/:id", {
  params,
  payload: UpdateMaintenanceWindow,
  success: ok(MaintenanceWindow),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge]
}).annotateMerge(
  about(
    "Change a maintenance window",
    "Changes only the fields in the request. The part of an active occurrence that has passed still counts as maintenance. Alerts are sent about anything that is down and no longer covered."
  )
)

const end = HttpApiEndpoint.post("end", "/maintenance-windows/:id/end", {
  params,
  success: ok(MaintenanceWindow),
  error: [Forbidden, NotFound]
}).annotateMerge(
  about(
    "End the active occurrence",
    "Ends the active occurrence of a maintenance window now. Later occurrences remain. If none is active, nothing changes."
  )
)

const remove = HttpApiEndpoint.delete("remove", "/maintenance-windows/:id", {
  params,
  success: ok(Deleted),
  error: [Forbidden, NotFound]
}).annotateMerge(
  about(
    "Delete a maintenance window",
    "Deletes the window and all its future occurrences. Time that has passed still counts as maintenance. Alerts are sent about anything that is down."
  )
)

export class MaintenanceApi extends HttpApiGroup.make("maintenance")
  .add(list, preview, get, create, update, end, remove)
  .annotateMerge(
    OpenApi.annotations({ title: "Maintenance windows", description: "Periods in which alerts are suppressed." })
  ) {}
