import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { serviceChecks } from "./serviceChecks.ts"
import { makeServiceLab, type ServiceLab } from "./serviceLab.ts"

let lab: ServiceLab
beforeAll(async () => {
  lab = await makeServiceLab()
})
afterAll(() => lab.close())

describe("an address that the policy refuses", () => {
  it.each(serviceChecks(10_000))("is not connected to by a check of %s", async (kind, check) => {
    let connections = 0
    const target = await lab.listen(`inside-${kind.toLowerCase().replaceAll(" ", "-")}.example.com`, () => {
      connections += 1
    })
    const result = await check(lab.probeWith([]), target)
    expect(result).toMatchObject({ outcome: "blocked_address", verdict: "down", address: null })
    expect(JSON.stringify({ ...result, blocked: null })).not.toContain("127.0.0.1")
    expect(connections).toBe(0)
  })
})
