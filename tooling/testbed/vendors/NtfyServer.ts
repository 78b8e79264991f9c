import { at, entries, isJson, jsonReply, retryAfter, startVendor, unless, type VendorServer } from "./VendorServer.ts"

const bytesOf = (value: unknown): number => Buffer.byteLength(typeof value === "string" ? value : "")

const CODES: Readonly<Record<number, number>> = { 400: 40_024, 401: 40_101, 403: 40_301, 404: 40_401, 429: 42_901 }

export const startNtfy = (): Promise<VendorServer> =>
  startVendor({
    check: (request) => {
      const actions = entries(request.json?.["actions"])
      const priority = request.json?.["priority"]
      return [
        ...unless(request.method === "POST" && request.url.pathname === "/", "must be POST to the root"),
        ...isJson(request),
        ...unless(/^[\w-]{1,64}$/u.test(String(request.json?.["topic"])), "invalid topic"),
        ...unless(
          bytesOf(request.json?.["message"]) >= 1 && bytesOf(request.json?.["message"]) <= 4_096,
          "message size"
        ),
        ...unless(bytesOf(request.json?.["title"]) <= 1_024, "title size"),
        ...unless(Number.isInteger(priority) && Number(priority) >= 1 && Number(priority) <= 5, "priority from 1 to 5"),
        ...unless(actions.length <= 3, "at most 3 actions"),
        ...actions.flatMap((action) => [
          ...unless(["view", "http"].includes(String(at(action, "action"))), "unknown action"),
          ...unless(typeof at(action, "label") === "string" && at(action, "label") !== "", "an action needs a label"),
          ...unless(/^https?:\/\//u.test(String(at(action, "url"))), "an action needs a URL")
        ])
      ]
    },
    accept: (_, count) => jsonReply(200, { id: `message${count}`, event: "message" }),
    refuse: (status, wait, problems) =>
      jsonReply(
        status,
        { code: CODES[status] ?? status * 100, http: status, error: problems.join(", ") || "refused" },
        retryAfter(wait)
      )
  })
