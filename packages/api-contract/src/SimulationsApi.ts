import { SimulationCredits, SimulationJob, simulationLimits as limits, SimulationShare } from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest, Forbidden, NotFound, PayloadTooLarge, PaymentRequired, TooManyRequests } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "./EffectHttp.ts"
import { created, ok, paged } from "./Envelope.ts"
import { pageQuery } from "./PageQuery.ts"
import { StartSimulation } from "./SimulationInput.ts"
import { SimulationRecord } from "./SimulationResultRecord.ts"

const jobId = Schema.String.annotate({
  description: "Id of the simulation.",
  examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]
})
const params = { jobId }

const about = (summary: string, description: string) => OpenApi.annotations({ summary, description })

const start = HttpApiEndpoint.post("start", "/campaign-simulate", {
  payload: StartSimulation,
  success: created(SimulationRecord),
  error: [BadRequest, PaymentRequired, Forbidden, PayloadTooLarge, TooManyRequests]
}).annotateMerge(
  about(
    "Start a campaign simulation",
    `Costs one credit for each different domain, sending and prospects' together, public mailbox domains excepted, and starts a job. At most ${limits.startsPerMinute} starts a minute; the body may have 4 MiB. Poll the job every 3 to 5 seconds.`
  )
)

const get = HttpApiEndpoint.get("get", "/campaign-simulate/:jobId", {
  params,
  success: ok(SimulationRecord),
  error: [Forbidden, NotFound]
}).annotateMerge(
  about("Status and results of a simulation", "How far a simulation is, and its results once it is completed.")
)

const credits = HttpApiEndpoint.get("credits", "/simulation-credits", {
  success: ok(SimulationCredits),
  error: [Forbidden]
}).annotateMerge(about("Simulation credits", "The balance and the newest transactions."))

const list = HttpApiEndpoint.get("list", "/campaign-simulations", {
  query: pageQuery(limits.pageSize),
  success: paged(SimulationJob),
  error: [BadRequest, Forbidden]
}).annotateMerge(
  about("List campaign simulations", "The simulations of the account, newest first, without their results.")
)

const download = HttpApiEndpoint.get("download", "/campaign-simulate/:jobId/download/:type", {
  params: {
    jobId,
    type: Schema.String.annotate({
      description:
        "Which CSV: `campaign` (every prospect), `sender` (sending domains) or `suggestion` (what to change).",
      examples: ["campaign"]
    })
  },
  success: Schema.String.annotate({
    description:
      "UTF-8, CRLF, a header row, RFC 4180; texts from input that a spreadsheet would take for a formula have an apostrophe in front."
  }).pipe(HttpApiSchema.asText({ contentType: "text/csv" })),
  error: [BadRequest, Forbidden, NotFound]
}).annotateMerge(about("A CSV of a simulation", "A CSV file of a completed simulation, not JSON."))

const shareInfo = HttpApiEndpoint.post("shareInfo", "/campaign-simulate/:jobId/share-info", {
  params,
  success: ok(SimulationShare),
  error: [Forbidden, NotFound]
}).annotateMerge(about("Where a simulation is shared", "The share URL; null before one was made."))

const revokeShare = HttpApiEndpoint.post("revokeShare", "/campaign-simulate/:jobId/revoke-share", {
  params,
  success: ok(SimulationShare),
  error: [Forbidden, NotFound]
}).annotateMerge(
  about(
    "Make a new share URL",
    "Makes the first share URL as well as every later one. Earlier URLs, their codes and everybody's access through them end at once."
  )
)

/** Campaign simulations. */
export class SimulationsApi extends HttpApiGroup.make("simulations")
  .add(start, get, credits, list, download, shareInfo, revokeShare)
  .annotateMerge(
    OpenApi.annotations({ title: "Simulations", description: "Cold email campaigns, predicted before they are sent." })
  ) {}
