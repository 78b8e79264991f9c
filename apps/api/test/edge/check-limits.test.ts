import { expect, it } from "vitest"
import { siteOf } from "../../src/auth/networkOf.ts"
import { checkLimits, makeCheckLimit } from "../../src/web/visitorChecks/checkLimits.ts"

const NOW = Date.UTC(2026, 10, 28, 12, 10)

it.each([
  ["192.0.2.77", "192.0.2"],
  ["::ffff:192.0.2.77", "192.0.2"],
  ["2001:db8:9:1::1", "2001:db8:9"],
  ["2001:0db8:0009:ffff::1", "2001:db8:9"],
  ["::1", "0:0:0"]
])("the site of %s is %s", (address, site) => {
  expect(siteOf(address)).toBe(site)
})

it("a few networks that ask often close a tool for themselves only", () => {
  const wait = makeCheckLimit()
  const flood = (site: number) =>
    Array.from({ length: checkLimits.perNetwork }, () => wait(`198.51.${site}.7`, NOW)).filter(
      (seconds) => seconds === null
    ).length
  const sites = checkLimits.perProcess / checkLimits.perNetwork
  expect(Array.from({ length: sites }, (_, site) => flood(site))).toEqual(
    Array.from({ length: sites }, () => checkLimits.perNetwork)
  )
  expect(wait("198.51.0.7", NOW)).toBe(3_000)
  expect(wait("198.51.0.8", NOW)).toBe(3_000)
  for (const customer of ["203.0.113.9", "2001:db8:7::1"])
    expect([1, 2, 3].map(() => wait(customer, NOW))).toEqual([null, null, 3_000])
  expect(wait("2001:db8:7:ffff::1", NOW)).toBe(3_000)
})

it("the reserve ends, too, and all begins anew with the hour", () => {
  const wait = makeCheckLimit()
  const allowed = Array.from({ length: 700 }, (_, n) => wait(`10.${n >> 8}.${n & 255}.1`, NOW)).filter(
    (seconds) => seconds === null
  )
  expect(allowed).toHaveLength(checkLimits.perProcess + checkLimits.reserved)
  expect(wait("203.0.113.9", NOW)).toBe(3_000)
  expect(wait("203.0.113.9", NOW + 3_000_000)).toBeNull()
})
