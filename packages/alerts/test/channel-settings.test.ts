import { describe, expect, it } from "vitest"
import { channelOf, channels, describeChannel, ntfy, slack, teams, webhookTemplate } from "../src/channels.ts"
import { everyChannel, exampleSettings, ownMessage } from "./channelCases.ts"

const faultOf = (channel: { readSettings: typeof slack.readSettings }, input: unknown): string => {
  const read = channel.readSettings(input)
  return read.ok ? "" : (read.faults[0]?.message ?? "")
}

describe.each(everyChannel)("the settings of %s", (kind, channel) => {
  it("have examples that can be used, with a pattern that says the same", () => {
    for (const field of Object.values(channel.fields)) {
      expect([field.label, field.refusal(field.example)]).toEqual([field.label, null])
      if (field.pattern !== null) expect(field.example).toMatch(new RegExp(field.pattern, "u"))
      expect(field.example.length).toBeLessThanOrEqual(field.maximum)
    }
    expect(Object.keys(exampleSettings(kind))).toEqual(Object.keys(channel.fields))
  })

  it("name each setting that is missing or wrong, and never quote it", () => {
    const secret = "hunter2 \u0001 hunter2"
    const wrong = Object.fromEntries(Object.keys(channel.fields).map((name) => [name, secret]))
    const read = channel.readSettings(wrong)
    expect(read.ok).toBe(false)
    expect(JSON.stringify(read)).not.toContain("hunter2")
    const required = Object.entries(channel.fields).filter(([, field]) => !field.isOptional)
    const empty = channel.readSettings({})
    expect(empty.ok ? [] : empty.faults.map(({ field }) => field)).toEqual(required.map(([name]) => name))
    for (const input of [null, 1, "a", [], () => 1]) expect(channel.readSettings(input).ok).toBe(false)
    const texts = channel.readSettings(Object.fromEntries(Object.keys(channel.fields).map((name) => [name, 7])))
    expect(texts.ok ? 0 : texts.faults.length).toBe(Object.keys(channel.fields).length)
  })

  it("name what the channel does not have", () => {
    const read = channel.readSettings({ ...exampleSettings(kind), colour: "red" })
    expect(read).toMatchObject({ ok: true, unknown: ["colour"] })
  })

  it("need https, and allow http only for the operator's own targets", () => {
    for (const [name, field] of Object.entries(channel.fields)) {
      if (field.type !== "url") continue
      const http = { ...exampleSettings(kind), [name]: field.example.replace("https:", "http:") }
      expect(channel.readSettings(http)).toMatchObject({ ok: false, faults: [{ field: name }] })
      const targets = [new URL(http[name] ?? "").origin]
      expect(channel.readSettings(http, { targets }).ok).toBe(true)
      const withUser = { ...http, [name]: field.example.replace("https://", "https://user:password@") }
      expect(channel.readSettings(withUser).ok).toBe(false)
    }
  })

  it("are plain data for forms and documentation", () => {
    const described = describeChannel(channel)
    expect(JSON.parse(JSON.stringify(described))).toEqual(described)
    expect(described.fields.map(({ name }) => name)).toEqual(Object.keys(channel.fields))
    expect(channelOf(kind)).toBe(channel)
    expect(channel.kind).toBe(kind)
    expect(channel.steps).toHaveLength(3)
  })
})

it("has no channel for a kind of another release", () => {
  expect([channelOf("fax"), channelOf("constructor"), channelOf("__proto__")]).toEqual([null, null, null])
  expect(Object.keys(channels)).toHaveLength(15)
})

it("refuses the connectors that Microsoft has switched off", () => {
  for (const host of ["contoso.webhook.office.com", "outlook.office.com", "outlook.office365.com"])
    expect(faultOf(teams as never, { url: `https://${host}/webhookb2/a@b/IncomingWebhook/c/d` })).toContain(
      "Create a workflow in Teams"
    )
})

it("recognizes a Slack workflow", () =>
  expect(faultOf(slack, { url: "https://hooks.slack.com/triggers/T0/1/abc" })).toContain("incoming webhook"))

it("accepts a server of one's own", () =>
  expect(
    ntfy.readSettings({ server: "http://ntfy.lan:8080", topic: "a" }, { targets: ["http://ntfy.lan:8080"] }).ok
  ).toBe(true))

const templateSettings = (template: string, type = "json", headers = "") => ({
  url: "https://hook.example.com/in",
  method: "POST",
  type,
  headers,
  template
})

