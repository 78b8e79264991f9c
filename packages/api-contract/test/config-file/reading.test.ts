import { prototypeWords } from "@mon/tooling/prototypeWords"
import { expect, it } from "vitest"
import { readConfig, readYaml } from "../../src/config-file/index.ts"

const faultsOf = (source: string): ReadonlyArray<string> => {
  const reading = readConfig(source)
  return reading.ok
    ? []
    : reading.faults.map(({ column, line, message, path }) => `${line}:${column} ${path}: ${message}`)
}

const whole = `
version: 1
project: acme-web
defaults:
  domains: { checkInterval: 300, tags: [web] }
tags:
  web: { name: Web, color: "#0b4f9e" }
domains:
  router: { url: router.example.org }
  shop:
    url: https://shop.example.org
    checkInterval: 60
    dependsOn: [router]
    request: { method: HEAD, headers: { x-probe: "\${env:PROBE}" } }
    expect: [{ status: 200-299 }, { json: $.ok, equals: true }]
    degradedAfterMs: 2000
    dnsWatch: { types: [NS, MX] }
    dkimSelectors: [s2026]
urls:
  pricing: { url: https://example.org/pricing, include: ["#price"], trigger: { appears: In stock }, render: true }
channels:
  ops:
    kind: ntfy
    settings: { topic: alerts-k3v9 }
    quietHours: { start: "22:00", end: "07:00", days: [1, 2], timezone: Europe/Berlin }
routes:
  night: { name: Night, steps: [{ afterMinutes: 0, targets: [ops, email] }], monitors: [shop], tags: [web] }
maintenanceWindows:
  sunday:
    { name: Sunday, startsAt: 2027-01-03T01:00:00Z, minutes: 60, recurrence: FREQ=WEEKLY, monitors: [shop, pricing] }
statusPages:
  main:
    name: Acme
    slug: acme
    groups: { shops: { name: Shops } }
    components: { checkout: { name: Checkout, group: shops, monitors: [shop], tags: [other-project/db] } }
`

it("reads everything that an account has", () => {
  expect(faultsOf(whole)).toEqual([])
  const reading = readConfig(whole)
  if (!reading.ok) throw new Error("It was refused.")
  expect(reading.document.domains?.["shop"]?.expect).toEqual([{ status: "200-299" }, { json: "$.ok", equals: true }])
  expect(reading.positionOf(["domains", "shop", "checkInterval"])).toEqual({ line: 12, column: 5 })
})

it("reads JSON, with the same lines", () => {
  const source = `{\n  "version": 1,\n  "project": "acme",\n  "domains": {\n    "shop": { "url": "a.example", "checkInterval": 7 }\n  }\n}`
  expect(faultsOf(source)).toEqual([
    "5:35 domains.shop.checkInterval: checkInterval must be a whole number of seconds between 59 and 86400."
  ])
})

it("names the line of every fault", () => {
  const source = `version: 2
project: 7
domains:
  shop: { url: a.example, intervall: 60 }
  mail: {}
urls:
  pricing: { url: c.example, expect: [{ status: 200-299 }, { statuss: 1 }] }
  other: { url: d.example, screenshotEnabled: sure }
`
  expect(faultsOf(source)).toEqual([
    "1:1 version: version must be 1.",
    "2:1 project: project must start with a letter, contain only letters, digits, dots, underscores and hyphens, and have at most 64 characters.",
    "4:27 domains.shop.intervall: is not allowed here.",
    "5:3 domains.mail.url: URL is required.",
    "7:60 urls.pricing.expect[1]: must be an object with one of: status, text, header, json, matches, responseTimeMs, minimumBytes, maximumBytes, certificate, ipVersion.",
    "8:28 urls.other.screenshotEnabled: screenshotEnabled must be true or false."
  ])
})

it.each([
  [
    "a field of a domain",
    "domains:\n  shop: { url: a.example, chekInterval: 60 }",
    "shop.chekInterval",
    "checkInterval"
  ],
  [
    "a field of a page",
    "urls:\n  shop: { url: a.example, screenshotEnable: true }",
    "shop.screenshotEnable",
    "screenshotEnabled"
  ],
  ["a section", "domians: {}", "domians", "domains"],
  ["a field of a tag", "tags:\n  web: { name: Web, colour: red }", "web.colour", "color"],
  [
    "a field of a component",
    "statusPages:\n  p: { name: P, slug: p, groups: { g: { nam: A } } }",
    "p.groups.g.nam",
    "name"
  ]
])("names the field that is meant by an unknown one: %s", (_, source, path, field) => {
  const faults = faultsOf(`version: 1\nproject: acme\n${source}\n`)
  expect(faults.filter((fault) => fault.includes("not allowed here"))).toEqual([
    expect.stringMatching(
      new RegExp(
        `${path.replaceAll(/[.[\]]/gu, String.raw`\$&`)}: is not allowed here\\. Did you mean ${field}\\?$`,
        "u"
      )
    )
  ])
})

const valueOf = (source: string) => {
  const reading = readYaml(source, { beyondJson: true })
  return reading.ok ? reading.text.value : reading.faults.map(({ message }) => message)
}

