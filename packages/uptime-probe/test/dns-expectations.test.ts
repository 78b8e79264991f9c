import type { DnsMessage } from "@mon/dns"
import { expect, it } from "vitest"
import { checkDnsExpectations, type DnsExpectation } from "../src/service/DnsExpectation.ts"

const message = (type: string, data: string) =>
  ({ rcode: "NOERROR", answers: [{ name: "example.com", type, ttl: 60, data }] }) as unknown as DnsMessage

const holds = async (expectation: DnsExpectation, type: string, data: string) =>
  (await checkDnsExpectations([expectation], message(type, data)))[0]?.holds

const SPF = "v=spf1 include:a.example include:b.example -all"
const published = [
  `"${SPF}"`,
  `"v=spf1 include:a.example" " include:b.example -all"`,
  `"v=spf1 inc" "lude:a.example include:b." "example -all"`,
  `"" "${SPF}" ""`
]

it.each(published)("a whole TXT value holds however it is divided into strings: %s", async (data) => {
  for (const answer of [...published, SPF])
    expect([answer, await holds({ answer }, "TXT", data)]).toEqual([answer, true])
  for (const answerMatches of ["^v=spf1 ", `^"v=spf1 .*-all"$`, "a\\.example include:b\\.example", "^v=spf1 .* -all$"])
    expect([answerMatches, await holds({ answerMatches }, "TXT", data)]).toEqual([answerMatches, true])
  expect(await holds({ answer: SPF, absent: true }, "TXT", data)).toBe(false)
  expect(await holds({ answer: SPF.replace("-all", "~all") }, "TXT", data)).toBe(false)
  expect(await holds({ answerMatches: "~all" }, "TXT", data)).toBe(false)
})

it.each([
  [String.raw`"a \"b\" \\ c"`, 'a "b" \\ c', true],
  [String.raw`"Gr\195\188" "\195\159e"`, "Grüße", true],
  [String.raw`"Gr\195" "\188\195\159e"`, String.raw`"Gr\195\188\195\159e"`, true],
  [`"a" "b"`, "a b", false],
  [`"a" "b"`, `"a b"`, false]
])("the TXT data %s has the value %s: %s", async (data, answer, expected) => {
  expect(await holds({ answer }, "TXT", data)).toBe(expected)
})

it.each([
  ["CAA", `0 issue "ca.example"`, `0 issue "ca.example"`, true],
  ["CAA", `0 issue "ca.example"`, "ca.example", false],
  ["MX", "10 mx.example.com.", "10 mx.example.com.", true],
  ["SPF", `"v=spf1" " -all"`, "v=spf1 -all", false]
])("%s data %s is compared as it is: %s", async (type, data, answer, expected) => {
  expect(await holds({ answer }, type, data)).toBe(expected)
})
