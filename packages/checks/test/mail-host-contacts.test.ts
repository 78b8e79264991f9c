import type { MailHostContacts, MailHostPermit } from "@mon/core-store"
import { type MailHostContact, notContacted, type OpenTransport } from "@mon/email-health"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { limitContacts, withoutContacts } from "../src/emailHealth/limitContacts.ts"

const encrypted: MailHostContact = {
  status: "encrypted",
  reason: null,
  protocol: "TLSv1.3",
  certificate: { subject: "CN=mx", issuer: "CN=ca", names: ["mx"], validTo: "2030-01-01T00:00:00.000Z", problems: [] },
  fingerprints: [{ certificate: { sha256: "aa", sha512: "bb" }, publicKey: { sha256: "cc", sha512: "dd" } }]
}

const setUp = (permit: MailHostPermit) => {
  const contacted: Array<string> = []
  const stored: Array<readonly [string, unknown]> = []
  const open: OpenTransport = () => ({
    get: async () => ({ ok: false, fault: "not_checked", detail: "" }),
    startTls: async (host) => {
      contacted.push(host)
      return encrypted
    }
  })
  const contacts: MailHostContacts["Service"] = {
    begin: () => Effect.succeed(permit),
    store: (host, contact) => Effect.sync(() => void stored.push([host, JSON.parse(JSON.stringify(contact))])),
    purge: () => Effect.succeed(0)
  }
  const { startTls } = limitContacts(open, contacts)(async () => ({ status: "nodata" }))
  return { contacted, stored, ask: (host: string) => startTls?.(host, new AbortController().signal) }
}

describe("a connection to a mail host", () => {
  it("is made when it is permitted, and stored for others", async () => {
    const { ask, contacted, stored } = setUp({ _tag: "Permitted" })
    expect(await ask("MX.Example.com")).toEqual(encrypted)
    expect([contacted, stored]).toEqual([["mx.example.com"], [["mx.example.com", encrypted]]])
  })

  it("is replaced by the last result when it is refused", async () => {
    const { ask, contacted } = setUp({ _tag: "Refused", contact: encrypted })
    expect(await ask("mx.example.com")).toEqual(encrypted)
    expect(contacted).toEqual([])
  })

  it.each([null, {}, { status: "secret" }, { ...encrypted, fingerprints: [{}] }])(
    "is not checked when it is refused and the stored result is %j",
    async (contact) =>
      expect(await setUp({ _tag: "Refused", contact }).ask("mx.example.com")).toEqual(
        notContacted("recently_contacted")
      )
  )

  it("is impossible when the operator forbids it", () => {
    const open: OpenTransport = () => ({
      get: async () => ({ ok: false, fault: "not_checked", detail: "" }),
      startTls: async () => encrypted
    })
    expect(withoutContacts(open)(async () => ({ status: "nodata" })).startTls).toBeNull()
  })
})
