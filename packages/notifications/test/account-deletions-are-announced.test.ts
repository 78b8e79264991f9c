import type { Email } from "@mon/alerts"
import type { DeletionNotice } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { DeliveryIdentity, OutgoingMail, sendDeletionNotice } from "../src/index.ts"

const notice: DeletionNotice = {
  kind: "requested",
  accountId: "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d76",
  ownerEmail: "owner@shop.com",
  requestedAt: new Date("2026-11-20T08:00:00Z"),
  deletesAt: new Date("2026-12-20T08:00:00Z"),
  recipients: [
    { email: "owner@shop.com", language: "en", timezone: "Europe/Berlin", isOwner: true },
    { email: "member@shop.com", language: "de", timezone: "UTC", isOwner: false }
  ]
}

const emailsOf = async (given: DeletionNotice): Promise<ReadonlyArray<Email>> => {
  const posted: Array<Email> = []
  const identity = { baseUrl: "https://mon.vendor.com", service: "Mon" }
  await Effect.runPromise(
    Effect.provide(
      sendDeletionNotice(given),
      Layer.merge(OutgoingMail.layerMemory(posted), Layer.succeed(DeliveryIdentity, identity))
    )
  )
  return posted
}

describe("the deletion of an account", () => {
  it("is announced to the owner, who can keep it, and to members in their language", async () => {
    const [owner, member] = await emailsOf(notice)
    expect([owner?.to, member?.to]).toEqual(["owner@shop.com", "member@shop.com"])
    expect(owner?.text).toContain("https://mon.vendor.com/settings/account")
    expect(owner?.text).toContain("20 Dec 2026, 09:00 (Europe/Berlin)")
    expect(owner?.text).toContain("Backups")
    expect(member?.subject).toBe("Das Konto bei Mon wird gelöscht")
    expect(member?.text).toContain("owner@shop.com")
    expect(member?.text).not.toContain("/settings/account")
  })

  it("is repeated shortly before the end, with one email for each occasion", async () => {
    const reminder = { ...notice, kind: "reminder" as const, recipients: notice.recipients.slice(0, 1) }
    const all = [...(await emailsOf(notice)), ...(await emailsOf(notice)), ...(await emailsOf(reminder))]
    expect(new Set(all.map(({ messageId }) => messageId)).size).toBe(3)
    expect(all.at(-1)?.subject).toBe("Your account at Mon will be deleted soon")
  })
})
