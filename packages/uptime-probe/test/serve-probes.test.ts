import { request as httpRequest } from "node:http"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { addressHash } from "../src/serve/sharedMetrics.ts"
import { expositionText, gauge } from "../src/serve/ProbeReport.ts"
import type { Configuration } from "../src/serve/probeServer.ts"
import { configuration, makeServeLab, module, outcome, type ServeLab } from "./serveLab.ts"

let lab: ServeLab
let serve: ServeLab["serve"]
beforeAll(async () => {
  lab = await makeServeLab()
  ;({ serve } = lab)
})
afterEach(() => lab.closeAll())
afterAll(() => lab.close())

describe("a probe for Prometheus", () => {
  it("has the metrics of blackbox_exporter", async () => {
    const body = "hello"
    const headers = { "content-length": "5", "last-modified": "Thu, 01 Jan 2026 00:00:00 GMT" }
    const { url } = await lab.open("shop.example.com", { secure: true, behaviour: { body, headers } })
    const from = await lab.open("example.com", { behaviour: { redirectTo: url } })
    const { probe } = await serve(module())
    const found = await probe(from.url)
    expect(found).toMatchObject({
      probe_success: 1,
      probe_failed_due_to_regex: 0,
      probe_ip_protocol: 4,
      probe_ip_addr_hash: 3_668_918_509,
      probe_http_status_code: 200,
      probe_http_version: 1.1,
      probe_http_redirects: 1,
      probe_http_ssl: 1,
      probe_http_content_length: 5,
      probe_http_uncompressed_body_length: 5,
      probe_http_last_modified_timestamp_seconds: 1_767_225_600,
      'probe_tls_version_info{version="TLS 1.3"}': 1,
      'probe_tls_cipher_info{cipher="TLS_AES_256_GCM_SHA384"}': 1,
      ...outcome("ok")
    })
    for (const phase of ["resolve", "connect", "tls", "processing", "transfer"])
      expect(found[`probe_http_duration_seconds{phase="${phase}"}`]).toBeGreaterThanOrEqual(0)
    expect(found["probe_duration_seconds"]).toBeGreaterThan(0)
    const expiry = Number(found["probe_ssl_earliest_cert_expiry"])
    expect(expiry - Date.now() / 1_000).toBeGreaterThan(80 * 86_400)
    const info = Object.keys(found).find((name) => name.startsWith("probe_ssl_last_chain_info"))
    expect(info).toMatch(
      /fingerprint_sha256="[\da-f]{64}".*serialnumber="[\da-f]+",subject="CN=shop\.example\.com.*alternative="shop\.example/u
    )
  })

  it("adds http:// to a target without it, and asks for the module http_2xx by default", async () => {
    const { url } = await lab.open("example.com")
    const { ask } = await serve("  http_2xx: { prober: http }\n")
    const { status, text, type } = await ask(`/probe?target=${url.slice("http://".length)}`)
    expect({ status, type }).toEqual({ status: 200, type: "text/plain; version=0.0.4; charset=utf-8" })
    expect(text).toContain("\nprobe_success 1\n")
  })

  it.each([
    ["", { status: 404 }, "http_status", 404],
    ["", { status: 302, headers: { location: "https://nowhere.example.com/" } }, "dns_nxdomain", 0],
    ["follow_redirects: false, valid_status_codes: [302]", { redirectTo: "http://other.example.com/" }, "ok", 302],
    ["valid_status_codes: [404]", { status: 404 }, "ok", 404],
    ["valid_http_versions: [HTTP/2.0]", {}, "expectation_failed", 200],
    ["fail_if_not_ssl: true", {}, "expectation_failed", 200],
    ["fail_if_ssl: true", {}, "ok", 200],
    ["", { end: "before-headers" }, "protocol_error", 0]
  ] as const)("with %j of an answer %j is %s", async (options, behaviour, name, status) => {
    const { url } = await lab.open("example.com", { behaviour })
    const { probe } = await serve(module(options))
    expect(await probe(url)).toMatchObject({
      probe_success: name === "ok" ? 1 : 0,
      probe_http_status_code: status,
      probe_failed_due_to_regex: 0,
      ...outcome(name)
    })
  })

  it.each([
    ["method: GET", 1],
    ['fail_if_body_matches_regexp: ["(?i)OOPS"]', 0],
    ['fail_if_body_matches_regexp: ["OOPS"]', 1],
    ['fail_if_body_not_matches_regexp: ["oo.s$"]', 1],
    ['fail_if_body_not_matches_regexp: ["oo.s$", "^b"]', 0],
    ["fail_if_header_matches: [{ header: X-B, regexp: ^2 }]", 0],
    ["fail_if_header_matches: [{ header: X-B, regexp: ^3 }]", 1],
    ["fail_if_header_matches: [{ header: X-C, regexp: ^3 }]", 0],
    ["fail_if_header_matches: [{ header: X-C, regexp: ^3, allow_missing: true }]", 1],
    ["fail_if_header_not_matches: [{ header: X-B, regexp: ^2 }]", 1],
    ["fail_if_header_not_matches: [{ header: X-B, regexp: ^3 }]", 0],
    ["fail_if_header_not_matches: [{ header: X-C, regexp: ^3 }]", 0]
  ])("with %s has probe_success %i", async (options, success) => {
    const behaviour = {
      body: 'Traceback (most recent call last):\n  File "a.py", line 1\nan oops',
      headers: { "x-b": ["1", "2"] }
    }
    const { url } = await lab.open("example.com", { behaviour })
    const { probe } = await serve(module(options))
    expect(await probe(url)).toMatchObject({ probe_success: success, probe_failed_due_to_regex: 1 - success })
  })

  it("sends what the module says", async () => {
    const { site, url } = await lab.open("example.com")
    const { probe } = await serve(
      module('method: PUT, body: "x=1", headers: { User-Agent: Me/1, X-A: b }, bearer_token: t')
    )
    await probe(url)
    expect(site.requests[0]).toMatchObject({
      method: "PUT",
      headers: { "user-agent": "Me/1", "x-a": "b", authorization: "Bearer t" }
    })
    expect(site.requests[0]?.body.toString()).toBe("x=1")
  })

  it("says how long it may take", async () => {
    const { url } = await lab.open("example.com")
    const { probe } = await serve(`${module()}  long: { prober: http }\n`)
    expect(await probe(url)).toMatchObject({ probe_timeout_seconds: 20 })
    expect(await probe(url, "long")).toMatchObject({ probe_timeout_seconds: 119.5 })
    const headers = { "X-Prometheus-Scrape-Timeout-Seconds": "10" }
    expect(await probe(url, "m", { headers })).toMatchObject({ probe_timeout_seconds: 9.5 })
  })

  it("fails with a bad certificate but still says when it expires, unless the module does not verify", async () => {
    const notAfter = new Date(1_700_000_000_000)
    const { url } = await lab.open("old.example.com", {
      tls: await lab.authority.issue({ names: ["old.example.com"], notBefore: new Date(1_600_000_000_000), notAfter })
    })
    const { probe } = await serve(
      `${module()}  lax: { prober: http, http: { tls_config: { insecure_skip_verify: true } } }\n`
    )
    expect(await probe(url)).toMatchObject({
      probe_success: 0,
      probe_http_status_code: 0,
      probe_ssl_earliest_cert_expiry: 1_700_000_000,
      probe_ssl_last_chain_expiry_timestamp_seconds: -62_135_596_800,
      ...outcome("tls_handshake")
    })
    expect(await probe(url, "lax")).toMatchObject({ probe_success: 1, probe_http_status_code: 200 })
  })

  it("tries the other address family only if the module allows it", async () => {
    const { url } = await lab.open("example.com")
    const { probe } = await serve(
      `${module("preferred_ip_protocol: ip6")}  only: { prober: http, http: { preferred_ip_protocol: ip6, ip_protocol_fallback: false } }\n`
    )
    expect(await probe(url)).toMatchObject({ probe_success: 1, probe_ip_protocol: 4 })
    expect(await probe(url, "only")).toMatchObject({ probe_success: 0, ...outcome("dns_nodata") })
  })

  it("reaches no private address unless it is allowed, and does not reveal it", async () => {
    const { site, url } = await lab.open("inside.example.com")
    const { ask, probe } = await serve(module(), { allow: [] })
    expect(await probe(url)).toMatchObject({ probe_success: 0, probe_ip_addr_hash: 0, ...outcome("blocked_address") })
    const { text } = await ask(`/probe?module=m&debug=true&target=${encodeURIComponent(url)}`)
    expect(text).toContain("The probe failed (blocked_address).")
    expect(text).not.toContain("127.0.0.1")
    expect(site.accepted).toBe(0)
  })

  it("gives up before Prometheus does", async () => {
    const { url } = await lab.open("example.com", { behaviour: { hang: "before-headers" } })
    const { ask, probe } = await serve(module())
    const headers = { "X-Prometheus-Scrape-Timeout-Seconds": "1.5" }
    const found = await probe(url, "m", { headers })
    expect(found["probe_success"]).toBe(0)
    expect(found["probe_duration_seconds"]).toBeGreaterThan(0.9)
    expect(found["probe_duration_seconds"]).toBeLessThan(15)
    const wrong = { headers: { "X-Prometheus-Scrape-Timeout-Seconds": "soon" } }
    expect((await ask("/probe?module=m&target=a", wrong)).status).toBe(400)
  })

  it("ends when the client goes away, and refuses probes beyond the limit with 503", async () => {
    const { site, url } = await lab.open("example.com", { behaviour: { hang: "before-headers" } })
    const { address, ask } = await serve(module(), { concurrency: 1 })
    const path = `/probe?module=m&target=${encodeURIComponent(url)}`
    const first = httpRequest(`http://${address}${path}`).on("error", () => {})
    first.end()
    await site.nextRequest()
    expect(await ask(path)).toMatchObject({ status: 503, text: expect.stringContaining("1 probes are running.") })
    first.destroy()
    await site.whenIdle()
    await expect
      .poll(async () => (await ask("/metrics")).text, { timeout: 20_000 })
      .toContain("mon_uptime_probe_running 0\n")
    site.behave({})
    expect((await ask(path)).text).toContain("\nprobe_success 1\n")
    expect((await ask("/metrics")).text).toContain("mon_uptime_probe_refused_total 1\n")
  })

  it("uses HTTP/1.1 if the module does not want HTTP/2", async () => {
    const { site, url } = await lab.open("example.com", { secure: true })
    const { probe } = await serve(module("enable_http2: false"))
    expect(await probe(url)).toMatchObject({ probe_success: 1, probe_http_version: 1.1 })
    expect(site.requests[0]?.alpn).toBe("http/1.1")
  })
})

