import {
  at,
  entries,
  isJson,
  jsonReply,
  retryAfter,
  startVendor,
  textWithin,
  unless,
  type VendorServer
} from "./VendorServer.ts"

const SEVERITIES = new Set<unknown>(["critical", "error", "warning", "info"])
const ACTIONS = new Set<unknown>(["trigger", "acknowledge", "resolve"])

/** Starts a server that accepts events like Events API v2 of PagerDuty. Events with equal keys belong to one alert. */
export const startPagerDuty = (): Promise<VendorServer> =>
  startVendor({
    check: (request) => {
      const isChange = request.url.pathname === "/v2/change/enqueue"
      return [
        ...unless(request.method === "POST", "must be POST"),
        ...unless(isChange || request.url.pathname === "/v2/enqueue", "unknown path"),
        ...isJson(request),
        ...unless(/^[A-Za-z0-9]{32}$/u.test(String(request.json?.["routing_key"])), "invalid routing key"),
        ...unless(request.bytes <= 512 * 1024, "at most 512 KB"),
        ...textWithin(at(request.json, "payload", "summary"), 1_024, "summary"),
        ...textWithin(at(request.json, "payload", "source"), 255, "source"),
        ...entries(request.json?.["links"]).flatMap((link) =>
          unless(/^https?:\/\//u.test(String(at(link, "href"))), "a link needs a URL")
        ),
        ...(isChange
          ? []
          : [
              ...unless(ACTIONS.has(request.json?.["event_action"]), "unknown action"),
              ...unless(SEVERITIES.has(at(request.json, "payload", "severity")), "unknown severity"),
              ...textWithin(request.json?.["dedup_key"], 255, "dedup_key")
            ])
      ]
    },
    // Events with equal actions and keys are one event for people.
    identity: ({ json, url }) =>
      url.pathname === "/v2/enqueue" ? `${String(json?.["event_action"])} ${String(json?.["dedup_key"])}` : null,
    accept: ({ json }) =>
      jsonReply(202, { status: "success", message: "Event processed", dedup_key: json?.["dedup_key"] }),
    refuse: (status, wait, problems) =>
      jsonReply(
        status,
        status === 400
          ? { status: "invalid event", message: "Event object is invalid", errors: problems }
          : { status: "error", message: "refused" },
        retryAfter(wait)
      )
  })
