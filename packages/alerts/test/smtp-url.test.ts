import { describe, expect, it } from "vitest"
import { parseSmtpUrl, type SmtpEndpoint } from "../src/index.ts"

const endpoint = (text: string): SmtpEndpoint => {
  const parsed = parseSmtpUrl(text)
  if (!parsed.ok) throw new Error(parsed.message)
  return parsed.endpoint
}

describe("the URL of a mail server", () => {
  it.each([
    ["smtp://mail.example.com", 587, "required"],
    ["smtp://mail.example.com:25/", 25, "required"],
    ["smtps://mail.example.com", 465, "implicit"],
    ["smtp://localhost:1025", 1025, "off"],
    ["smtp://127.0.0.9", 587, "off"],
    ["smtp://[::1]:2525", 2525, "off"],
    ["smtp://127.0.0.1:25?tls=required", 25, "required"],
    ["smtp://relay.example.com:25?tls=optional", 25, "optional"],
    ["smtp://10.0.0.7:25?tls=off", 25, "off"]
  ] as const)("%s: port %i, TLS %s", (text, port, tls) =>
    expect(endpoint(text)).toMatchObject({ port, tls, credentials: null, clientName: null })
  )

  it("decodes the credentials and the name", () => {
    expect(endpoint("smtp://ann%40example.com:p%40ss%2Fw%3A@mail.example.com?name=mon.example.com")).toEqual({
      host: "mail.example.com",
      port: 587,
      tls: "required",
      credentials: { user: "ann@example.com", password: "p@ss/w:" },
      clientName: "mon.example.com"
    })
    expect(endpoint("smtp://[2001:db8::1]").host).toBe("2001:db8::1")
  })

  it.each([
    "",
    "mail.example.com:587",
    "http://mail.example.com",
    "smtp://",
    "smtp:///x",
    "smtp://mail.example.com/path",
    "smtp://mail.example.com?tls=maybe",
    "smtp://mail.example.com?tls.rejectUnauthorized=false",
    "smtp://mail.example.com?logger=true",
    "smtps://mail.example.com?tls=off",
    "smtp://ann@mail.example.com",
    "smtp://:secret@mail.example.com",
    "smtp://ann:%E0%A4%A@mail.example.com",
    "smtp://mail.example.com?name=a%0d%0aMAIL",
    "smtp://mail.example.com:99999"
  ])("refuses %s without quoting it", (text) => {
    expect(parseSmtpUrl(text)).toEqual({ ok: false, message: expect.not.stringContaining("secret") })
  })
})
