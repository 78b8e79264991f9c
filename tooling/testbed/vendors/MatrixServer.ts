import { at, isJson, jsonReply, startVendor, textWithin, unless, type VendorServer } from "./VendorServer.ts"

const CODES: Readonly<Record<number, string>> = {
  400: "M_BAD_JSON",
  401: "M_UNKNOWN_TOKEN",
  403: "M_FORBIDDEN",
  404: "M_NOT_FOUND",
  413: "M_TOO_LARGE",
  429: "M_LIMIT_EXCEEDED"
}

const PATH = /^\/_matrix\/client\/v3\/rooms\/[^/]+\/send\/m\.room\.message\/([^/]+)$/u
const TAG = /<(?!\/?(?:strong|em|code)>|br>|\/a>|a href="https?:\/\/[^"<>]*">)/u

/**
 * Starts a server that accepts messages like a home server of Matrix. Requests with equal transaction ids are one
 * message.
 */
export const startMatrix = (): Promise<VendorServer> =>
  startVendor({
    check: (request) => {
      const mentions = at(request.json, "m.mentions")
      return [
        ...unless(request.method === "PUT" && PATH.test(request.url.pathname), "unknown path"),
        ...unless(/^Bearer \S+$/u.test(String(request.headers["authorization"])), "no token"),
        ...isJson(request),
        ...unless(request.json?.["msgtype"] === "m.text", "unknown type"),
        ...textWithin(request.json?.["body"], 60_000, "body"),
        ...unless(request.bytes <= 65_536, "at most 65536 bytes"),
        ...unless(!TAG.test(String(request.json?.["formatted_body"])), "an unknown tag"),
        ...unless(
          typeof mentions === "object" && mentions !== null && Object.keys(mentions).length === 0,
          "mentions are possible"
        )
      ]
    },
    identity: ({ url }) => url.pathname,
    accept: (_, count) => jsonReply(200, { event_id: `$event${count}` }),
    refuse: (status, wait, problems) =>
      jsonReply(status, {
        errcode: CODES[status] ?? "M_UNKNOWN",
        error: problems.join(", ") || "refused",
        ...(status === 429 && wait !== null ? { retry_after_ms: wait * 1000 - 1 } : {})
      })
  })
