import {
  domainLimits,
  HeartbeatDetails,
  heartbeatLimits,
  HeartbeatPing,
  HeartbeatPingBody,
  Incident,
  monitorRecords,
  PingKey,
  Timeline,
  TimelineRange
} from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest, Forbidden, NotFound } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { ok } from "./Envelope.ts"
import { messages } from "./Message.ts"
import { monitorInputs } from "./MonitorInput.ts"
import { about, monitorEndpoints } from "./monitorEndpoints.ts"

const { params, ...endpoints } = monitorEndpoints("heartbeat", {
  record: monitorRecords.heartbeat,
  details: HeartbeatDetails,
  inputs: monitorInputs.heartbeat,
  isHidden: false,
  texts: {
    list: "Returns the heartbeats that the caller can see, newest first.",
    get: "Returns one heartbeat that the caller can see.",
    create: [
      "Add a heartbeat",
      "Adds a heartbeat. Let the job request its `pingUrl`. The heartbeat is `unknown` until its first run ends."
    ],
    remove: "Deletes the heartbeat immediately. Its ping URLs stop working.",
    pause: "Stops the heartbeat's alerts immediately. Pings are still stored, but do not change its state."
  }
})

const one = { params, success: ok(monitorRecords.heartbeat) }

export class HeartbeatsApi extends HttpApiGroup.make("heartbeats")
  .add(
    endpoints.list,
    endpoints.create,
    endpoints.bulkUpdate,
    endpoints.bulkRemove,
    endpoints.get,
    endpoints.update,
    endpoints.remove,
    endpoints.pause,
    endpoints.resume,
    endpoints.setTags,

    HttpApiEndpoint.get("incidents", "/heartbeats/:id/incidents", {
      params,
      success: ok(Schema.Array(Incident)),
      error: [NotFound]
    }).annotateMerge(
      about(
        "Incidents of a heartbeat",
        `Returns up to ${domainLimits.incidentsListed} of the heartbeat's newest incidents.`
      )
    ),

    HttpApiEndpoint.get("timeline", "/heartbeats/:id/timeline", {
      params,
      query: {
        range: Schema.optionalKey(
          TimelineRange.annotate({
            message: messages.timelineRange,
            description: "Length of the timeline. Default: 24h."
          })
        )
      },
      success: ok(Timeline),
      error: [BadRequest, NotFound]
    }).annotateMerge(
      about(
        "Timeline of a heartbeat",
        "Returns uptime by day, incidents and gaps, for charts. A heartbeat has no response times. Times are Unix seconds."
      )
    ),

    HttpApiEndpoint.get("pings", "/heartbeats/:id/pings", {
      params,
      success: ok(Schema.Array(HeartbeatPing)),
      error: [NotFound]
    }).annotateMerge(
      about(
        "Pings of a heartbeat",
        `Returns the last pings of a heartbeat, newest first, at most ${heartbeatLimits.pings}.`
      )
    ),

    HttpApiEndpoint.get("pingBody", "/heartbeats/:id/pings/:n/body", {
      params: {
        ...params,
        n: Schema.String.annotate({ description: "Number of the ping.", examples: ["412"] })
      },
      success: ok(HeartbeatPingBody),
      error: [NotFound]
    }).annotateMerge(about("Output of a ping", "Returns the output of the job that came with a ping.")),

    HttpApiEndpoint.post("pingKey", "/heartbeats/ping-key", {
      success: ok(PingKey),
      error: [Forbidden]
    }).annotateMerge(
      about(
        "Ping key",
        "Returns the secret key for ping URLs with a slug, for the owner and admins. The first request creates the key."
      )
    ),

    HttpApiEndpoint.post("rotate", "/heartbeats/:id/rotate", {
      ...one,
      error: [BadRequest, Forbidden, NotFound]
    }).annotateMerge(
      about(
        "Rotate the ping URL",
        "Gives the heartbeat a new ping URL. The previous URL works until it has received no ping for a week."
      )
    )
  )
  .annotateMerge(
    OpenApi.annotations({
      title: "Heartbeats",
      description:
        "Jobs, backups and devices that report to Mon. If a report does not come in time, Mon sends an alert."
    })
  ) {}
