import { expect, test } from "vitest"
import { checkMessage } from "../../src/message/index.ts"
import { messageWith, rsa, seal, sign, zoneOf } from "./signing.ts"

const DOMAINS = ["one.example", "two.example", "three.example"]
const zone = zoneOf(Object.fromEntries(DOMAINS.map((domain) => [`arc._domainkey.${domain}`, { TXT: [rsa.record] }])))

const chainOf = async (length: number): Promise<string> => {
  let message = await sign(messageWith())
  for (let instance = 1; instance <= length; instance++)
    message = await seal(message, DOMAINS[instance - 1] ?? "", instance)
  return message
}

test.each([1, 2, 3])("a chain of %i sets of another implementation passes", async (length) => {
  const { arc } = await checkMessage(await chainOf(length), { zone })
  expect(arc).toEqual({ status: "pass", sets: length, sealers: DOMAINS.slice(0, length), detail: null })
})

test("a message without a chain has none", async () => {
  expect((await checkMessage(messageWith(), { zone })).arc.status).toBe("none")
})

test.each([
  ["a changed body", (text: string) => text.replace("hungry", "thirsty")],
  ["a changed result", (text: string) => text.replace("dkim=pass header.d", "dkim=fail header.d")],
  ["a missing seal", (text: string) => text.replace(/ARC-Seal:(?:.|\r\n[ \t])+\r\n/, "")],
  ["an instance that occurs twice", (text: string) => text.replace("i=2", "i=1")],
  ["a seal that says fail", (text: string) => text.replace("cv=pass", "cv=fail")],
  ["a gap", (text: string) => text.replaceAll("i=2;", "i=3;")]
])("a chain with %s fails, and DKIM is judged on its own", async (_, change) => {
  const report = await checkMessage(change(await chainOf(2)), { zone })
  expect(report.arc.status).toBe("fail")
  expect(report.findings.map(({ code }) => code)).toContain("arc_fail")
})

test("a seal with an empty tag is malformed", async () => {
  const message = (await chainOf(2)).replace(/(ARC-Seal:[^;]*;)/, "$1;")
  expect((await checkMessage(message, { zone })).arc).toMatchObject({
    status: "fail",
    detail: "The ARC set of instance 2 is incomplete."
  })
})

test("a chain whose key the DNS does not answer is unknown", async () => {
  const report = await checkMessage(await chainOf(2), {
    zone: { ...zone, "arc._domainkey.two.example": { fail: "ServFail" } }
  })
  expect(report).toMatchObject({ incomplete: true, arc: { status: "unknown", sealers: DOMAINS.slice(0, 2) } })
})

test("a chain of more than ten sets is not verified", async () => {
  const sets = Array.from(
    { length: 11 },
    (_, index) =>
      `ARC-Seal: i=${index + 1}; a=rsa-sha256; cv=pass; d=one.example; s=arc; b=AA==\r\nARC-Message-Signature: i=${index + 1}; b=\r\nARC-Authentication-Results: i=${index + 1}; x\r\n`
  )
  const { arc, queries } = await checkMessage(sets.join("") + messageWith(), { zone })
  expect(arc).toMatchObject({ status: "unknown", sets: 11 })
  expect(queries).toBeLessThan(10)
})
