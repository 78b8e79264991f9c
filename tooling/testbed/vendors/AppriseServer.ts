import { isJson, jsonReply, retryAfter, startVendor, textWithin, unless, type VendorServer } from "./VendorServer.ts"

const TYPES = new Set<unknown>(["info", "success", "warning", "failure"])

export const startApprise = (): Promise<VendorServer> =>
  startVendor({
    check: (request) => [
      ...unless(request.method === "POST" && /^\/notify(?:\/[\w-]+)?$/u.test(request.url.pathname), "unknown path"),
      ...isJson(request),
      ...textWithin(request.json?.["body"], 100_000, "body"),
      ...textWithin(request.json?.["title"], 1_000, "title"),
      ...unless(TYPES.has(request.json?.["type"]), "unknown type"),
      ...unless(request.json?.["format"] === "text", "the text would be read as markup"),
      ...unless(
        (request.url.pathname === "/notify") === (typeof request.json?.["urls"] === "string"),
        "either a key or urls"
      )
    ],
    accept: () =>
      jsonReply(200, { error: null, details: [["INFO", "2027-01-01T12:00:00", "Sent Signal notification."]] }),
    refuse: (status, wait, problems) => jsonReply(status, { error: problems.join(", ") || "refused" }, retryAfter(wait))
  })
