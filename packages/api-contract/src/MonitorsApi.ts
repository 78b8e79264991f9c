import { MonitorList } from "@mon/model"
import * as Schema from "effect/Schema"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "./EffectHttp.ts"
import { ok } from "./Envelope.ts"

const list = HttpApiEndpoint.get("list", "/monitors", { success: ok(MonitorList) }).annotateMerge(
  OpenApi.annotations({
    summary: "All monitors in one response",
    description:
      "Returns all domains and URL monitors that the caller can see as rows of values, with the names of the values in `fields`. Times are Unix seconds. The response has an ETag, so a request with `If-None-Match` gets 304 while nothing has changed. A member sees only shared domains and pages."
  })
)

/** The media type of the Prometheus text format, which every version of Prometheus can read. */
export const PROMETHEUS_TYPE = "text/plain; version=0.0.4"

const prometheus = HttpApiEndpoint.get("prometheus", "/prometheus", {
  success: Schema.String.annotate({
    description:
      "Prometheus text. The metrics have the same names as in blackbox_exporter: `probe_success`, `probe_duration_seconds`, `probe_http_status_code`, `probe_http_ssl`, `probe_dns_lookup_time_seconds`, `probe_ssl_earliest_cert_expiry` and `probe_http_duration_seconds{phase}`. Labels: `instance` (the URL), `monitor` (the id), `name`, `kind` (`domain` or `url`) and a label `tag_NAME` for each of up to 15 tags. Label values have at most 64 characters."
  }).pipe(HttpApiSchema.asText({ contentType: PROMETHEUS_TYPE }))
}).annotateMerge(
  OpenApi.annotations({
    summary: "The last checks as Prometheus metrics",
    description:
      "Returns the last check of each monitor the caller can see. Prometheus can scrape it with a read key as the bearer token. `probe_success` is absent while the state is unknown. Paused monitors are absent. The response is not JSON."
  })
)

export class MonitorsApi extends HttpApiGroup.make("monitors")
  .add(list, prometheus)
  .annotateMerge(
    OpenApi.annotations({ title: "Monitors", description: "Domains and URL monitors in one response." })
  ) {}