describe("the server for Prometheus", () => {
  it("has its own metrics, its configuration and its health", async () => {
    const { url } = await lab.open("example.com")
    const { ask, probe } = await serve(module())
    await probe(url)
    await ask("/probe?module=other&target=a")
    const { text } = await ask("/metrics")
    for (const line of [
      'mon_uptime_probe_probes_total{outcome="ok"} 1',
      "blackbox_exporter_config_last_reload_successful 1",
      "blackbox_module_unknown_total 1",
      'mon_uptime_probe_build_info{version="1.2.3"'
    ])
      expect(text).toContain(line)
    expect(await ask("/config")).toMatchObject({ status: 200, text: "shown: true\n" })
    expect(await ask("/-/healthy")).toMatchObject({ status: 200, text: "Healthy" })
    expect(await ask("/")).toMatchObject({ status: 200, text: expect.stringContaining("/probe?target=") })
    expect(await ask("/metrics", { method: "HEAD" })).toMatchObject({ status: 200, text: "" })
  })

  it.each([
    ["/probe?module=other&target=a", {}, 400, 'Unknown module "other".'],
    ["/probe?module=m", {}, 400, "The target parameter is missing."],
    ["/probe?module=m&target=ftp://a/", {}, 400, "The target parameter must be an http or https URL, or a host."],
    [`/probe?module=m&target=${"a".repeat(2_100)}`, {}, 400, "The target parameter must be"],
    ["/probe?module=m&target=a&proxy_url=b", {}, 400, 'The "proxy_url" parameter is not supported'],
    ["/probe?module=m&target=http://ada:b@a/", {}, 400, "must not have a user name or a password. Use basic_auth"],
    ["/probe?module=m&target=a&hostname=b/c", {}, 400, "The hostname parameter must be a host."],
    ["/probe?module=m&target=a&target=b", {}, 400, 'The "target" parameter is not supported, or is set twice.'],
    ["/probe?module=m&target=a", { method: "POST" }, 405, "The method must be GET or HEAD."],
    ["/-/reload", {}, 405, "The method must be POST or PUT."],
    ["/metrics", { headers: { "sec-fetch-site": "cross-site" } }, 403, "Requests from other sites are rejected."],
    ["/other", {}, 404, "Not found."]
  ])("answers %s %j with %i", async (path, init, status, text) => {
    const { address } = await serve(module())
    // `fetch` does not send the header that browsers send, so the test uses node:http.
    const found = await new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
      const sent = httpRequest(`http://${address}${path}`, init, (response) => {
        const chunks: Array<Buffer> = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
      })
      sent.on("error", reject)
      sent.end()
    })
    expect(found).toEqual({ status, text: expect.stringContaining(text) })
  })

  it("remembers the last probes, with the reason of each failure", async () => {
    const up = await lab.open("up.example.com")
    const down = await lab.open("down.example.com", { behaviour: { status: 503 } })
    const { ask, probe } = await serve(`${module()}  other: { prober: http }\n`)
    await probe(up.url)
    await probe(down.url)
    await probe(up.url, "other")
    const { text } = await ask("/")
    expect(text.split("Recent probes:\n")[1]).toBe(
      `success  other  ${up.url}  /logs?id=3\nfailure  m  ${down.url}  /logs?id=2\n`
    )
    expect((await ask("/logs?id=2")).text).toContain("The probe failed (http_status). The server responded with 503.")
    const query = `/logs?target=${encodeURIComponent(up.url)}`
    expect((await ask(query)).text).toContain(`Module other, target ${up.url}`)
    expect((await ask(`${query}&module=other`)).status).toBe(200)
    expect(await ask(`${query}&module=m`)).toMatchObject({ status: 404, text: "This probe is no longer stored.\n" })
    expect((await ask("/logs?id=1")).status).toBe(404)
    for (const path of ["/logs", "/logs?id=2&target=a"]) expect((await ask(path)).status).toBe(400)
  })

  it("says why a module cannot be used", async () => {
    const { modules } = configuration(module())
    const { ask } = await serve("", {
      load: () => ({ modules, unusable: new Map([["ping", ["modules.ping.prober must be http."]]]), shown: "" })
    })
    expect(await ask("/probe?module=ping&target=a")).toMatchObject({
      status: 400,
      text: "The module cannot be used.\nmodules.ping.prober must be http.\n"
    })
  })

  it("loads its configuration again, and keeps the old one if the new one is wrong", async () => {
    const { url } = await lab.open("example.com")
    const first = configuration(module("valid_status_codes: [500]"))
    let load = (): Configuration => first
    const { ask, probe } = await serve("", { load: () => load() })
    expect(await probe(url)).toMatchObject({ probe_success: 0 })
    load = () => {
      throw new Error("modules.m.http.metod is not an option.")
    }
    expect(await ask("/-/reload", { method: "POST" })).toMatchObject({
      status: 500,
      text: "The configuration was not loaded. modules.m.http.metod is not an option.\n"
    })
    expect((await ask("/metrics")).text).toContain("blackbox_exporter_config_last_reload_successful 0\n")
    expect(await probe(url)).toMatchObject({ probe_success: 0 })
    load = () => configuration(module())
    expect((await ask("/-/reload", { method: "POST" })).status).toBe(200)
    expect(await probe(url)).toMatchObject({ probe_success: 1 })
  })
})

describe("the text format", () => {
  it("escapes what strangers write into certificates", () => {
    expect(expositionText([gauge("a", "An a", 1, { b: 'c"\\\nd 1\uD800' })])).toBe(
      '# HELP a An a\n# TYPE a gauge\na{b="c\\"\\\\\\nd 1\uFFFD"} 1\n'
    )
  })

  it("has the hashes of addresses that blackbox_exporter has", () => {
    expect(addressHash("127.0.0.1")).toBe(3_668_918_509)
    expect(addressHash("::1")).toBe(addressHash("0:0:0:0:0:0:0:1"))
    expect(addressHash("2001:db8::192.0.2.1")).toBe(addressHash("2001:db8::c000:201"))
  })
})
