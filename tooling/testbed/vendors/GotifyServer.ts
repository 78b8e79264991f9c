import {
  at,
  isJson,
  jsonReply,
  retryAfter,
  startVendor,
  textWithin,
  unless,
  type VendorServer
} from "./VendorServer.ts"

export const startGotify = (): Promise<VendorServer> =>
  startVendor({
    check: (request) => [
      ...unless(request.method === "POST" && request.url.pathname === "/message", "unknown path"),
      ...unless(/^[\w.-]+$/u.test(String(request.headers["x-gotify-key"])), "no token"),
      ...isJson(request),
      ...textWithin(request.json?.["message"], 100_000, "message"),
      ...textWithin(request.json?.["title"], 1_000, "title"),
      ...unless(Number.isInteger(request.json?.["priority"]), "priority must be a number"),
      ...unless(
        at(request.json, "extras", "client::display", "contentType") === "text/plain",
        "the text would be read as Markdown"
      )
    ],
    accept: (_, count) => jsonReply(200, { id: count, appid: 1 }),
    refuse: (status, wait, problems) =>
      jsonReply(
        status,
        { error: "Refused", errorCode: status, errorDescription: problems.join(", ") || "refused" },
        retryAfter(wait)
      )
  })
