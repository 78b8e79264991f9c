import type { Email } from "@mon/alerts"
import type { UnusedNotice } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { DeliveryIdentity, OutgoingMail, remindOfUnusedHeartbeats } from "../src/index.ts"

const notice: UnusedNotice = {
  accountId: "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d76",
  firstId: "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d77",
  names: ["Nightly backup"],
  recipient: { email: "owner@shop.com", language: "en", timezone: "Europe/Berlin" }
}

const emailFor = async (given: UnusedNotice): Promise<Email | undefined> => {
  const posted: Array<Email> = []
  const identity = { baseUrl: "https://mon.vendor.com", service: "Mon" }
  await Effect.runPromise(
    Effect.provide(
      remindOfUnusedHeartbeats(given),
      Layer.merge(OutgoingMail.layerMemory(posted), Layer.succeed(DeliveryIdentity, identity))
    )
  )
  return posted[0]
}

describe("the reminder of heartbeats without pings", () => {
  it("names the heartbeat, and says what to do and where", async () => {
    const email = await emailFor(notice)
    expect(email?.to).toBe("owner@shop.com")
    expect(email?.subject).toBe("Nightly backup has not sent a ping yet")
    expect(email?.text.replaceAll(/\s+/gu, " ")).toContain(
      "Until the first ping arrives, Mon does not notice when a job does not run."
    )
    expect(email?.text).toContain("https://mon.vendor.com/app/heartbeats")
  })

  it("lists twenty of many in one email, in the owner's language", async () => {
    const names = Array.from({ length: 25 }, (_, index) => `Job ${index + 1}`)
    const email = await emailFor({ ...notice, names, recipient: { ...notice.recipient, language: "de" } })
    expect(email?.subject).toBe("25 Heartbeats haben noch keinen Ping erhalten")
    expect(email?.text).toContain("Job 20")
    expect(email?.text).not.toContain("Job 21")
    expect(email?.text).toContain("und 5 weitere")
  })
})
