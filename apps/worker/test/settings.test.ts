import { type Environment, retentionDays } from "@mon/model"
import { makeAuthority } from "@mon/tooling/testbed"
import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { readProcessSettings, readWorkerSettings } from "../src/settings/Settings.ts"

const database = { MON_DATABASE_URL: "postgres://mon:secret@db.example:5432/mon" }

const rejectionOf = (env: Environment): string => {
  try {
    readWorkerSettings(env)
    readProcessSettings(env, false)
    return "accepted"
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

describe("the worker's settings", () => {
  it("have defaults for all but the database", () => {
    assert.deepStrictEqual(readWorkerSettings({ MON_DNS_SERVERS: " " }), {
      dnsServers: [],
      allowPrivateNetworks: [],
      chromiumPath: null,
      extraCa: [],
      listKeys: { barracuda: false, surbl: false, uribl: false },
      contactMailHosts: true,
      referenceTargets: [],
      heartbeatUrl: null,
      rdapBootstrapUrl: null,
      whoisServer: null,
      dnsWatchPort: 53,
      serviceHost: null,
      location: "default",
      locationNetwork: null,
      hasMailServer: false,
      concurrency: 500,
      leaseMarginMs: 15_000,
      retention: retentionDays
    })
    const settings = readProcessSettings(database, true)
    assert.deepInclude(settings, { logFormat: "pretty", metrics: null })
    assert.strictEqual(Redacted.value(settings.databaseUrl), database.MON_DATABASE_URL)
    assert.notInclude(JSON.stringify(settings), "secret")
    assert.strictEqual(readProcessSettings(database, false).logFormat, "json")
  })

  it("are read from the environment", () => {
    assert.deepInclude(
      readWorkerSettings({
        MON_DNS_SERVERS: "127.0.0.1:5353, ::1",
        MON_ALLOW_PRIVATE_NETWORKS: "10.0.0.0/8,fd00::/8",
        MON_REFERENCE_TARGETS: "https://one.example/, http://two.example/",
        MON_DNSBL_ABUSIX_KEY: "abcdef",
        MON_CONTACT_MAIL_HOSTS: "false",
        MON_RDAP_BOOTSTRAP_URL: "https://registry.example/dns.json",
        MON_WHOIS_SERVER: "whois.example:4343",
        MON_DNS_WATCH_PORT: "5353",
        MON_BASE_URL: "https://mon.example.com:8443/base",
        MON_LOCATION: "fra-1",
        MON_LOCATION_NETWORK: "Hetzner AS24940",
        MON_SMTP_URL: "smtp://127.0.0.1:2525",
        MON_WORKER_CONCURRENCY: "20",
        MON_LEASE_MARGIN_SECONDS: "5"
      }),
      {
        dnsServers: ["127.0.0.1:5353", "[::1]:53"],
        allowPrivateNetworks: ["10.0.0.0/8", "fd00::/8"],
        referenceTargets: ["https://one.example/", "http://two.example/"],
        rdapBootstrapUrl: "https://registry.example/dns.json",
        whoisServer: "whois.example:4343",
        listKeys: { abusix: "abcdef", barracuda: false, surbl: false, uribl: false },
        contactMailHosts: false,
        dnsWatchPort: 5_353,
        location: "fra-1",
        locationNetwork: "Hetzner AS24940",
        serviceHost: "mon.example.com",
        hasMailServer: true,
        concurrency: 20,
        leaseMarginMs: 5_000
      }
    )
    const settings = readProcessSettings(
      { ...database, MON_METRICS_PORT: "9100", MON_LOG_FORMAT: "json", MON_HOST: "::1" },
      true
    )
    assert.deepInclude(settings, { logFormat: "json", metrics: { host: "::1", port: 9_100 } })
  })

  it("take extra certificates from a file", async () => {
    const folder = await mkdtemp(join(tmpdir(), "mon-worker-"))
    try {
      const { intermediatePem, rootPem } = await makeAuthority()
      const path = join(folder, "extra ca.pem")
      await writeFile(path, `# ours\n${rootPem}\n${intermediatePem}`)
      assert.deepStrictEqual(readWorkerSettings({ MON_EXTRA_CA_FILE: path }).extraCa, [
        rootPem.trim(),
        intermediatePem.trim()
      ])
      await writeFile(path, rootPem.replace("MI", "XX"))
      assert.match(
        rejectionOf({ ...database, MON_EXTRA_CA_FILE: path }),
        /^MON_EXTRA_CA_FILE must be the path of a readable file/u
      )
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  const wrong: ReadonlyArray<readonly [string, string, RegExp]> = [
    ["MON_DATABASE_URL", "", /a URL such as postgres:\/\//u],
    ["MON_DATABASE_URL", "mysql://a/b", /a URL such as postgres:\/\//u],
    ["MON_DATABASE_URL", "not an address", /a URL such as postgres:\/\//u],
    [
      "MON_DNS_SERVERS",
      "dns.example",
      /a comma-separated list of name servers; "dns\.example" is not a DNS server such as .+[^.]\.$/u
    ],
    [
      "MON_ALLOW_PRIVATE_NETWORKS",
      "10.0.0.0/33",
      /a comma-separated list of networks; "10\.0\.0\.0\/33" is not a network such as .+[^.]\.$/u
    ],
    ["MON_EXTRA_CA_FILE", "/does/not/exist.pem", /the path of a readable file with certificates in PEM form/u],
    ["MON_EXTRA_CA_FILE", import.meta.filename, /the path of a readable file with certificates in PEM form/u],
    ["MON_HEARTBEAT_URL", "ftp://example.com/secret", /^MON_HEARTBEAT_URL must be an http or https URL\.?$/u],
    ["MON_WORKER_CONCURRENCY", "0", /a whole number from 1 to 10000/u],
    ["MON_WORKER_CONCURRENCY", "1e3", /a whole number from 1 to 10000/u],
    ["MON_LOCATION", "two words", /a name of at most 64 letters/u],
    ["MON_LOCATION", "x".repeat(65), /a name of at most 64 letters/u],
    ["MON_LOCATION_NETWORK", "<b>", /the name of a network or provider/u],
    ["MON_REFERENCE_TARGETS", "one.example", /a comma-separated list of at most 10 http or https URLs/u],
    ["MON_REFERENCE_TARGETS", "ftp://one.example/", /a comma-separated list of at most 10 http or https URLs/u],
    ["MON_REFERENCE_TARGETS", Array.from({ length: 11 }, () => "https://one.example/").join(","), /at most 10/u],
    ["MON_RDAP_BOOTSTRAP_URL", "dns.json", /the http or https URL of an RDAP server list/u],
    ["MON_WHOIS_SERVER", "whois.example:99999", /a WHOIS server as host or host:port/u],
    ["MON_WHOIS_SERVER", "https://whois.example/", /a WHOIS server as host or host:port/u],
    ["MON_METRICS_PORT", "65536", /a whole number from 0 to 65535/u],
    ["MON_LOG_FORMAT", "xml", /json or pretty/u],
    ["MON_LEASE_MARGIN_SECONDS", "-1", /a whole number from 1 to 600/u]
  ]
  for (const [variable, value, takes] of wrong) {
    it(`reject ${variable}=${value.slice(0, 40)} with a message that names it`, () => {
      const message = rejectionOf({ ...database, [variable]: value })
      assert.isTrue(message.startsWith(`${variable} must be `), message)
      assert.match(message, takes)
      assert.isTrue(message.endsWith("."))
    })
  }
})
