// Compares Debian's blackbox_exporter with the `serve` command of this package: both probe the same targets with the
// same configuration file, and Debian's Prometheus scrapes both.
import {
  makeAuthority,
  type Behaviour,
  type DnsServer,
  type Site,
  type SmtpServer,
  startDnsServer,
  startSite,
  startSmtpServer
} from "@mon/tooling/testbed"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { createServer, type Socket } from "node:net"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { freePort, hasExporter, makeExporters } from "./exporters.ts"

const PROMETHEUS = "/usr/bin/prometheus"

/** The metrics whose values must be equal. Durations differ, so they are not compared. */
const COMPARED = [
  "probe_success",
  "probe_failed_due_to_regex",
  "probe_http_status_code",
  "probe_http_version",
  "probe_http_ssl",
  "probe_http_content_length",
  "probe_http_uncompressed_body_length",
  "probe_http_last_modified_timestamp_seconds",
  "probe_ip_protocol",
  "probe_ip_addr_hash",
  "probe_ssl_earliest_cert_expiry",
  'probe_tls_version_info{version="TLS 1.3"}',
  "probe_dns_answer_rrs",
  "probe_dns_authority_rrs",
  "probe_dns_additional_rrs",
  "probe_dns_query_succeeded",
  "probe_dns_serial"
]

const PATIENCE = { timeout: 60_000, interval: 200 }

const DECODED = "hello hello"
const GZIPPED = gzipSync(DECODED)

