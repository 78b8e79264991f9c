import { ScheduledReport } from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest, Forbidden, NotFound, PayloadTooLarge } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { created, ok } from "./Envelope.ts"
import { Deleted } from "./Outcome.ts"
import { CreateScheduledReport, UpdateScheduledReport } from "./ScheduledReportInput.ts"

const params = {
  id: Schema.String.annotate({
    description: "Id of the scheduled report.",
    examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d71"]
  })
}

const OWNER = "Only the account owner and admins can do this."

const about = (summary: string, description: string) => OpenApi.annotations({ summary, description })

const list = HttpApiEndpoint.get("list", "/scheduled-reports", {
  success: ok(Schema.Array(ScheduledReport)),
  error: [Forbidden]
}).annotateMerge(
  about("List scheduled reports", `Returns all of the account's scheduled reports, oldest first. ${OWNER}`)
)

const create = HttpApiEndpoint.post("create", "/scheduled-reports", {
  payload: CreateScheduledReport,
  success: created(ScheduledReport),
  error: [BadRequest, Forbidden, PayloadTooLarge]
}).annotateMerge(
  about(
    "Schedule a report",
    `Sends the availability report by email every week or every month. Mon asks recipients outside the account to confirm, at most once a day. ${OWNER}`
  )
)

const update = HttpApiEndpoint.patch("update", "/scheduled-reports/:id", {
  params,
  payload: UpdateScheduledReport,
  success: ok(ScheduledReport),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge]
}).annotateMerge(
  about(
    "Change a scheduled report",
    `Changes only the fields in the request. Mon asks new recipients to confirm. ${OWNER}`
  )
)

const remove = HttpApiEndpoint.delete("remove", "/scheduled-reports/:id", {
  params,
  success: ok(Deleted),
  error: [Forbidden, NotFound]
}).annotateMerge(about("Delete a scheduled report", `No more reports are sent. ${OWNER}`))

export class ScheduledReportsApi extends HttpApiGroup.make("scheduledReports")
  .add(list, create, update, remove)
  .annotateMerge(
    OpenApi.annotations({
      title: "Scheduled reports",
      description: "Availability reports that Mon sends by email every week or every month."
    })
  ) {}
