import type { Email } from "@mon/alerts"
import type { HostNotice } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { DeliveryIdentity, OutgoingMail, sendHostNotice } from "../src/index.ts"

const notice: HostNotice = {
  kind: "missing",
  pageId: "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d76",
  pageName: "Example Shop",
  hostname: "status.shop.com",
  absentSince: new Date("2026-11-20T08:00:00Z"),
  releasesAt: new Date("2026-11-27T08:00:00Z"),
  owner: { email: "owner@shop.com", timezone: "Europe/Berlin", language: "en" }
}

const emailOf = async (given: HostNotice): Promise<Email> => {
  const posted: Array<Email> = []
  const identity = { baseUrl: "https://mon.vendor.com", service: "Mon" }
  await Effect.runPromise(
    Effect.provide(
      sendHostNotice(given),
      Layer.merge(OutgoingMail.layerMemory(posted), Layer.succeed(DeliveryIdentity, identity))
    )
  )
  const [mail] = posted
  if (mail === undefined) throw new Error("No email.")
  return mail
}

describe("the owner of a status page", () => {
  it("is notified that the TXT record of its host name is missing, with the day on which the name is released", async () => {
    const { subject, text, to } = await emailOf(notice)
    expect([to, subject]).toEqual(["owner@shop.com", "The TXT record for status.shop.com is missing"])
    for (const part of [
      "_mon.status.shop.com",
      "Example Shop",
      "27 Nov 2026, 09:00 (Europe/Berlin)",
      "https://mon.vendor.com/app/status-pages/01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d76"
    ])
      expect(text).toContain(part)
  })

  it("is notified when the name is released, in the language of the owner", async () => {
    const { subject, text } = await emailOf({ ...notice, kind: "released", owner: { ...notice.owner, language: "de" } })
    expect(subject).toBe("status.shop.com ist freigegeben")
    expect(text).toContain("27.11.2026, 09:00 (Europe/Berlin)")
  })

  it("gets one email for each notice, however often it is sent", async () => {
    const ids = [await emailOf(notice), await emailOf(notice), await emailOf({ ...notice, kind: "released" })]
    expect(new Set(ids.map(({ messageId }) => messageId)).size).toBe(2)
  })
})
