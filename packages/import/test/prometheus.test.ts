import { expect, it } from "vitest"
import { importMonitors } from "../src/index.ts"
import {
  blackboxModules as modules,
  prometheusConfig as prometheus,
  prometheusFiles as files
} from "./fixtures/prometheus.ts"
import { linesOf, silentPaths, worked } from "./imported.ts"

it("pairs targets with modules", async () => {
  const { document, report } = await worked(importMonitors("blackbox", files, { provenHosts: true }))
  expect(Object.keys(document.domains ?? {})).toHaveLength(5)
  expect(document.domains?.["probe-strict-shop-example-org"]).toEqual({
    url: "https://shop.example.org",
    checkInterval: 300,
    timeoutSeconds: 8,
    request: {
      method: "POST",
      headers: {
        "X-Probe": "${env:PROBE_STRICT_SHOP_EXAMPLE_ORG_HEADERS_X_PROBE}",
        Accept: "text/html",
        "X-Key": "${env:PROBE_STRICT_SHOP_EXAMPLE_ORG_HEADERS_X_KEY}"
      },
      body: "${env:PROBE_STRICT_SHOP_EXAMPLE_ORG_BODY}",
      auth: { username: "ann", password: "${env:PROBE_STRICT_SHOP_EXAMPLE_ORG_AUTH_PASSWORD}" }
    },
    expect: [
      { status: "200, 204" },
      { matches: "error", absent: true, ignoreCase: true },
      { matches: String.raw`In stock: \d+` },
      { certificate: "valid" }
    ],
    tags: ["probe-shops", "probe-team-web"]
  })
  expect(document.domains?.["probe-http-2xx-plain-example-org"]).toEqual({
    url: "http://plain.example.org",
    checkInterval: 60,
    expect: [{ status: "200-299" }],
    tags: ["probe-plain"]
  })
  expect(document.domains?.["probe-strict-extra-example-org"]?.tags).toEqual(["probe-shops", "probe-team-extra"])
  expect(document.services).toEqual({
    "probe-icmp-router-example-org": {
      name: "router.example.org",
      checkInterval: 60,
      timeoutSeconds: 5,
      check: { type: "icmp", target: "router.example.org" },
      tags: ["probe-ping"]
    }
  })
  expect(report.missingKinds).toEqual([])
  expect(JSON.stringify([document, report])).not.toContain("not-a-real-one")
})

it("says of every field of a module, a job and the files what became of it", async () => {
  const result = await worked(importMonitors("blackbox", files))
  for (const [name, target] of [
    ["strict", "https://shop.example.org"],
    ["bearer", "https://api.example.org"],
    ["http_2xx", "plain.example.org"]
  ] as const)
    expect(silentPaths({ modules: { [name]: modules[name] } }, result, "monitor", `${name} ${target}`)).toEqual([])
  expect(
    silentPaths(
      { scrape_interval: 1, params: { module: 1 }, static_configs: 1, file_sd_configs: 1, relabel_configs: 1 },
      result,
      "file",
      "job shops"
    )
  ).toEqual([])
  expect(silentPaths({ global: 1, rule_files: 1 }, result, "file", "prometheus.yml")).toEqual([])
  expect(linesOf(result, "file", "unused.yaml")).toEqual([": left_out - No job refers to the file."])
  expect(linesOf(result, "file", "job node")).toEqual([": left_out - The job scrapes metrics and runs no probes."])
  expect(linesOf(result, "file", "job shops")).toContain(
    "file_sd_configs: left_out - The import was not given the file missing.yml."
  )
  expect(linesOf(result, "monitor", "absent x.example.org")).toEqual([": left_out - No file has the absent module."])
  expect(
    linesOf(result, "monitor", "strict https://shop.example.org").find((line) => line.includes("regexp[1]"))
  ).toContain("left_out")
})

/** Imports a single target with a module that has the given options. */
const probedWith = (http: unknown) =>
  worked(
    importMonitors(
      "blackbox",
      new Map([
        [
          "blackbox.yml",
          typeof http === "string" ? http : JSON.stringify({ modules: { m: { prober: "http", http } } })
        ],
        [
          "prometheus.yml",
          `scrape_configs: [{ job_name: j, metrics_path: /probe, params: { module: [m] }, static_configs: [{ targets: ["https://shop.example.org"] }] }]`
        ]
      ])
    )
  )

const expectationsOf = ({ document }: Awaited<ReturnType<typeof worked>>) =>
  Object.values(document.domains ?? {})[0]?.expect ?? []

