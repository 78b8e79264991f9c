import { at, entries, isJson, jsonReply, startVendor, textWithin, unless, type VendorServer } from "./VendorServer.ts"

const lengthOf = (value: unknown): number => (typeof value === "string" ? value.length : 0)

const checkEmbed = (embed: unknown): ReadonlyArray<string> => {
  const fields = entries(at(embed, "fields"))
  const total =
    lengthOf(at(embed, "title")) +
    lengthOf(at(embed, "description")) +
    fields.reduce<number>((sum, field) => sum + lengthOf(at(field, "name")) + lengthOf(at(field, "value")), 0)
  return [
    ...textWithin(at(embed, "title"), 256, "title"),
    ...textWithin(at(embed, "description"), 4_096, "description", 0),
    ...unless(fields.length <= 25, "BASE_TYPE_MAX_LENGTH: at most 25 fields"),
    ...fields.flatMap((field) => [
      ...textWithin(at(field, "name"), 256, "name of a field"),
      ...textWithin(at(field, "value"), 1_024, "value of a field")
    ]),
    ...unless(total <= 6_000, "MAX_EMBED_SIZE_EXCEEDED: at most 6000 characters in all")
  ]
}

const CODES: Readonly<Record<number, readonly [number, string]>> = {
  400: [50_035, "Invalid Form Body"],
  401: [50_027, "Invalid Webhook Token"],
  403: [50_013, "Missing Permissions"],
  404: [10_015, "Unknown Webhook"],
  410: [10_015, "Unknown Webhook"],
  413: [40_005, "Request entity too large"]
}

/** Starts a server that accepts messages like a webhook of Discord. */
export const startDiscord = (): Promise<VendorServer> => {
  const known = new Set<string>()
  return startVendor({
    check: (request) => {
      const edited = /\/messages\/(\d+)$/u.exec(request.url.pathname)?.[1]
      const parse = at(request.json, "allowed_mentions", "parse")
      return [
        ...unless(/^\/api(?:\/v\d+)?\/webhooks\/\d+\/[\w-]+/u.test(request.url.pathname), "unknown path"),
        ...unless(request.method === (edited === undefined ? "POST" : "PATCH"), "wrong method"),
        ...unless(edited === undefined || known.has(edited), "unknown message"),
        ...unless(edited !== undefined || request.url.searchParams.get("wait") === "true", "wait is missing"),
        ...isJson(request),
        ...unless(Array.isArray(parse) && parse.length === 0, "mentions are allowed"),
        ...unless(entries(request.json?.["embeds"]).length === 1, "one embed"),
        ...entries(request.json?.["embeds"]).flatMap(checkEmbed)
      ]
    },
    accept: ({ url }, count) => {
      const id = /\/messages\/(\d+)$/u.exec(url.pathname)?.[1] ?? String(1_000_000 + count)
      known.add(id)
      return jsonReply(200, { id, type: 0 })
    },
    refuse: (status, wait, problems) => {
      if (problems.includes("unknown message")) return jsonReply(404, { message: "Unknown Message", code: 10_008 })
      if (status === 429)
        return jsonReply(
          429,
          {
            message: "You are being rate limited.",
            global: false,
            ...(wait === null ? {} : { retry_after: wait - 0.5 })
          },
          wait === null ? {} : { "x-ratelimit-scope": "user" }
        )
      const [code, message] = CODES[status] ?? [0, "500: Internal Server Error"]
      return jsonReply(status, { message, code, ...(problems.length === 0 ? {} : { errors: { _errors: problems } }) })
    }
  })
}
