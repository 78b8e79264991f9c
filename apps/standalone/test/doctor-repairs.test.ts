import { startDnsServer } from "@mon/tooling/testbed"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { examineRepairResolvers, judgeRepairResolvers } from "../src/doctor/repairs.ts"

const resolver = (address: string, answers = true) => ({ address, answers })

const examine = (...servers: ReadonlyArray<string>) => Effect.runPromise(examineRepairResolvers(servers))

describe("the doctor", () => {
  it.each([
    ["warn", /by one resolver only.*MON_DNS_SERVERS/u, [resolver("192.0.2.1")]],
    [
      "warn",
      /no response from 192\.0\.2\.2: .* never verified/u,
      [resolver("192.0.2.1"), resolver("192.0.2.2", false)]
    ],
    ["ok", /verified by 2 resolvers/u, [resolver("192.0.2.1"), resolver("192.0.2.2")]],
    ["ok", /verified by 2 resolvers/u, [resolver("192.0.2.1"), resolver("192.0.2.2", false), resolver("192.0.2.3")]]
  ] as const)("says %s about repairs: %s", (state, detail, resolvers) => {
    expect(judgeRepairResolvers(resolvers)).toEqual({
      subject: "repairs",
      state,
      detail: expect.stringMatching(detail) as string
    })
  })

  it("asks each resolver of the settings, and counts one that is listed twice once", async () => {
    const [first, second] = await Promise.all([startDnsServer(), startDnsServer()])
    try {
      expect(await examine(first.address, second.address)).toMatchObject({ state: "ok" })
      expect(await examine(first.address, first.address)).toMatchObject({ state: "warn" })
      await second.close()
      expect(await examine(first.address, second.address)).toMatchObject({
        state: "warn",
        detail: expect.stringContaining(second.address) as string
      })
    } finally {
      await first.close()
    }
  })
})
