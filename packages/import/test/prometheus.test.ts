import { expect, it } from "vitest"
import { importMonitors } from "../src/index.ts"
import {
  blackboxModules as modules,
  prometheusConfig as prometheus,
  prometheusFiles as files
} from "./fixtures/prometheus.ts"
import { linesOf, silentPaths, worked } from "./imported.ts"

it("pairs targets with modules", async () => {
  const { document, report } = await worked(importMonitors("blackbox", files))
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
      { header: "content-type", matches: "html" },
      { certificate: "valid" }
    ],
    tags: ["probe-shops", "probe-team-web"]
  })
  expect(document.domains?.["probe-http-2xx-plain-example-org"]).toEqual({
    url: "http://plain.example.org",
    checkInterval: 59,
    expect: [{ status: "200-299" }],
    tags: ["probe-plain"]
  })
  expect(document.domains?.["probe-strict-extra-example-org"]?.tags).toEqual(["probe-shops", "probe-team-extra"])
  expect(report.missingKinds).toEqual([{ kind: "icmp", count: 1 }])
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
  expect(linesOf(result, "file", "job node")).toEqual([": left_out - The job scrapes metrics, not probes."])
  expect(linesOf(result, "file", "job shops")).toContain(
    "file_sd_configs: left_out - The import was not given the file missing.yml."
  )
  expect(linesOf(result, "monitor", "absent x.example.org")).toEqual([": left_out - No file has the absent module."])
  expect(
    linesOf(result, "monitor", "strict https://shop.example.org").find((line) => line.includes("regexp[1]"))
  ).toContain("left_out")
})

it("asks for the file that is missing", async () => {
  expect(await importMonitors("blackbox", JSON.stringify({ modules }))).toMatchObject({
    message: expect.stringContaining("also include the Prometheus configuration")
  })
  expect(await importMonitors("blackbox", prometheus)).toMatchObject({
    message: expect.stringContaining("also include the blackbox_exporter configuration")
  })
})
