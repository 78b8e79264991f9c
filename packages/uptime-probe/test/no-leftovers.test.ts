import type { Behaviour } from "@mon/tooling/testbed"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { processHandshakeLimit } from "../src/tls/HandshakeLimit.ts"
import { type Lab, makeLab } from "./lab.ts"

let lab: Lab
beforeAll(async () => {
  lab = await makeLab()
})
afterAll(() => lab.close())

const behaviours: ReadonlyArray<Behaviour> = [
  {},
  { status: 500 },
  { hang: "tls" },
  { hang: "before-headers" },
  { hang: "in-body" },
  { reset: "tls" },
  { reset: "in-body" },
  { end: "before-headers" },
  { endless: "body" },
  { endless: "headers" },
  { raw: "rubbish" },
  { redirectTo: "/x" }
]

const SOCKETS = /^(?:TCP(?:Socket|Connect)|TLS|Shutdown|QueryReq)/

describe("after many checks of all kinds", () => {
  it("no socket is open and no permit is taken", async () => {
    const { url, site } = await lab.open("many.example.com", { secure: true })
    for (const behaviour of behaviours) {
      site.behave(behaviour)
      const before = site.accepted
      await Promise.all(Array.from({ length: 5 }, () => lab.check(url, { timeoutMs: 200 })))
      await site.whenIdle()
      // On a busy machine, some of the five checks end before they connect.
      expect(site.accepted).toBeGreaterThan(before)
    }
    expect([processHandshakeLimit.running(), processHandshakeLimit.waiting()]).toEqual([0, 0])
    expect(process.getActiveResourcesInfo().filter((kind) => SOCKETS.test(kind))).toEqual([])
  })
})
