import { isForm, jsonReply, retryAfter, startVendor, textWithin, unless, type VendorServer } from "./VendorServer.ts"

const CODES: Readonly<Record<number, number>> = { 400: 21_600, 401: 20_003, 403: 20_003, 404: 20_404, 429: 20_429 }

export const startTwilio = (): Promise<VendorServer> =>
  startVendor({
    check: (request) => {
      const { form } = request
      return [
        ...unless(
          request.method === "POST" &&
            /^\/2010-04-01\/Accounts\/AC[0-9a-f]{32}\/Messages\.json$/iu.test(request.url.pathname),
          "unknown path"
        ),
        ...isForm(request),
        ...unless(/^Basic [A-Za-z0-9+/=]+$/u.test(String(request.headers["authorization"])), "no credentials"),
        ...unless(/^\+[1-9]\d{6,14}$/u.test(form.get("To") ?? ""), "invalid To"),
        ...unless(form.has("From") !== form.has("MessagingServiceSid"), "one sender"),
        ...textWithin(form.get("Body"), 1_600, "Body")
      ]
    },
    accept: (_, count) => jsonReply(201, { sid: `SM${String(count).padStart(32, "0")}`, status: "queued" }),
    refuse: (status, wait, problems) =>
      jsonReply(
        status,
        { code: CODES[status] ?? 20_500, message: problems.join(", ") || "refused", status },
        retryAfter(wait)
      )
  })
