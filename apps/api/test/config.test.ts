import { Effect, Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { readDatabaseUrl } from "@mon/core-store"
import { retentionDays } from "@mon/model"
import { readApiConfig } from "../src/index.ts"

const message = (environment: Readonly<Record<string, string>>): string =>
  Effect.runSync(
    Effect.match(readApiConfig(environment), { onFailure: (error) => error.message, onSuccess: () => "fine" })
  )

describe("the API's settings", () => {
  it("have a default for everything", () => {
    expect(Effect.runSync(readApiConfig({ MON_PORT: " " }))).toMatchObject({
      host: "127.0.0.1",
      port: 3_000,
      baseUrl: null,
      metricsPort: null,
      maxConnections: 5_000,
      trustedProxies: [],
      dnsServers: [],
      allowPrivateNetworks: []
    })
  })

  it("are read from environment variables", () => {
    expect(
      Effect.runSync(
        readApiConfig({
          MON_HOST: "0.0.0.0",
          MON_PORT: "8080",
          MON_BASE_URL: "https://mon.example.com/",
          MON_METRICS_PORT: "9090",
          MON_MAX_CONNECTIONS: "200",
          MON_TRUSTED_PROXIES: "10.0.0.0/8, fd00::/8",
          MON_LOG_FORMAT: "pretty",
          MON_DNS_SERVERS: "127.0.0.1:5353",
          MON_ALLOW_PRIVATE_NETWORKS: "127.0.0.0/8",
          MON_DNSBL_SPAMHAUS_KEY: "abcdef",
          MON_DNSBL_URIBL: "true",
          MON_CONTACT_MAIL_HOSTS: "false",
          MON_STATUS_EXPORT: "/srv/status",
          MON_STATUS_EXPORT_BUCKET: "my-bucket/status",
          MON_S3_ENDPOINT: "https://s3.example.com",
          MON_S3_REGION: "eu-central-1",
          MON_S3_BUCKET: "my-bucket",
          MON_S3_ACCESS_KEY_ID: "images",
          MON_S3_SECRET_ACCESS_KEY: "secret of the images",
          MON_STATUS_EXPORT_ACCESS_KEY_ID: "copies",
          MON_STATUS_EXPORT_SECRET_ACCESS_KEY: "secret of the copies",
          MON_DEFAULT_PLAN: "pro",
          MON_OPERATOR_EMAILS: "Ada@example.org, ops@bücher.example",
          MON_SERVICE_NAME: "Acme Watch",
          MON_PING_MAIL_HOST: "Ping.example.com",
          MON_PING_MAIL_PORT: "2525",
          MON_PING_MAIL_LISTEN: "0.0.0.0"
        })
      )
    ).toEqual({
      serviceName: "Acme Watch",
      serviceTargets: "any",
      billing: expect.any(Object),
      host: "0.0.0.0",
      port: 8_080,
      baseUrl: "https://mon.example.com",
      metricsPort: 9_090,
      maxConnections: 200,
      trustedProxies: ["10.0.0.0/8", "fd00::/8"],
      logFormat: "pretty",
      signup: "invited",
      defaultPlan: "pro",
      operatorEmails: ["ada@example.org", "ops@xn--bcher-kva.example"],
      oidc: null,
      pingMail: { host: "ping.example.com", port: 2_525, listenOn: "0.0.0.0", tls: null },
      retention: retentionDays,
      statusExport: "/srv/status",
      statusExportBucket: {
        endpoint: "https://s3.example.com",
        region: "eu-central-1",
        bucket: "my-bucket",
        prefix: "status/",
        accessKeyId: "copies",
        secretAccessKey: Redacted.make("secret of the copies")
      },
      channelTargets: [],
      listKeys: { spamhaus: "abcdef", barracuda: false, surbl: false, uribl: true },
      contactMailHosts: false,
      dnsServers: ["127.0.0.1:5353"],
      allowPrivateNetworks: ["127.0.0.0/8"],
      extraCa: []
    })
  })

  it.each([
    [
      "MON_STATUS_EXPORT_BUCKET",
      "bucket",
      "MON_STATUS_EXPORT_BUCKET must be a bucket and a prefix such as my-bucket/status."
    ],
    [
      "MON_STATUS_EXPORT_BUCKET",
      "Bucket/a",
      "MON_STATUS_EXPORT_BUCKET must be a bucket and a prefix such as my-bucket/status."
    ],
    ["MON_STATUS_EXPORT_BUCKET", "bucket/a", "MON_STATUS_EXPORT_ENDPOINT must be set, because MON_S3_ENDPOINT is not."],
    [
      "MON_STATUS_EXPORT_REGION",
      "eu-central-1",
      "MON_STATUS_EXPORT_BUCKET must be set, because MON_STATUS_EXPORT_REGION is set."
    ],
    ["MON_HOST", "not a host", "MON_HOST must be an address or a host name to listen on, such as 127.0.0.1."],
    ["MON_PORT", "65536", "MON_PORT must be a port number from 0 (any free port) to 65535."],
    ["MON_PORT", "-1", "MON_PORT must be a port number from 0 (any free port) to 65535."],
    ["MON_BASE_URL", "mon.example.com", "MON_BASE_URL must be an http or https URL such as https://mon.example.com."],
    [
      "MON_BASE_URL",
      "ftp://mon.example.com",
      "MON_BASE_URL must be an http or https URL such as https://mon.example.com."
    ],
    ["MON_METRICS_PORT", "x", "MON_METRICS_PORT must be a port number from 0 (any free port) to 65535."],
    ["MON_MAX_CONNECTIONS", "0", "MON_MAX_CONNECTIONS must be a whole number from 1 to 1000000."],
    [
      "MON_TRUSTED_PROXIES",
      "10.0.0.0/99",
      "MON_TRUSTED_PROXIES must be a comma-separated list of networks such as 10.0.0.0/8 or fd00::/8."
    ],
    [
      "MON_OPERATOR_EMAILS",
      "ada@example.org,<script>@x",
      "MON_OPERATOR_EMAILS must be a comma-separated list of at most 50 email addresses such as ada@example.org."
    ],
    [
      "MON_PING_MAIL_HOST",
      "ping.example.com",
      "MON_PING_MAIL_PORT must be set, because another MON_PING_MAIL_ variable is set."
    ],
    ["MON_PING_MAIL_PORT", "25", "MON_PING_MAIL_HOST must be set, because another MON_PING_MAIL_ variable is set."],
    ["MON_PING_MAIL_LISTEN", "::", "MON_PING_MAIL_HOST must be set, because another MON_PING_MAIL_ variable is set."],
    ["MON_PING_MAIL_HOST", "localhost", "MON_PING_MAIL_HOST must be a domain such as ping.mon.example.com."],
    ["MON_PING_MAIL_HOST", "a@b.example", "MON_PING_MAIL_HOST must be a domain such as ping.mon.example.com."],
    ["MON_PING_MAIL_PORT", "smtp", "MON_PING_MAIL_PORT must be a port number from 0 (any free port) to 65535."],
    ["MON_PING_MAIL_CERT_FILE", "/a", "MON_PING_MAIL_KEY_FILE must be set, because MON_PING_MAIL_CERT_FILE is set."],
    ["MON_PING_MAIL_KEY_FILE", "/a", "MON_PING_MAIL_CERT_FILE must be set, because MON_PING_MAIL_KEY_FILE is set."],
    ["MON_LOG_FORMAT", "xml", "MON_LOG_FORMAT must be json or pretty."],
    [
      "MON_DNS_SERVERS",
      "dns.example",
      "MON_DNS_SERVERS must be a comma-separated list of DNS servers such as 192.0.2.1:53 or [2001:db8::1]:53."
    ],
    [
      "MON_SERVICE_NAME",
      "Acme:Watch",
      "MON_SERVICE_NAME must be a name of at most 40 letters, digits, hyphens and spaces."
    ],
    [
      "MON_ALLOW_PRIVATE_NETWORKS",
      "lan",
      "MON_ALLOW_PRIVATE_NETWORKS must be a comma-separated list of networks such as 10.0.0.0/8 or fd00::/8."
    ]
  ])("reject %s=%s with one sentence", (variable, value, sentence) => {
    expect(message({ [variable]: value })).toBe(sentence)
  })

  it.each(["", "mysql://localhost/mon", "localhost:5432"])("reject MON_DATABASE_URL=%s with one sentence", (value) => {
    expect(() => readDatabaseUrl({ MON_DATABASE_URL: value })).toThrow(
      "MON_DATABASE_URL must be a URL such as postgres://user:password@host:5432/database."
    )
  })
})
