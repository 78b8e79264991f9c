import { isForm, jsonReply, startVendor, textWithin, unless, type VendorServer } from "./VendorServer.ts"

const KEY = /^[A-Za-z0-9]{30}$/u
const RECEIPT = /^\/1\/receipts\/([A-Za-z0-9]{30})(\.json|\/cancel\.json)$/u

/** A test server of Pushover, with functions that acknowledge or expire its emergencies. */
export interface PushoverServer extends VendorServer {
  /** The receipts of emergencies in the order of arrival, with their states. */
  readonly emergencies: ReadonlyArray<{
    readonly receipt: string
    readonly state: "repeating" | "acknowledged" | "expired" | "cancelled"
  }>
  /** Acknowledges the newest emergency, as a person does in the app. */
  readonly acknowledge: () => void
  /** Expires the newest emergency, as if it had repeated for the requested time. */
  readonly expire: () => void
}

type Emergency = PushoverServer["emergencies"][number]

export const startPushover = async (): Promise<PushoverServer> => {
  const emergencies: Array<Emergency> = []
  const indexOf = (pathname: string) => emergencies.findIndex(({ receipt }) => receipt === RECEIPT.exec(pathname)?.[1])
  const change = (index: number, state: Emergency["state"]) => {
    const found = emergencies[index]
    if (found?.state === "repeating") emergencies[index] = { ...found, state }
  }
  const server = await startVendor({
    check: (request) => {
      const { form, url } = request
      if (url.pathname.startsWith("/1/receipts/"))
        return [
          ...unless(KEY.test(form.get("token") ?? url.searchParams.get("token") ?? ""), "token is invalid"),
          ...unless(request.method === (url.pathname.endsWith("/cancel.json") ? "POST" : "GET"), "wrong method"),
          ...unless(indexOf(url.pathname) >= 0, "receipt not found")
        ]
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
    accept: ({ form, url }) => {
      const answer = { status: 1, request: "647d2300-702c-4b38-8b2f-d56326ae460b" }
      const index = indexOf(url.pathname)
      if (url.pathname.endsWith("/cancel.json")) change(index, "cancelled")
      else if (index >= 0) {
        const state = emergencies[index]?.state
        const isAcknowledged = state === "acknowledged"
        return jsonReply(200, {
          ...answer,
          acknowledged: isAcknowledged ? 1 : 0,
          acknowledged_at: isAcknowledged ? 1_763_730_000 : 0,
          acknowledged_by: isAcknowledged ? "uQiRzpo4DXghDmr9QzzfQu27cmVRsG" : "",
          acknowledged_by_device: isAcknowledged ? "phone" : "",
          expired: state === "expired" || state === "cancelled" ? 1 : 0
        })
      } else if (form.get("priority") === "2") {
        const receipt = `r${String(emergencies.length).padStart(29, "0")}`
        emergencies.push({ receipt, state: "repeating" })
        return jsonReply(200, { ...answer, receipt })
      }
      return jsonReply(200, answer)
    },
    refuse: (status, wait, problems) => {
      const reset = wait === null ? {} : { "x-limit-app-reset": String(Math.ceil(Date.now() / 1000) + wait) }
      return jsonReply(
        problems.includes("receipt not found") ? 404 : status,
        { status: 0, errors: problems.length === 0 ? ["refused"] : problems },
        reset
      )
    }
  })
  return {
    ...server,
    emergencies,
    acknowledge: () => change(emergencies.length - 1, "acknowledged"),
    expire: () => change(emergencies.length - 1, "expired")
  }
}