const place = (origin: string) => origin.replace(/^https?:\/\//u, "")

const asks = (more: object = {}) => ({
  prober: "dns",
  timeout: "30s",
  dns: { preferred_ip_protocol: "ip4", query_name: "example.com", query_type: "A", ...more }
})

describe.skipIf(!hasExporter || !existsSync(PROMETHEUS))("beside Debian's blackbox_exporter", () => {
  const exporters = makeExporters()
  const sites: Array<Pick<DnsServer | Site | SmtpServer, "close">> = []
  let beside: Awaited<ReturnType<typeof exporters.startBoth>>
  const targets: Record<string, readonly [target: string, module: string]> = {}

  beforeAll(async () => {
    const authority = await makeAuthority()
    const open = async (behaviour: Behaviour, tls?: { readonly certPem: string; readonly keyPem: string }) => {
      const site = await startSite({ behaviour, ...(tls === undefined ? {} : { tls }) })
      sites.push(site)
      return site.origin
    }
    const good = await authority.issue({ names: ["127.0.0.1"] })
    const past = { notBefore: new Date(1_600_000_000_000), notAfter: new Date(1_700_000_000_000) }
    const expired = await authority.issue({ names: ["127.0.0.1"], ...past })
    const other = await authority.issue({ names: ["example.com"] })
    const modified = { "last-modified": "Thu, 01 Jan 2026 00:00:00 GMT" }
    const plain = await open({ body: "hello", headers: { "content-length": "5", "x-build": "v7", ...modified } })
    const secure = await open({ body: "hello", headers: { "content-length": "5" } }, good)
    const gzip = { "content-encoding": "gzip" }
    Object.assign(targets, {
      plain: [plain, "http_2xx"],
      "without a scheme": [plain.slice("http://".length), "http_2xx"],
      secure: [secure, "http_2xx"],
      redirect: [await open({ redirectTo: secure }), "http_2xx"],
      "redirect that is not followed": [await open({ redirectTo: secure }), "no_follow"],
      "not found": [await open({ status: 404, body: "" }), "http_2xx"],
      "not found, as expected": [await open({ status: 404, body: "" }), "not_found"],
      "server error": [await open({ status: 503, body: "x" }), "http_2xx"],
      "no TLS": [plain, "tls_only"],
      "TLS as it must be": [secure, "tls_only"],
      "text that must not be there": [plain, "no_hello"],
      "text that must be there": [plain, "hello"],
      "header that must match": [plain, "build"],
      "header that is missing": [secure, "build"],
      "wrong version": [plain, "http2_only"],
      POST: [plain, "post"],
      expired: [await open({ body: "x" }, expired), "http_2xx"],
      "expired, not verified": [await open({ body: "x" }, expired), "lax"],
      "wrong host": [await open({ body: "x" }, other), "http_2xx"],
      gzip: [await open({ headers: gzip, body: GZIPPED }), "http_2xx"],
      refused: [`http://127.0.0.1:${await freePort()}`, "http_2xx"],
      reset: [await open({ reset: "before-headers" }), "http_2xx"],
      "never answers": [await open({ hang: "before-headers" }), "short"],
      "redirect loop": [await open({ redirectTo: "/" }), "http_2xx"],
      "not HTTP": [await open({ raw: "SSH-2.0-a\r\n" }), "http_2xx"]
    })
    const listen = async (answer: (socket: Socket) => void) => {
      const sockets = new Set<Socket>()
      const server = createServer((socket) => {
        sockets.add(socket)
        socket.on("error", () => {})
        answer(socket)
      }).listen(0, "127.0.0.1")
      await once(server, "listening")
      const close = async () => {
        const closed = once(server.close(), "close")
        for (const socket of sockets) socket.destroy()
        await closed
      }
      sites.push({ close })
      const address = server.address()
      return `127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
    }
    const smtp = await startSmtpServer({ tls: good })
    const smtpExpired = await startSmtpServer({ tls: expired })
    const dns = await startDnsServer()
    sites.push(smtp, smtpExpired, dns)
    dns.zone.set("example.com", {
      A: ["192.0.2.1", "192.0.2.2"],
      SOA: {
        mname: "ns1.example.com",
        rname: "root.example.com",
        serial: 2026112401,
        refresh: 1,
        retry: 1,
        expire: 1,
        minimum: 60
      },
      MX: [{ preference: 10, exchange: "mx.example.com" }],
      TXT: [["v=spf1 -all"]]
    })
    dns.zone.fail("broken.example.com", "SERVFAIL")
    const banner = await listen((socket) => void socket.end("SSH-2.0-a\r\nmore\r\n"))
    const echo = await listen((socket) => void socket.pipe(socket))
    Object.assign(targets, {
      "TCP port": [banner, "tcp_connect"],
      "TCP port without a server": [`127.0.0.1:${await freePort()}`, "tcp_connect"],
      "TCP banner": [banner, "ssh_banner"],
      "TCP banner of others": [banner, "pop3_banner"],
      "TCP banner that never comes": [echo, "short_banner"],
      "TCP dialogue": [echo, "echo"],
      "TLS port": [place(secure), "tls_connect"],
      "TLS port, expired": [place(await open({ body: "x" }, expired)), "tls_connect"],
      "TLS port, expired, not verified": [place(await open({ body: "x" }, expired)), "tls_lax"],
      "TLS port without TLS": [banner, "tls_connect"],
      STARTTLS: [`127.0.0.1:${smtp.port}`, "smtp_starttls"],
      "STARTTLS, expired": [`127.0.0.1:${smtpExpired.port}`, "smtp_starttls"],
      "DNS, answers": [dns.address, "dns_a"],
      "DNS over TCP": [dns.address, "dns_tcp"],
      "DNS, serial": [dns.address, "dns_soa"],
      "DNS, no name": [dns.address, "dns_nxdomain"],
      "DNS, no name, as expected": [dns.address, "dns_nxdomain_valid"],
      "DNS, failure": [dns.address, "dns_servfail"],
      "DNS, must match": [dns.address, "dns_match"],
      "DNS, one must match": [dns.address, "dns_one_match"],
      "DNS, all match": [dns.address, "dns_all_match"],
      "DNS, not all match": [dns.address, "dns_some_match"],
      "DNS, must not match": [dns.address, "dns_no_match"],
      "DNS, text": [dns.address, "dns_txt"],
      "DNS, all match in an empty section": [dns.address, "dns_all_match_empty"],
      "DNS, must match in an empty section": [dns.address, "dns_match_empty"],
      "DNS without a server": [`127.0.0.1:${await freePort()}`, "dns_a"]
    })
    const caFile = exporters.write("ca.pem", authority.rootPem)
    const tcp = (more: object = {}) => ({
      prober: "tcp",
      timeout: "30s",
      tcp: { preferred_ip_protocol: "ip4", tls_config: { ca_file: caFile }, ...more }
    })
    const http = (more: object = {}) => ({
      prober: "http",
      timeout: "30s",
      http: { preferred_ip_protocol: "ip4", tls_config: { ca_file: caFile }, ...more }
    })
    const modules = {
      http_2xx: http(),
      no_follow: http({ follow_redirects: false }),
      not_found: http({ valid_status_codes: [404] }),
      tls_only: http({ fail_if_not_ssl: true }),
      no_hello: http({ fail_if_body_matches_regexp: ["(?i)HELLO"] }),
      hello: http({ fail_if_body_not_matches_regexp: ["^hel+o$"] }),
      build: http({ fail_if_header_not_matches: [{ header: "X-Build", regexp: "^v\\d$" }] }),
      http2_only: http({ valid_http_versions: ["HTTP/2.0"] }),
      post: http({ method: "POST", body: "a=1", headers: { "Content-Type": "text/plain" } }),
      lax: http({ tls_config: { insecure_skip_verify: true } }),
      short: { ...http(), timeout: "2s" },
      tcp_connect: tcp(),
      ssh_banner: tcp({ query_response: [{ expect: "^SSH-2\\.0-" }] }),
      pop3_banner: tcp({ query_response: [{ expect: "^\\+OK" }] }),
      short_banner: { ...tcp({ query_response: [{ expect: "a" }] }), timeout: "2s" },
      echo: tcp({
        query_response: [{ send: "HELLO $$1" }, { expect: "(?i)^hello", send: "BYE" }, { expect: "^BYE$" }]
      }),
      tls_connect: tcp({ tls: true }),
      tls_lax: tcp({ tls: true, tls_config: { insecure_skip_verify: true } }),
      smtp_starttls: tcp({
        query_response: [
          { expect: "^220 ", send: "EHLO prober\r" },
          { expect: "^250[ -]STARTTLS" },
          { send: "STARTTLS\r" },
          { expect: "^220", starttls: true },
          { send: "EHLO prober\r" },
          { expect: "^250[ -]" },
          { send: "QUIT\r" }
        ]
      }),
      dns_a: asks(),
      dns_tcp: asks({ transport_protocol: "tcp" }),
      dns_soa: asks({ query_type: "SOA" }),
      dns_nxdomain: asks({ query_name: "nowhere.example.org" }),
      dns_nxdomain_valid: asks({ query_name: "nowhere.example.org", valid_rcodes: ["NXDOMAIN"] }),
      dns_servfail: asks({ query_name: "broken.example.com" }),
      dns_match: asks({
        validate_answer_rrs: { fail_if_not_matches_regexp: ["^example\\.com\\.\\t300\\tIN\\tA\\t192\\.0\\.2\\."] }
      }),
      dns_one_match: asks({ validate_answer_rrs: { fail_if_none_matches_regexp: ["192\\.0\\.2\\.9"] } }),
      dns_all_match: asks({ validate_answer_rrs: { fail_if_all_match_regexp: ["192"] } }),
      dns_some_match: asks({ validate_answer_rrs: { fail_if_all_match_regexp: ["192\\.0\\.2\\.2"] } }),
      dns_no_match: asks({ validate_answer_rrs: { fail_if_matches_regexp: ["192\\.0\\.2\\.2"] } }),
      dns_txt: asks({ query_type: "TXT", validate_answer_rrs: { fail_if_not_matches_regexp: ['\t"v=spf1 -all"$'] } }),
      dns_all_match_empty: asks({ validate_additional_rrs: { fail_if_all_match_regexp: ["x"] } }),
      dns_match_empty: asks({ validate_additional_rrs: { fail_if_not_matches_regexp: ["x"] } })
    }
    beside = await exporters.startBoth(modules)
  }, 120_000)

  afterAll(async () => {
    await exporters.close()
    await Promise.all(sites.map((site) => site.close()))
  }, 60_000)

  it("has all of its metrics, with the same values for the same targets", async () => {
    const differences: Array<string> = []
    for (const [name, [target, module]] of Object.entries(targets)) {
      const { other, own: found } = await beside.both(target, module)
      // Only versions of blackbox_exporter that are newer than Debian's have this label.
      const own = new Map([...found].map(([metric, value]) => [metric.replace(/serialnumber="\w*",/u, ""), value]))
      expect(other.size).toBeGreaterThan(5)
      for (const metric of COMPARED) {
        const value = other.get(metric)
        // This package may report a metric that blackbox_exporter lacks, such as the expiry of an invalid certificate.
        if (value !== undefined && own.get(metric) !== value)
          differences.push(`${name}: ${metric} is ${value} there and ${own.get(metric)} here`)
      }
      const missing = [...other.keys()].filter((one) => !own.has(one))
      if (missing.length > 0) differences.push(`${name}: ${missing.join(", ")} is missing`)
    }
    // blackbox_exporter decodes a body only if the module names the content coding.
    expect(differences).toEqual([
      `gzip: probe_http_uncompressed_body_length is ${GZIPPED.length} there and ${DECODED.length} here`
    ])
  }, 120_000)

  it("is scraped by Prometheus with the same configuration", async () => {
    const job = (name: string, server: string) => ({
      job_name: name,
      scrape_interval: "2s",
      metrics_path: "/probe",
      params: { module: ["http_2xx"] },
      static_configs: [{ targets: [targets["secure"]?.[0], targets["server error"]?.[0], targets["expired"]?.[0]] }],
      relabel_configs: [
        { source_labels: ["__address__"], target_label: "__param_target" },
        { source_labels: ["__param_target"], target_label: "instance" },
        { target_label: "__address__", replacement: server }
      ]
    })
    const config = {
      scrape_configs: [
        job("theirs", beside.theirs),
        job("ours", beside.ours),
        { job_name: "own", scrape_interval: "2s", static_configs: [{ targets: [beside.ours] }] }
      ]
    }
    const port = await freePort()
    exporters.start(
      PROMETHEUS,
      `--config.file=${exporters.write("prometheus.yml", JSON.stringify(config))}`,
      `--storage.tsdb.path=${join(exporters.folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`
    )
    const ask = async (query: string): Promise<ReadonlyArray<readonly [instance: string, value: string]>> => {
      const url = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(query)}`
      const response = await fetch(url).catch(() => null)
      if (response === null || !response.ok) return []
      const { data } = (await response.json()) as {
        readonly data: {
          readonly result: ReadonlyArray<{
            readonly metric: { readonly instance: string }
            readonly value: readonly [number, string]
          }>
        }
      }
      return data.result.map(({ metric, value: [, value] }) => [metric.instance, value] as const).toSorted()
    }
    await vi.waitFor(async () => {
      expect(await ask("probe_success")).toHaveLength(6)
      expect(await ask("up == 1")).toHaveLength(7)
      for (const metric of ["probe_success", "probe_http_status_code", "probe_http_ssl", "probe_ip_addr_hash"])
        expect(await ask(`${metric}{job="ours"}`), metric).toEqual(await ask(`${metric}{job="theirs"}`))
      expect(await ask('probe_http_duration_seconds{job="ours"}')).toHaveLength(15)
      expect(await ask('probe_ssl_earliest_cert_expiry{job="ours"} - time() > 86400')).toHaveLength(1)
      expect(await ask('probe_ssl_earliest_cert_expiry{job="ours"} - time() < 0')).toHaveLength(1)
      expect(await ask("blackbox_exporter_config_last_reload_successful == 1")).toHaveLength(1)
    }, PATIENCE)
  }, 180_000)
})