it.each([
  ["(?i)error", { matches: "error", ignoreCase: true }],
  ["(?s)a.*b", { matches: String.raw`a[\s\S]*b` }],
  ["(?is)a.*b", { matches: String.raw`a[\s\S]*b`, ignoreCase: true }],
  ["a.*b", { matches: String.raw`a[^\n]*b` }],
  ["(?i:in) stock", { matches: "[Ii][Nn] stock" }],
  ["[[:digit:]]+ left", { matches: String.raw`\d+ left` }],
  ["[[:^space:]]", { matches: String.raw`[^\t-\r \udc00-\udfff][\udc00-\udfff]?` }],
  [String.raw`\Q1.5 (a)\E`, { matches: String.raw`1\.5 \(a\)` }],
  [String.raw`\AOK\z`, { matches: "^OK$" }],
  ["(?m)^OK$", { matches: String.raw`(?:^|\n)OK(?:\n|$)` }],
  ["(?P<state>up|down)", { matches: "(up|down)" }],
  [String.raw`\sx`, { matches: String.raw`[\t\n\f\r ]x` }],
  [String.raw`\pL`, String.raw`it has \p, which is not supported.`],
  [String.raw`\C`, String.raw`it has \C, which is not supported.`],
  ["a**", "it repeats a repetition."],
  ["a(?=b)", "it has a lookahead, a lookbehind or an unknown flag."]
])("carries a pattern over with the same meaning, or leaves it out with a reason: %s", async (pattern, expected) => {
  const result = await probedWith({
    fail_if_body_matches_regexp: [pattern],
    fail_if_header_not_matches: [{ header: "x-a", regexp: pattern }]
  })
  const found = expectationsOf(result).slice(1)
  const lines = linesOf(result, "monitor", "m https://shop.example.org").filter((line) => line.includes("regexp"))
  if (typeof expected === "string") {
    expect(found).toEqual([])
    expect(lines.map((line) => line.replace(/^.*(?=left_out)/u, ""))).toEqual(
      ["left_out - Mon does not support the pattern: ", "left_out - Mon does not support the pattern: "].map(
        (start) => start + expected
      )
    )
  } else {
    expect(found[0]).toEqual({ ...expected, absent: true })
    expect(lines[0]).toContain("carried")
    // The pattern of a header has no option for the case of letters.
    expect(found[1]).toMatchObject({ header: "x-a" })
    expect(found[1]).not.toHaveProperty("ignoreCase")
    if (!("ignoreCase" in expected)) expect(found[1]).toMatchObject(expected)
  }
})

/** Returns the modules with which the targets of a job are probed. */
const modulesOf = async (job: string) => {
  const { report } = await worked(
    importMonitors(
      "blackbox",
      new Map([
        ["blackbox.yml", "modules: { http_2xx: { prober: http }, other: { prober: http }, third: { prober: http } }"],
        ["prometheus.yml", `scrape_configs: [{ job_name: j, metrics_path: /probe, ${job} }]`]
      ])
    )
  )
  return report.groups
    .filter(({ kind }) => kind === "monitor")
    .map(({ id, lines }) => [id.split(" ")[0], lines.find(({ field }) => field === "")?.note ?? null])
}

const one = 'static_configs: [{ targets: ["https://shop.example.org"], labels: { probe: third } }]'

it.each([
  ["no parameters", one, [["http_2xx", null]]],
  ["other parameters", `params: { debug: ["true"] }, ${one}`, [["http_2xx", null]]],
  ["an empty list", `params: { module: [] }, ${one}`, [["http_2xx", null]]],
  ["a parameter", `params: { module: [other] }, ${one}`, [["other", null]]],
  ["a constant", `relabel_configs: [{ target_label: __param_module, replacement: other }], ${one}`, [["other", null]]],
  [
    "a label",
    `params: { module: [other] }, relabel_configs: [{ source_labels: [probe], target_label: __param_module }], ${one}`,
    [["third", null]]
  ],
  ["a label of its own", one.replace("probe: third", "__param_module: other"), [["other", null]]],
  [
    "a rule with a pattern",
    `relabel_configs: [{ source_labels: [probe], regex: "(.*)", target_label: __param_module, replacement: "$1" }], ${one}`,
    [["j", "The relabel_configs of its job choose the module."]]
  ],
  [
    "a module that no file has",
    `params: { module: [constructor] }, ${one}`,
    [["constructor", "No file has the constructor module."]]
  ]
])("probes targets of a job with %s", async (_name, job, expected) => {
  expect(await modulesOf(job)).toEqual(expected)
})

it.each([
  ["yes", true],
  ["Yes", true],
  ["on", true],
  ["y", true],
  ["true", true],
  ["no", false],
  ["off", false],
  ["N", false]
])("takes fail_if_not_ssl: %s for a boolean", async (word, isOn) => {
  const result = await probedWith(`modules: { m: { prober: http, http: { fail_if_not_ssl: ${word} } } }`)
  expect(expectationsOf(result).slice(1)).toEqual(isOn ? [{ certificate: "valid" }] : [])
})

it("asks for the file that is missing", async () => {
  expect(await importMonitors("blackbox", JSON.stringify({ modules }))).toMatchObject({
    message: expect.stringContaining("also include the Prometheus configuration")
  })
  expect(await importMonitors("blackbox", prometheus)).toMatchObject({
    message: expect.stringContaining("also include the blackbox_exporter configuration")
  })
})

it("says what a module turns off, and what a monitor of a further address cannot do", async () => {
  const blackbox = {
    modules: {
      head: {
        prober: "http",
        http: {
          method: "HEAD",
          follow_redirects: false,
          enable_http2: true,
          fail_if_header_not_matches: [{ header: "server", regexp: "x", allow_missing: true }]
        }
      }
    }
  }
  const scrape = {
    job_name: "a",
    metrics_path: "/probe",
    params: { module: ["head"] },
    static_configs: [{ targets: ["http://a.example.org/", "http://a.example.org/more"] }]
  }
  const result = await worked(
    importMonitors(
      "blackbox",
      new Map([
        ["blackbox.yml", JSON.stringify(blackbox)],
        ["prometheus.yml", JSON.stringify({ scrape_configs: [scrape] })]
      ])
    )
  )
  expect(Object.values(result.document.domains ?? {})).toMatchObject([{ request: { method: "HEAD" } }])
  expect(Object.values(result.document.urls ?? {})[0]).not.toHaveProperty("request")
  const lines = linesOf(result, "monitor", "head http://a.example.org/more")
  expect(lines).toContain(
    "modules.head.http.method: left_out - Mon rejects the value: A URL monitor reads the page, so it uses GET."
  )
  expect(lines).toContain("modules.head.http.follow_redirects: left_out - Mon follows redirects.")
  expect(lines).toContain(
    "modules.head.http.fail_if_header_not_matches[0].regexp: left_out - Mon cannot check a header only if it is present."
  )
  expect(lines.join(" ")).not.toContain("enable_http2")
})
