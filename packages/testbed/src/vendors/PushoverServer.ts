import { isForm, jsonReply, startVendor, textWithin, unless, type VendorServer } from "./VendorServer.ts"

const KEY = /^[A-Za-z0-9]{30}$/u
const RECEIPT = "rLqVuqTRh62UzxtmqiaLzQmVcPgiCy"

/** Starts a server that takes messages as Pushover does. */
export const startPushover = (): Promise<VendorServer> =>
  startVendor({
    check: (request) => {
      const { form, url } = request
      if (url.pathname.startsWith("/1/receipts/"))
        return unless(KEY.test(form.get("token") ?? url.searchParams.get("token") ?? ""), "token is invalid")
      const isEmergency = form.get("priority") === "2"
      return [
        ...unless(request.method === "POST" && url.pathname === "/1/messages.json", "unknown path"),
        ...isForm(request),
        ...unless(KEY.test(form.get("token") ?? ""), "application token is invalid"),
        ...unless(KEY.test(form.get("user") ?? ""), "user identifier is invalid"),
        ...textWithin(form.get("message"), 1_024, "message"),
        ...textWithin(form.get("title"), 250, "title"),
        ...(form.has("url") ? textWithin(form.get("url"), 512, "url") : []),
        ...(form.has("url_title") ? textWithin(form.get("url_title"), 100, "url_title") : []),
        ...unless(/^(?:-?[12]|0)$/u.test(form.get("priority") ?? ""), "priority is invalid"),
        ...unless(!isEmergency || Number(form.get("retry")) >= 30, "retry must be supplied with priority=2"),
        ...unless(
          !isEmergency || (Number(form.get("expire")) > 0 && Number(form.get("expire")) <= 10_800),
          "expire must be supplied with priority=2"
        )
      ]
    },
    accept: ({ form, url }) =>
      jsonReply(200, {
        status: 1,
        request: "647d2300-702c-4b38-8b2f-d56326ae460b",
        ...(form.get("priority") === "2" ? { receipt: RECEIPT } : {}),
        ...(url.pathname.endsWith(".json") && url.pathname.startsWith("/1/receipts/") ? { acknowledged: 1 } : {})
      }),
    refuse: (status, wait, problems) => {
      const reset = wait === null ? {} : { "x-limit-app-reset": String(Math.ceil(Date.now() / 1000) + wait) }
      return jsonReply(status, { status: 0, errors: problems.length === 0 ? ["refused"] : problems }, reset)
    }
  })
