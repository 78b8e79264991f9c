import { expect, test } from "vitest"
import { checkMessage } from "../../src/message/index.ts"
import { messageWith, sign, zoneOf } from "./signing.ts"

const LIST = "<mailto:u@example.com>, <https://example.com/u/opaque>"
const POST = "List-Unsubscribe=One-Click"
const SIGNED = ["from", "to", "subject", "date", "list-unsubscribe", "list-unsubscribe-post"]

const check = async (headers: Readonly<Record<string, string>>, headerList: ReadonlyArray<string> = SIGNED) => {
  const report = await checkMessage(await sign(messageWith(headers), { headerList: [...headerList] }), {
    zone: zoneOf()
  })
  const codes = report.findings.filter(({ component }) => component === "unsubscribe").map(({ code }) => code)
  return { codes, oneClick: report.unsubscribe.oneClick, text: JSON.stringify(report) }
}

test("headers of RFC 8058 section 8.1 that are signed are one-click", async () => {
  const { codes, oneClick, text } = await check({ "List-Unsubscribe": LIST, "List-Unsubscribe-Post": POST })
  expect([codes, oneClick]).toEqual([[], true])
  expect(text).not.toContain("opaque")
})

test.each([
  ["unsubscribe_not_signed", { "List-Unsubscribe": LIST, "List-Unsubscribe-Post": POST }, ["from", "list-unsubscribe"]],
  ["unsubscribe_no_post", { "List-Unsubscribe": LIST }, SIGNED],
  ["unsubscribe_post_malformed", { "List-Unsubscribe": LIST, "List-Unsubscribe-Post": "yes" }, SIGNED],
  ["unsubscribe_no_https", { "List-Unsubscribe": "<mailto:u@example.com>", "List-Unsubscribe-Post": POST }, SIGNED],
  ["unsubscribe_no_https", { "List-Unsubscribe": "<http://example.com/u>", "List-Unsubscribe-Post": POST }, SIGNED],
  ["unsubscribe_malformed", { "List-Unsubscribe": "https://example.com/u", "List-Unsubscribe-Post": POST }, SIGNED],
  ["unsubscribe_missing", { "List-Id": "<news.example.com>" }, SIGNED]
] as const)("%s is found", async (code, headers, signed) => {
  expect(await check(headers, signed)).toMatchObject({ codes: [code], oneClick: false })
})

const URI = "<https://example.com/u>"

test.each([
  `(Leave) ${URI}`,
  `(Leave (the list)) ${URI} (here)`,
  `${URI} or write to us`,
  `${URI}, <mailto:u@example.com?subject=(x)> (Use this), never`,
  `(a \\) b)${URI}`,
  `${URI}, https://example.com/v`,
  "<https://example.com/ u>",
  `<mailto:u@example.com>(mail) , (web) ${URI}`,
  `${URI},`,
  `${URI} <https://example.com/ignored`
])("%s is one-click", async (value) => {
  expect(await check({ "List-Unsubscribe": value, "List-Unsubscribe-Post": POST })).toMatchObject({
    codes: [],
    oneClick: true
  })
})

test.each([
  "(Leave)",
  "(Leave <https://example.com/u>",
  "Leave <https://example.com/u>",
  "<https://example.com/u",
  ", <https://example.com/u>"
])("%s is malformed", async (value) => {
  expect((await check({ "List-Unsubscribe": value, "List-Unsubscribe-Post": POST })).codes).toEqual([
    "unsubscribe_malformed"
  ])
})

test.each([`<mailto:u@example.com> ${URI}`, `<mailto:u@example.com>, x, ${URI}`])(
  "of %s only the first address is read",
  async (value) => {
    expect((await check({ "List-Unsubscribe": value, "List-Unsubscribe-Post": POST })).codes).toEqual([
      "unsubscribe_no_https"
    ])
  }
)

test("a message to one person needs no unsubscribe header", async () => {
  expect((await check({})).codes).toEqual([])
})
