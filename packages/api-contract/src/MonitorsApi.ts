import { MonitorList } from "@mon/model"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { ok } from "./Envelope.ts"

const list = HttpApiEndpoint.get("list", "/monitors", { success: ok(MonitorList) }).annotateMerge(
  OpenApi.annotations({
    summary: "All monitors in one answer",
    description:
      "Returns all domains and URL monitors that the caller can see as rows of values, with the names of the values in `fields`. Times are Unix seconds. The answer has an ETag: a request with `If-None-Match` gets 304 while nothing has changed. A member sees only shared domains."
  })
)

/** All monitors at once. */
export class MonitorsApi extends HttpApiGroup.make("monitors")
  .add(list)
  .annotateMerge(
    OpenApi.annotations({ title: "Monitors", description: "Domains and URL monitors in one compact list." })
  ) {}
