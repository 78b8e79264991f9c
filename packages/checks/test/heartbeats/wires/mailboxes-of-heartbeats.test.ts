// Which heartbeat an email address names (hc/api/management/commands/smtpd.py).
import { describe, expect, it } from "vitest"
import { readMailbox } from "../../../src/heartbeats/wires/readMailbox.ts"

const UUID = "07c2f548-9850-4b27-af5d-6c9dc157ec02"
const KEY = "0a1b2c3d4e5f6g7h8i9j0k"

describe("the mailbox of a heartbeat", () => {
  it.each([UUID, UUID.toUpperCase(), "07C2F548-9850-4b27-af5d-6c9dc157ec02"])(
    "is a UUID in any case: %s",
    (mailbox) => {
      expect(readMailbox(mailbox)).toEqual({ _tag: "Token", token: UUID })
    }
  )

  it("is the token of another service as it is", () => {
    expect(readMailbox("q3zTrP0vLx8JmW5n")).toEqual({ _tag: "Token", token: "q3zTrP0vLx8JmW5n" })
  })

  it.each([`${KEY}+nightly-backup`, `${KEY}+Nightly-Backup`, `${KEY.toUpperCase()}+nightly-backup`])(
    "is a ping key and a slug in any case, which adds no heartbeat: %s",
    (mailbox) => {
      expect(readMailbox(mailbox)).toEqual({ _tag: "Slug", key: KEY, slug: "nightly-backup", creates: false })
    }
  )

  it.each([
    "",
    "info",
    KEY,
    "a".repeat(129),
    "07c2f548 9850",
    `"${UUID}"`,
    `${UUID}\u0000`,
    `${UUID}/start`,
    `${KEY}+`,
    `+backup`,
    `${KEY}+a+b`,
    `${KEY}+a.b`,
    `${KEY}+${"a".repeat(101)}`,
    `${UUID}+backup`,
    `${KEY}x+backup`,
    "täglich-backup"
  ])("is not %j", (mailbox) => expect(readMailbox(mailbox)).toBeNull())
})
