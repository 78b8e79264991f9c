import {
  CheckRecord,
  domainLimits,
  Incident,
  Service,
  serviceLimits,
  ServiceTrial,
  Timeline,
  TimelineRange
} from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest, Forbidden, NotFound, PayloadTooLarge, TooManyRequests, Unavailable } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { ok } from "./Envelope.ts"
import { messages } from "./Message.ts"
import { monitorInputs } from "./MonitorInput.ts"
import { about, monitorEndpoints } from "./monitorEndpoints.ts"
import { wholeNumber } from "./Query.ts"

const { params, ...endpoints } = monitorEndpoints("service", {
  record: Service,
  details: Service,
  inputs: monitorInputs.service,
  isHidden: false,
  texts: {
    list: "Returns the services that the caller can see, newest first.",
    get: "Returns one service that the caller can see.",
    create: [
      "Monitor a service",
      "Adds a service and checks it immediately. The default name is the address of the service. The default checkInterval is 300 s or the minimum of the plan, whichever is longer."
    ],
    remove:
      "Stops monitoring the service immediately and closes any open incident. The service's history is not deleted.",
    pause: "Stops the service's checks and alerts immediately and closes any open incident."
  }
})

export class ServicesApi extends HttpApiGroup.make("services")
  .add(
    endpoints.list,
    endpoints.create,

    HttpApiEndpoint.post("tryNew", "/services/try", {
      payload: monitorInputs.service.Create,
      success: ok(ServiceTrial),
      error: [BadRequest, Forbidden, PayloadTooLarge, TooManyRequests]
    }).annotateMerge(
      about(
        "Try a service",
        "Checks a service once with these settings and returns the outcome and its phases. Mon stores nothing. The body is the same as for `POST /services`."
      )
    ),

    endpoints.bulkUpdate,
    endpoints.bulkRemove,
    endpoints.get,
    endpoints.update,

    HttpApiEndpoint.post("tryChange", "/services/:id/try", {
      params,
      payload: monitorInputs.service.Update,
      success: ok(ServiceTrial),
      error: [BadRequest, Forbidden, NotFound, PayloadTooLarge, TooManyRequests]
    }).annotateMerge(
      about(
        "Try a change to a service",
        "Checks the service once as if these fields were changed. Mon stores nothing. The body is the same as for `PATCH /services/:id`. `***` stands for the stored value."
      )
    ),

    HttpApiEndpoint.post("checkNow", "/services/:id/check-now", {
      params,
      success: ok(Service),
      error: [Forbidden, NotFound, TooManyRequests, Unavailable]
    }).annotateMerge(
      about(
        "Check a service now",
        `Makes a worker check the service, waits for the result, and returns the service. If a check is already running, or a change of state is being confirmed, the request waits for that check. One request every ${serviceLimits.checkNowSeconds} s is accepted. A paused service is not checked.`
      )
    ),

    endpoints.remove,
    endpoints.pause,
    endpoints.resume,

    HttpApiEndpoint.get("incidents", "/services/:id/incidents", {
      params,
      success: ok(Schema.Array(Incident)),
      error: NotFound
    }).annotateMerge(
      about(
        "Incidents of a service",
        `Returns up to ${domainLimits.incidentsListed} of the service's newest incidents.`
      )
    ),

    HttpApiEndpoint.get("history", "/services/:id/history", {
      params,
      query: {
        hours: wholeNumber("hours", domainLimits.historyHours, "Length of the history. Hours.")
      },
      success: ok(Schema.Array(CheckRecord)),
      error: [BadRequest, NotFound]
    }).annotateMerge(
      about(
        "Check history of a service",
        `Returns the checks from the last hours, newest first. The list contains at most ${domainLimits.historyRecords} checks.`
      )
    ),

    HttpApiEndpoint.get("timeline", "/services/:id/timeline", {
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
        "Timeline of a service",
        "Returns response times by phase, checks, uptime by day, incidents and gaps, for charts. Times are Unix seconds."
      )
    ),

    endpoints.setTags
  )
  .annotateMerge(
    OpenApi.annotations({
      title: "Services",
      description:
        "Monitoring of services that are not web sites: ports, mail servers, databases, DNS servers and hosts."
    })
  ) {}
