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

const STATUS: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL"
}

/** Matches the start of a tag other than `<br>`. */
const TAG = /<(?!br>)/u

const textsOf = (value: unknown): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, part]) =>
    name === "text" && typeof part === "string" ? [part] : textsOf(part)
  )
}

/**
 * Starts a server that accepts messages like a webhook of Google Chat. Requests with equal `requestId` are one message.
 */
export const startGoogleChat = (): Promise<VendorServer> =>
  startVendor({
    check: (request) => {
      const card = at(request.json, "cardsV2", 0, "card")
      return [
        ...unless(request.method === "POST", "must be POST"),
        ...unless(/^\/v1\/spaces\/[\w-]+\/messages$/u.test(request.url.pathname), "unknown path"),
        ...unless(request.url.searchParams.has("key") && request.url.searchParams.has("token"), "no key"),
        ...isJson(request),
        ...unless(request.bytes <= 32_000, "at most 32000 bytes"),
        ...textWithin(at(card, "header", "title"), 1_000, "title"),
        ...textWithin(at(request.json, "thread", "threadKey"), 4_000, "threadKey"),
        ...unless(
          entries(at(card, "sections")).every((section) => entries(at(section, "widgets")).length > 0),
          "a section needs widgets"
        ),
        ...unless(!textsOf(card).some((text) => TAG.test(text)), "markup"),
        ...unless(!/<users\//u.test(String(request.json?.["fallbackText"])), "a mention")
      ]
    },
    identity: ({ url }) => url.searchParams.get("requestId"),
    accept: (_, count) => jsonReply(200, { name: `spaces/AAAA/messages/${count}.${count}` }),
    refuse: (status, wait, problems) =>
      jsonReply(
        status,
        { error: { code: status, status: STATUS[status] ?? "UNKNOWN", message: problems.join(", ") || "refused" } },
        retryAfter(wait)
      )
  })
