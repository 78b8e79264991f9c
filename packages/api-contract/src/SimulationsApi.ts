import {
  SimulationCredits,
  SimulationEstimate,
  SimulationJob,
  simulationLimits as limits,
  SimulationShare
} from "@mon/model"
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
    `Starts a simulation job. The simulation costs one credit for each different domain of the senders and prospects. Public mailbox domains are free. You can start at most ${limits.startsPerMinute} simulations per minute. The request body can be up to 4 MiB. Poll the job every 3 to 5 seconds.`
  )
)

const estimate = HttpApiEndpoint.post("estimate", "/campaign-simulate/estimate", {
  payload: StartSimulation,
  success: ok(SimulationEstimate),
  error: [BadRequest, Forbidden, PayloadTooLarge, TooManyRequests]
}).annotateMerge(
  about(
    "Price of a campaign simulation",
    "Returns what the same request to `POST /campaign-simulate` would cost. It starts nothing and spends no credits. The request body can be up to 4 MiB."
  )
)

const get = HttpApiEndpoint.get("get", "/campaign-simulate/:jobId", {
  params,
  success: ok(SimulationRecord),
  error: [Forbidden, NotFound]
}).annotateMerge(
  about(
    "Status and results of a simulation",
    "Returns the progress of a simulation. When the simulation is completed, the response also contains the results."
  )
)

const credits = HttpApiEndpoint.get("credits", "/simulation-credits", {
  success: ok(SimulationCredits),
  error: [Forbidden]
}).annotateMerge(about("Simulation credits", "Returns the balance and the newest transactions."))

const list = HttpApiEndpoint.get("list", "/campaign-simulations", {
  query: pageQuery(limits.pageSize),
  success: paged(SimulationJob),
  error: [BadRequest, Forbidden]
}).annotateMerge(
  about("List campaign simulations", "Returns the simulations of the account without their results, newest first.")
)

const download = HttpApiEndpoint.get("download", "/campaign-simulate/:jobId/download/:type", {
  params: {
    jobId,
    type: Schema.String.annotate({
      description:
        "Type of CSV file: `campaign` (all prospects), `sender` (sending domains) or `suggestion` (suggested changes).",
      examples: ["campaign"]
    })
  },
  success: Schema.String.annotate({
    description:
      "CSV file with a header row (RFC 4180, UTF-8, CRLF line ends). If a spreadsheet program could read text from the input as a formula, Mon puts an apostrophe in front of it."
  }).pipe(HttpApiSchema.asText({ contentType: "text/csv" })),
  error: [BadRequest, Forbidden, NotFound]
}).annotateMerge(
  about("A simulation's CSV file", "Downloads a CSV file of a completed simulation. The response is not JSON.")
)

const shareInfo = HttpApiEndpoint.post("shareInfo", "/campaign-simulate/:jobId/share-info", {
  params,
  success: ok(SimulationShare),
  error: [Forbidden, NotFound]
}).annotateMerge(about("Share URL of a simulation", "Returns the share URL, or null if none was created."))

const revokeShare = HttpApiEndpoint.post("revokeShare", "/campaign-simulate/:jobId/revoke-share", {
  params,
  success: ok(SimulationShare),
  error: [Forbidden, NotFound]
}).annotateMerge(
  about(
    "Create a new share URL",
    "Creates a share URL. All of the simulation's earlier share URLs, their codes and access through them stop working immediately."
  )
)

export class SimulationsApi extends HttpApiGroup.make("simulations")
  .add(start, estimate, get, credits, list, download, shareInfo, revokeShare)
  .annotateMerge(
    OpenApi.annotations({
      title: "Simulations",
      description: "Predictions of how cold email campaigns will do, made before they are sent."
    })
  ) {}