describe("a template", () => {
  const message = ownMessage('A "quoted" title\\ {{text}}', "line 1\nline 2 & more = x")
  const bodyOf = (template: string, type?: string) =>
    webhookTemplate.request(message, templateSettings(template, type)).body
  const faultFor = (template: string, type?: string, headers?: string) =>
    faultOf(webhookTemplate as never, templateSettings(template, type, headers))

  it("puts values into texts, and never a value into a value", () => {
    expect(JSON.parse(bodyOf('{"a": "{{title}}", "b": ["x {{ severity }} y"], "c": 1, "d": null}'))).toEqual({
      a: 'A "quoted" title\\ {{text}}',
      b: ["x info y"],
      c: 1,
      d: null
    })
    expect([...new URLSearchParams(bodyOf("text={{text}}&a=b", "form"))]).toEqual([
      ["text", "line 1\nline 2 & more = x"],
      ["a", "b"]
    ])
    expect(bodyOf("{{phase}}: {{text}}", "text")).toBe("notice: line 1\nline 2 & more = x")
  })

  it("keeps all else as it is written", () => {
    const written =
      '{ "channel_id": 123456789012345678, "ratio": 1.0,\n "a\\"b": "\\u00e9 {{severity}}", "a": 1, "a": 2 }'
    expect(faultFor(written)).toBe("")
    expect(bodyOf(written)).toBe(written.replace("\\u00e9 {{severity}}", "é info"))
  })

  it("has no values in names, and no braces without their others", () => {
    expect(faultFor('{"{{title}}": 1}')).toBe("Use values such as {{title}} only in text, not in field names.")
    for (const text of ["{{title", "title}}", "{{title}} {{"])
      expect(faultFor(`{"a": "${text}"}`)).toContain("without a closing }}")
  })

  it("is sent although this release refuses it, if it was stored before", () => {
    for (const template of ['{"{{title}}": "{{phase}}"}', `${"[".repeat(3_898)}"{{phase}}"${"]".repeat(3_898)}`]) {
      expect(webhookTemplate.readSettings(templateSettings(template)).ok).toBe(false)
      expect(webhookTemplate.readSettings(templateSettings(template), { stored: true }).ok).toBe(true)
      expect(bodyOf(template)).toBe(template.replace("{{phase}}", "notice"))
    }
  })

  it("cannot name anything but its values", () => {
    for (const name of ["constructor", "__proto__", "title.length", "process.env", "7*7", ""])
      expect(faultFor(`{"a": "{{${name}}}"}`)).toContain("The template uses an unknown value: ")
    expect(faultFor('{"a": {{title}}}')).toContain("must be JSON")
    expect(faultFor("{{title", "text")).toContain("without a closing }}")
  })

  it.each([
    ["objects", '{"a":', "}"],
    ["arrays", "[", "]"]
  ])("has %s that are nested at most 64 levels deep", (_, open, close) => {
    const nested = (levels: number) => `${open.repeat(levels)}"{{title}}"${close.repeat(levels)}`
    expect(faultFor(nested(64))).toBe("")
    expect(bodyOf(nested(64))).toContain("quoted")
    for (const levels of [65, 600])
      expect(faultFor(nested(levels))).toBe("The template's values must be nested at most 64 levels deep.")
    expect(faultFor("[".repeat(7_990) + "]".repeat(7_990))).toContain("64 levels")
  })

  it("sends headers that belong to it only", () => {
    expect(faultFor("a", "text", "Authorization: Bearer abc\nX-A: b")).toBe("")
    for (const header of [
      "Host: a",
      "Content-Length: 1",
      "transfer-encoding: chunked",
      "Connection: close",
      "Idempotency-Key: 1",
      "X-HTTP-Method-Override: DELETE",
      "x-http-method: DELETE",
      "X-Method-Override: DELETE",
      "X_HTTP_METHOD_OVERRIDE: DELETE",
      "_method: DELETE"
    ])
      expect(faultFor("a", "text", header)).toContain("cannot be set")
    for (const header of ["no colon", ": a", "a b: c", "A: \u00fc"])
      expect(faultFor("a", "text", header)).toContain("one header per line")
    const request = webhookTemplate.request(message, templateSettings("a", "text", "X-A: b"))
    expect(request.headers).toEqual({
      "X-A": "b",
      "Content-Type": "text/plain; charset=utf-8",
      "Idempotency-Key": "d1"
    })
  })
})