it("reads anchors, aliases, merge keys and tags of YAML, if they are asked for", () => {
  expect(valueOf("a: &d { x: 1, y: 2 }\nb: { <<: *d, y: 3 }\nc: { <<: [*d, { x: 9, z: 5 }] }\nd: *d\n")).toEqual({
    a: { x: 1, y: 2 },
    b: { x: 1, y: 3 },
    c: { x: 1, y: 2, z: 5 },
    d: { x: 1, y: 2 }
  })
  expect(valueOf("a: { <<: null, b: 1 }\nc: { <<: text }\n")).toEqual({ a: { b: 1 }, c: {} })
  expect(valueOf('a: !!binary "AAAA"\nb: !!str 5\nc: !!int "7"\n')).toEqual({ a: "AAAA", b: "5", c: 7 })
  expect(valueOf("a: !other 1\n")).toEqual(["Unresolved tag: !other."])
  expect(valueOf("a: *b\n")).toEqual(["is an alias without an anchor."])
  expect(valueOf("a: &a [*a]\n")).toEqual(["is nested too deeply."])
  expect(valueOf("a: &a { <<: *a }\n")).toEqual(["is nested too deeply."])
})

it("refuses what YAML has beyond JSON", () => {
  const head = "version: 1\nproject: acme\n"
  expect(faultsOf(`${head}tags: &a { web: { name: Web } }\n`)).toEqual(["3:10 tags: must not have an anchor or a tag."])
  expect(faultsOf(`${head}tags:\n  a: &x { name: A }\n  b: *x\n`)).toEqual([
    "4:9 tags.a: must not have an anchor or a tag.",
    "5:6 tags.b: must not be an alias. Repeat the value instead."
  ])
  expect(faultsOf(`${head}tags: !!map { web: { name: Web } }\n`)).toEqual([
    "3:13 tags: must not have an anchor or a tag."
  ])
  expect(faultsOf(`${head}tags: { web: !js/function "x" }\n`)).toEqual(["3:14 : Unresolved tag: !js/function."])
  expect(faultsOf(`${head}tags:\n  web: { name: A }\n  web: { name: B }\n`)).toEqual(["5:3 tags.web: occurs twice."])
  expect(faultsOf(`${head}tags:\n  <<: { web: { name: A } }\n`)[0]).toContain("4:3 tags.<<")
  expect(faultsOf(`${head}---\na: 1\n`)).toEqual(["3:1 : The file must contain exactly one document."])
  expect(faultsOf(`${head}tags:\n  __proto__: { name: A }\n`)).toEqual([
    "4:3 tags.__proto__: is not allowed as a name."
  ])
  expect(faultsOf(`${head}tags:\n  a: { name: "A\\0" }\n`)).toEqual([
    "4:14 tags.a.name: must not contain NUL characters or unpaired surrogates."
  ])
  expect(faultsOf("")).toEqual(["1:1 : The file must be an object with version and project."])
})

it("refuses keys that are none", () => {
  expect(
    faultsOf('version: 1\nproject: acme\ndomains:\n  "9": { url: b.example }\n  a/b: { url: c.example }\n')
  ).toEqual([
    "4:3 domains.9: must start with a letter, contain only letters, digits, dots, underscores and hyphens, and have at most 64 characters.",
    "5:3 domains.a/b: must start with a letter, contain only letters, digits, dots, underscores and hyphens, and have at most 64 characters."
  ])
})

it("limits size, depth and number of values", () => {
  expect(faultsOf(`# ${"x".repeat(4 * 1_024 * 1_024)}`)).toEqual(["1:1 : The file must have at most 4194304 bytes."])
  expect(faultsOf(`a: ${"[".repeat(40)}${"]".repeat(40)}`)[0]).toContain("is nested too deeply.")
  expect(faultsOf(`a: ${"[".repeat(100_000)}`)).toEqual(["1:1 : The file is nested too deeply."])
  expect(faultsOf("- ".repeat(100_000))[0]).toContain(" : The file is nested too deeply.")
  expect(faultsOf(`a: [${"1,".repeat(100_001)}]`)).toEqual([
    "1:1 : The file must have at most 100000 names and values."
  ])
})

it("names keys that name nothing", () => {
  const source = `version: 1
project: acme
domains:
  shop: { url: a.example, tags: [webb], dependsOn: [router] }
urls:
  shop: { url: b.example }
channels:
  email: { kind: ntfy, settings: { topic: abc } }
routes:
  all: { name: All, steps: [{ afterMinutes: 0, targets: [ops, email, other/ops] }] }
statusPages:
  main: { name: Main, slug: main, components: { a: { name: A, group: none } } }
`
  expect(faultsOf(source)).toEqual([
    '4:34 domains.shop.tags[0]: The file has no tag with the key "webb".',
    '4:53 domains.shop.dependsOn[0]: The file has no monitor with the key "router".',
    "6:3 urls.shop: Another monitor in the file has the same key.",
    "8:3 channels.email: The key must not be one of: email, whatsapp, webhooks.",
    '10:58 routes.all.steps[0].targets[0]: The file has no channel with the key "ops".',
    '12:63 statusPages.main.components.a.group: The page has no group with the key "none".'
  ])
})

it.each(prototypeWords.filter((word) => word !== "__proto__"))(
  "lets the word %j be a key, and only if it is there",
  (word) => {
    const file = (tags: string) =>
      `version: 1\nproject: acme\n${tags}domains: { a: { url: a.example.org, tags: [${word}] } }\n`
    expect(faultsOf(file(`tags: { ${word}: { name: A } }\n`))).toEqual([])
    expect(faultsOf(file(""))).toHaveLength(1)
    expect(faultsOf(`version: 1\nproject: acme\n${word}: {}\n`)).toHaveLength(1)
    expect(faultsOf(`version: 1\nproject: acme\ntags: { a: { name: A, ${word}: 1 } }\n`)).toHaveLength(1)
    expect(
      faultsOf(`version: 1\nproject: acme\nchannels: { a: { kind: ${word}, settings: { ${word}: x } } }\n`)
    ).not.toEqual([])
  }
)
