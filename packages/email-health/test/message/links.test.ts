import { describe, expect, test } from "vitest"
import { checkMessage, type CheckOptions, type MessageReport } from "../../src/message/index.ts"
import { messageWith, sign, zoneOf } from "./signing.ts"

const check = (message: string, options: CheckOptions = {}) => checkMessage(message, { zone: zoneOf(), ...options })
const linksOf = ({ findings }: MessageReport) => findings.filter(({ code }) => code === "link_shows_other_host")
const htmlWith = (html: string, encoding = "7bit", body = html) =>
  messageWith({ "Content-Type": "text/html; charset=utf-8", "Content-Transfer-Encoding": encoding }, body)

const BANK = "https://bank.example/login"

describe("a link that shows another host than it leads to", () => {
  test.each([
    ["a URL", `<a href="https://evil.example/">${BANK}</a>`],
    ["a host", `<a href="https://evil.example/">bank.example</a>`],
    ["a host with www", `<a href='http://evil.example'>www.bank.example</a>`],
    ["a host with a path", `<a href=https://evil.example>bank.example/account?x=1</a>`],
    ["tags and blanks around the text", `<A\nclass="b" HREF = "https://evil.example"> <b>bank</b>.example\r\n</A>`],
    ["references", `<a href="https&#58;//evil&#x2e;example">bank&period;example</a>`],
    ["invisible characters", `<a href="https://evil.example">bank\u200b.exam&shy;ple</a>`],
    ["a slash in place of the blank", `<a/href="https://evil.example">bank.example</a>`],
    ["an attribute that contains another one", `<a title=' href="${BANK}"' href=https://evil.example>bank.example</a>`],
    ["an attribute with a bracket", `<a title="a>b" href="https://evil.example">bank.example</a>`],
    ["two hrefs", `<a href="https://evil.example" href="${BANK}">bank.example</a>`],
    ["the host before an at sign", `<a href="https://bank.example@evil.example/">bank.example</a>`],
    ["no scheme in the link", `<a href="//evil.example/">bank.example</a>`],
    ["no end", `<p><a href="https://evil.example/">bank.example`],
    ["a link before it", `<a href="${BANK}">bank.example</a><a href="https://evil.example/">bank.example</a>`]
  ])("is found with %s", async (_, html) => {
    const [finding, ...others] = linksOf(await check(htmlWith(html)))
    expect(others).toEqual([])
    expect(finding).toMatchObject({
      severity: "medium",
      component: "content",
      message: expect.stringMatching(
        /^The text of a link shows (?:www\.)?bank\.example, but the link leads to evil\.example\.$/u
      ) as unknown
    })
  })

  test("is found for email addresses", async () => {
    const [finding] = linksOf(await check(htmlWith(`<a href="mailto:x@evil.example?subject=a">help@bank.example</a>`)))
    expect(finding?.message).toContain("shows bank.example, but the link leads to evil.example")
  })

  test.each([
    ["another text", `<a href="https://evil.example/">Sign in at the bank</a>`],
    ["a text with a host in it", `<a href="https://evil.example/">News from bank.example</a>`],
    ["the same host", `<a href="${BANK}">bank.example</a>`],
    ["a subdomain", `<a href="https://click.mail.bank.example/x">www.bank.example</a>`],
    ["a host of the same organization", `<a href="https://b.shop.co.uk">a.shop.co.uk</a>`],
    ["a name with a dot", `<a href="https://evil.example/">Node.js</a>`],
    ["the name of a person", `<a href="https://evil.example/">Ada.Lovelace</a>`],
    ["the name of a file", `<a href="https://evil.example/">setup.py</a>`],
    ["a version", `<a href="https://evil.example/">1.2.3</a>`],
    ["an address that leads to the web", `<a href="https://evil.example/">ada@bank.example</a>`],
    ["a link within the message", `<a href="#top">bank.example</a>`],
    ["a link in a comment", `<!-- <a href="https://evil.example/">bank.example</a> -->`],
    ["an element with a similar name", `<abbr href="https://evil.example/">bank.example</abbr>`],
    ["an attribute with a similar name", `<a data-href="https://evil.example/">bank.example</a>`]
  ])("is not found with %s", async (_, html) => {
    expect(linksOf(await check(htmlWith(html)))).toEqual([])
  })

  const HTML = `<a href="https://evil.example/">bank.example</a>`
  test.each([
    ["base64", Buffer.from(HTML).toString("base64").replace(/.{20}/gu, "$&\r\n")],
    ["quoted-printable", HTML.replaceAll("=", "=3D").replace("evil", "ev=\r\nil")],
    ["8bit", HTML]
  ])("is found in a part that is encoded as %s", async (encoding, body) => {
    expect(linksOf(await check(htmlWith("", encoding, body)))).toHaveLength(1)
  })

  const partOf = (headers: string) =>
    messageWith(
      { "Content-Type": "multipart/mixed; boundary=b" },
      `--b\r\nContent-Type: text/html\r\n${headers}\r\n${HTML}\r\n--b--`
    )
  test.each([
    ["a part that is shown", "", 1],
    ["an attachment", "Content-Disposition: attachment; filename=a.html\r\n", 0]
  ])("is read in %s", async (_, headers, count) => {
    expect(linksOf(await check(partOf(headers)))).toHaveLength(count)
  })

  test("is reported once for each pair, and for at most five", async () => {
    expect(linksOf(await check(htmlWith(HTML.repeat(3))))).toHaveLength(1)
    const many = Array.from({ length: 9 }, (_, at) => `<a href="https://evil${at}.example">bank.example</a>`)
    expect(linksOf(await check(htmlWith(many.join(""))))).toHaveLength(5)
  })

  test("matters less if it shows the site of a proven author", async () => {
    const message = htmlWith(`<a href="https://clicks.example.net/1">www.example.com</a>`)
    const severities = async (text: string) => linksOf(await check(text)).map(({ severity }) => severity)
    expect(await severities(await sign(message))).toEqual(["low"])
    expect(await severities(message)).toEqual(["medium"])
    expect(await severities(await sign(message.replace("ada@example.com", "ada@example.net")))).toEqual(["medium"])
  })
})
