import {
  isJson,
  jsonReply,
  retryAfter,
  startVendor,
  textReply,
  textWithin,
  unless,
  type VendorServer
} from "./VendorServer.ts"

const MENTION = /@(?:all|channel|here|[a-z0-9])/iu

/** Starts a server that accepts messages like an incoming webhook of Mattermost. */
export const startMattermost = (): Promise<VendorServer> =>
  startVendor({
    check: (request) => [
      ...unless(request.method === "POST" && /\/hooks\/[a-z0-9]+$/iu.test(request.url.pathname), "unknown path"),
      ...isJson(request),
      ...textWithin(request.json?.["text"], 16_383, "text"),
      ...unless(!MENTION.test(String(request.json?.["text"]).replace(/\]\([^)]*\)/gu, "")), "a mention")
    ],
    accept: () => textReply(200, "ok"),
    refuse: (status, wait, problems) =>
      jsonReply(
        status,
        {
          id: status === 403 ? "web.incoming_webhook.disabled.app_error" : "web.incoming_webhook.parse.app_error",
          message: problems.join(", ") || "refused",
          status_code: status
        },
        retryAfter(wait)
      )
  })
