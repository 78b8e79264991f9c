import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { multipartFields } from "../../src/http/multipartFields.ts"
import { checkLimits } from "../../src/web/visitorChecks/checkLimits.ts"
import { openWorld, type TestApi, type World } from "../World.ts"
import { behindProxy, visitor } from "./Visitor.ts"

const PATH = "/tools/email-message"
const BOUNDARY = "----form7MA4YWxkTrZu0gW"
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`
const MESSAGE =
  "Received: from mail.example.com ([192.0.2.1]) by mx.example.net; Sat, 21 Nov 2026 08:15:00 +0000\r\n" +
  "From: Ada <ada@news.example.com>\r\nReturn-Path: <ada@example.com>\r\nTo: bob@example.net\r\nSubject: Dinner\r\n" +
  "Date: Sat, 21 Nov 2026 08:15:00 +0000\r\nMessage-ID: <1@example.com>\r\n\r\nAre you hungry yet?\r\n"

const bodyOf = (fields: Readonly<Record<string, string>>): string =>
  `${Object.entries(fields)
    .map(([name, value]) => {
      const file = name === "file" ? '; filename="a.eml"\r\nContent-Type: message/rfc822' : ""
      return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`
    })
    .join("")}--${BOUNDARY}--\r\n`

describe("the email message tool", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({
      settings: behindProxy,
      zone: { "example.com": { TXT: ["v=spf1 ip4:192.0.2.0/24 -all"] } }
    })
  })
  afterAll(() => world.close())

  let networks = 0
  const post = (fields: Readonly<Record<string, string>>, more: Readonly<Record<string, string>> = {}) => {
    networks += 1
    return api.send("POST", PATH, {
      body: bodyOf(fields),
      headers: {
        Accept: "text/html",
        Origin: api.origin,
        "Content-Type": TYPE,
        "X-Forwarded-For": `198.19.0.${networks}`,
        ...more
      }
    })
  }

  it("has a form that search engines may list, without scripts, and the tools lead to each other", async () => {
    const { headers, status, text } = await visitor(api).get(PATH)
    expect([status, headers["x-robots-tag"]]).toEqual([200, undefined])
    expect(headers["content-security-policy"]).toContain("default-src 'none'")
    expect(text).toContain("We do not store the message, and do not open anything in it.")
    expect(text).toContain('href="/tools/email-health"')
    expect((await visitor(api).get("/tools/email-health")).text).toContain(`href="${PATH}"`)
  })

  it.each(["file", "message"])("shows the verdict on the %s, which nothing stores", async (name) => {
    const { headers, status, text } = await post({ file: "", message: "", [name]: MESSAGE, clientIp: " 192.0.2.1 " })
    expect([status, headers["x-robots-tag"], headers["cache-control"]]).toEqual([200, "noindex", "no-store"])
    for (const part of [
      "ada@news.example.com",
      "Aligned",
      "no DMARC record",
      "mx.example.net",
      "has no DKIM signature"
    ])
      expect(text).toContain(part)
    expect(text).not.toContain("hungry")
  })

  it("shows what a message contains as text", async () => {
    const hostile = "<script>alert(1)</script>"
    const message = MESSAGE.replace("Ada <", `"${hostile} x@bank.example" <`)
    const { status, text } = await post({ message })
    expect(status).toBe(200)
    expect(text).toContain("x@bank.example")
    expect(text).not.toContain("<script")
  })

  it.each<readonly [Readonly<Record<string, string>>, number, string]>([
    [{}, 400, "Choose a file, or paste the source of a message."],
    [{ file: "", message: "" }, 400, "Choose a file, or paste the source of a message."],
    [{ message: MESSAGE, clientIp: "<b>" }, 400, "Enter an IPv4 or IPv6 address, or leave the field empty."],
    [{ message: MESSAGE, mailFrom: "nobody" }, 400, "Enter an email address, or leave the field empty."],
    [{ file: "x".repeat(1_048_577) }, 413, "The message is larger than 1 MiB."],
    [{ file: "x".repeat(1_100_000) }, 413, "The message is larger than 1 MiB."]
  ])("refuses a form that is wrong, and names the field (%#)", async (fields, expected, message) => {
    const { status, text } = await post(fields)
    expect([status, text.includes(message), text.includes("<b>")]).toEqual([expected, true, false])
  })

  it("refuses forms of other sites", async () => {
    expect((await post({ message: MESSAGE }, { "Sec-Fetch-Site": "cross-site" })).status).toBe(403)
  })

  it("refuses forms of another type", async () => {
    expect((await visitor(api).post(PATH, { message: MESSAGE })).status).toBe(400)
  })

  it("checks ten messages an hour for one address", async () => {
    const from = { "X-Forwarded-For": "203.0.113.9" }
    for (let count = 0; count < checkLimits.perNetwork; count++)
      expect((await post({ message: MESSAGE }, from)).status).toBe(200)
    const { headers, status, text } = await post({ message: MESSAGE }, from)
    expect([status, Number(headers["retry-after"]) > 0, text.includes("Too many attempts.")]).toEqual([429, true, true])
  })
})

const read = (type: string, body: string) => {
  const fields = multipartFields(type, Buffer.from(body))
  return fields === null ? null : Object.fromEntries([...fields].map(([name, value]) => [name, String(value)]))
}

describe("the fields of a form with files", () => {
  it("are the first of each name that is not empty, with all line ends", () => {
    expect(read(TYPE, bodyOf({ file: "", message: "a\r\n\r\nb\n--x\r\n", clientIp: "1" }))).toEqual({
      message: "a\r\n\r\nb\n--x\r\n",
      clientIp: "1"
    })
    const twice = bodyOf({ a: "1" }).replace(`--${BOUNDARY}--`, bodyOf({ a: "2" }).trimEnd())
    expect(read(TYPE, twice)).toEqual({ a: "1" })
    expect(read(`multipart/form-data; boundary="${BOUNDARY}"`, bodyOf({ a: "1" }))).toEqual({ a: "1" })
  })
  it.each([
    ["another type", "text/plain", bodyOf({ a: "1" })],
    ["no boundary", "multipart/form-data", bodyOf({ a: "1" })],
    ["another boundary", "multipart/form-data; boundary=x", bodyOf({ a: "1" })],
    ["no end", TYPE, bodyOf({ a: "1" }).slice(0, -6)],
    ["no headers", TYPE, `--${BOUNDARY}\r\n\r\n--${BOUNDARY}--`],
    ["nothing", TYPE, ""],
    ["too many parts", TYPE, bodyOf(Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`f${at}`, "1"])))]
  ])("are null with %s", (_, type, body) => expect(read(type, body)).toBeNull())
})
