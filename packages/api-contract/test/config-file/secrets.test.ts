import { expect, it } from "vitest"
import { expandConfig, readConfig } from "../../src/config-file/index.ts"

const file = `version: 1
project: acme
domains:
  shop:
    url: shop.example.org # \${env:NOT_A_SECRET}
    request:
      method: POST
      headers: { authorization: "Bearer \${env:TOKEN}", x-two: '\${env:TOKEN}-\${env:OTHER}' }
      body: |
        {"a": "\${env:BODY}"}
        second line
    checkInterval: 300
channels:
  ops: { kind: slack, settings: { url: "\${env:SLACK}" } }
`

it("puts values in the place of variables, and moves no line", () => {
  const values = new Map([
    ["TOKEN", 'a"b: c'],
    ["BODY", 'a"b\nc: d'],
    ["OTHER", "${env:TOKEN}"],
    ["SLACK", "https://hooks.slack.com/services/T/B/x"]
  ])
  const expanded = expandConfig(file, values)
  if (!expanded.ok) throw new Error(JSON.stringify(expanded.faults))
  expect(expanded.source.split("\n")).toHaveLength(file.split("\n").length)
  expect(expanded.variables.map(({ name, path }) => `${name} ${path.join(".")}`)).toEqual([
    "TOKEN domains.shop.request.headers.authorization",
    "TOKEN domains.shop.request.headers.x-two",
    "OTHER domains.shop.request.headers.x-two",
    "BODY domains.shop.request.body",
    "SLACK channels.ops.settings.url"
  ])
  const before = readConfig(file)
  const reading = readConfig(expanded.source)
  if (!reading.ok || !before.ok) throw new Error("It was refused.")
  expect(reading.document.domains?.["shop"]?.request).toMatchObject({
    headers: { authorization: 'Bearer a"b: c', "x-two": 'a"b: c-${env:TOKEN}' },
    body: '{"a": "a"b\nc: d"}\nsecond line\n'
  })
  const place = ["domains", "shop", "checkInterval"]
  expect(reading.positionOf(place)).toEqual(before.positionOf(place))
})

const fileWith = (token: string, section = "heartbeats: { backup:") =>
  `version: 1\nproject: acme\n${section} { token: "${token}" } }\n`

it("a token of a heartbeat can be a variable, has the pattern of the API, and is no default", () => {
  const expanded = expandConfig(fileWith("${env:TOKEN}"), new Map([["TOKEN", "q3zTrP0vLx8JmW5n"]]))
  const reading = readConfig(expanded.ok ? expanded.source : "")
  expect(reading.ok && reading.document.heartbeats?.["backup"]?.token).toBe("q3zTrP0vLx8JmW5n")
  expect(readConfig(fileWith("short"))).toMatchObject({
    ok: false,
    faults: [{ path: "heartbeats.backup.token", line: 3, message: expect.stringMatching(/^token must be 10 to 128/u) }]
  })
  expect(readConfig(fileWith("q3zTrP0vLx8JmW5n", "defaults: { heartbeats:"))).toMatchObject({
    ok: false,
    faults: [{ path: "defaults.heartbeats.token", message: "is not allowed here." }]
  })
})

it("names variables without a value, and where they are", () => {
  expect(expandConfig(file, new Map([["TOKEN", "x"]]))).toMatchObject({
    ok: false,
    faults: [
      { line: 8, path: "domains.shop.request.headers.x-two" },
      { line: 9, path: "domains.shop.request.body" },
      {
        line: 14,
        path: "channels.ops.settings.url",
        message: "refers to SLACK, which has no value. Set it with --env or --env-file."
      }
    ]
  })
})

it("refuses variables where nothing is secret, and names that are none", () => {
  const source = `version: 1
project: acme
domains:
  shop: { url: "\${env:HOST}", name: "\${env:NAME}", request: { headers: { a: "\${env:A B}" } } }
channels:
  ops: { kind: ntfy, settings: { server: "\${env:TOPIC}" }, name: "\${env:NAME}" }
`
  const reading = readConfig(source)
  expect(reading.ok ? [] : reading.faults.map(({ path }) => path)).toEqual([
    "domains.shop.url",
    "domains.shop.name",
    "domains.shop.request.headers.a",
    "channels.ops.settings.server",
    "channels.ops.name"
  ])
})

it("replaces only variables of the sections that are asked for", () => {
  const expanded = expandConfig(
    file,
    new Map([
      ["TOKEN", "x"],
      ["TWO", "y"]
    ]),
    { sections: ["tags"] }
  )
  expect(expanded).toMatchObject({ ok: true, source: file, variables: [] })
  const monitors = expandConfig(file, new Map(), { sections: ["domains", "urls"] })
  expect(monitors.ok ? [] : monitors.faults.map(({ path }) => path.split(".")[0])).not.toContain("channels")
})
