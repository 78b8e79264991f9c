import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { type Lab, makeLab } from "./lab.ts"

let lab: Lab
beforeAll(async () => {
  lab = await makeLab()
})
afterEach(() => lab.closeSites())
afterAll(() => lab.close())

const KEEP = { keepFailedAnswer: true } as const

it("a check that failed has its answer, if the request asked for it", async () => {
  const { site, url } = await lab.open("shop.example.com")
  site.behave({ status: 503, headers: { "Retry-After": "60" }, body: "Caf\u00e9 closed" })
  const check = await lab.check(url, KEEP)
  expect(check.failedAnswer).toMatchObject({ headers: { "retry-after": "60" }, text: "Café closed" })
  expect((await lab.check(url)).failedAnswer).toBeUndefined()
  site.behave({ status: 200, body: "open" })
  expect((await lab.check(url, KEEP)).failedAnswer).toBeUndefined()
})

it("a handshake that failed has the code of the TLS library", async () => {
  const { site } = await lab.open("plain.example.com")
  const check = await lab.check(`https://plain.example.com:${site.port}/`)
  expect([check.outcome, check.hops.at(-1)?.tlsError]).toEqual(["tls_handshake", "ERR_SSL_WRONG_VERSION_NUMBER"])
})
