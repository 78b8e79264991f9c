import {
  at,
  entries,
  isJson,
  retryAfter,
  startVendor,
  textReply,
  textWithin,
  unless,
  type Vendor
} from "./VendorServer.ts"
import { jsonReply, type VendorRequest, type VendorServer } from "./VendorServer.ts"

const MENTION = /<[!@#]/u

const checkText = (text: unknown, most: number, name: string): ReadonlyArray<string> => [
  ...textWithin(at(text, "text"), most, name),
  ...unless(at(text, "type") !== "mrkdwn" || !MENTION.test(String(at(text, "text"))), `${name} mentions somebody`)
]

const checkBlock = (block: unknown): ReadonlyArray<string> => {
  if (at(block, "type") === "header")
    return [
      ...checkText(at(block, "text"), 150, "header"),
      ...unless(at(block, "text", "type") === "plain_text", "a header must be plain text")
    ]
  const fields = entries(at(block, "fields"))
  const text = at(block, "text") ?? null
  return [
    ...unless(at(block, "type") === "section", "unknown block"),
    ...unless(text !== null || fields.length > 0, "a section needs text or fields"),
    ...(text === null ? [] : checkText(text, 3_000, "section")),
    ...unless(fields.length <= 10, "at most 10 fields"),
    ...fields.flatMap((field) => checkText(field, 2_000, "field"))
  ]
}

const checkContent = (request: VendorRequest): ReadonlyArray<string> => {
  const blocks = entries(request.json?.["blocks"])
  return [
    ...unless(request.method === "POST", "must be POST"),
    ...isJson(request),
    ...textWithin(request.json?.["text"], 40_000, "text"),
    ...unless(!MENTION.test(String(request.json?.["text"])), "the text mentions somebody"),
    ...unless(blocks.length >= 1 && blocks.length <= 50, "1 to 50 blocks"),
    ...blocks.flatMap(checkBlock)
  ]
}

const WORDS: Readonly<Record<number, string>> = {
  400: "invalid_payload",
  403: "action_prohibited",
  404: "no_service",
  410: "channel_is_archived",
  413: "payload_too_large",
  429: "rate_limited",
  500: "rollup_error"
}

const webhook: Vendor = {
  check: (request) => [
    ...unless(/^\/services\/[^/]+\/[^/]+\/[^/]+$/u.test(request.url.pathname), "unknown path"),
    ...checkContent(request)
  ],
  accept: () => textReply(200, "ok"),
  refuse: (status, wait) => textReply(status, WORDS[status] ?? "error", retryAfter(wait))
}

const ERRORS: Readonly<Record<number, string>> = {
  400: "invalid_blocks",
  401: "invalid_auth",
  403: "restricted_action",
  404: "channel_not_found",
  410: "is_archived",
  413: "msg_too_long",
  500: "internal_error"
}

const UPDATE = "/api/chat.update"

const app: Vendor = {
  check: (request) => [
    ...unless(/^\/api\/chat\.(?:postMessage|update)$/u.test(request.url.pathname), "unknown path"),
    ...unless(request.url.pathname !== UPDATE || /^[CDG][A-Z0-9]+$/u.test(String(request.json?.["channel"])), "an id"),
    ...unless(request.url.pathname !== UPDATE || /^\d+\.\d+$/u.test(String(request.json?.["ts"])), "ts is missing"),
    ...unless(/^Bearer xox[bp]-\S+$/u.test(String(request.headers["authorization"])), "no token"),
    ...textWithin(request.json?.["channel"], 100, "channel"),
    ...checkContent(request)
  ],
  accept: ({ json, url }, count) => {
    if (url.pathname === UPDATE)
      return jsonReply(200, { ok: true, channel: json?.["channel"], ts: json?.["ts"], text: json?.["text"] })
    const ts = `1503435956.${String(count).padStart(6, "0")}`
    const thread = json?.["thread_ts"]
    const message = { ts, ...(thread === undefined ? {} : { thread_ts: thread }) }
    return jsonReply(200, { ok: true, channel: "C024BE91L", ts, message })
  },
  // Slack responds with 200 and an error, except when it limits the rate.
  refuse: (status, wait) =>
    status === 429
      ? jsonReply(429, { ok: false, error: "ratelimited" }, retryAfter(wait))
      : jsonReply(200, { ok: false, error: ERRORS[status] ?? "fatal_error" })
}

/** Starts a server that accepts messages like an incoming webhook of Slack. */
export const startSlackWebhook = (): Promise<VendorServer> => startVendor(webhook)

/** Starts a server that accepts messages like Slack's chat.postMessage and chat.update. */
export const startSlackApi = (): Promise<VendorServer> => startVendor(app)
