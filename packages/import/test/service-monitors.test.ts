import { describe, expect, it } from "vitest"
import { fillSecrets, importMonitors } from "../src/index.ts"
import { kumaMonitor } from "./fixtures/kumaTables.ts"
import { linesOf, silentPaths, worked } from "./imported.ts"

type Fields = Readonly<Record<string, unknown>>

const SECRET = "not-a-real-one"

const kumaService = (type: string, changes: Fields) =>
  kumaMonitor(1, { name: "S", type, url: null, interval: 300, timeout: 10, ...changes })

const importedKuma = (type: string, changes: Fields) =>
  worked(importMonitors("uptime-kuma", { tables: { monitor: [kumaService(type, changes)] } }))

const login = { username: "mon", password: "${env:KUMA_1_CHECK_LOGIN_PASSWORD}" }

// The columns and their meaning are those of server/monitor-types and server/model/monitor.js of louislam/uptime-kuma.
it.each<readonly [string, Fields, Fields]>([
  ["port", { hostname: "db.example.com", port: 5432 }, { type: "tcp", target: "db.example.com:5432" }],
  ["port", { hostname: "2606:4700::1111", port: 53 }, { type: "tcp", target: "[2606:4700::1111]:53" }],
  [
    "ping",
    { hostname: "a.example.com", packet_size: 100 },
    { type: "icmp", target: "a.example.com", packetBytes: 100 }
  ],
  [
    "dns",
    { hostname: "example.com", dns_resolve_type: "MX", dns_resolve_server: "8.8.8.8", port: 53 },
    { type: "dns", server: "8.8.8.8:53", name: "example.com", recordType: "MX" }
  ],
  [
    "smtp",
    { hostname: "mx.example.com", port: 587, smtp_security: "starttls" },
    { type: "smtp", target: "mx.example.com:587", tls: "required" }
  ],
  [
    "grpc-keyword",
    {
      grpc_url: "grpc.example.com:443",
      grpc_enable_tls: 1,
      grpc_service_name: "grpc.health.v1.Health",
      grpc_method: "Check",
      grpc_body: '{"service": "shop"}'
    },
    { type: "grpc", target: "grpc.example.com:443", tls: "fromStart", service: "shop" }
  ],
  [
    "websocket-upgrade",
    { url: "wss://chat.example.com/live", ws_subprotocol: "chat,old" },
    { type: "webSocket", url: "wss://chat.example.com/live", subprotocols: ["chat", "old"] }
  ],
  [
    "postgres",
    {
      database_connection_string: `postgres://mon:${SECRET}@db.example.com:5433/shop`,
      database_query: "select 1"
    },
    { type: "postgres", target: "db.example.com:5433", database: "shop", query: "select 1", login }
  ],
  [
    "mysql",
    { database_connection_string: "mysql://mon@db.example.com/shop", radius_password: SECRET },
    { type: "mysql", target: "db.example.com", database: "shop", login }
  ],
  [
    "sqlserver",
    {
      database_connection_string: `Server=tcp:db.example.com,1434;User Id=mon;Password='${SECRET}'; Initial Catalog=shop;Encrypt=True`,
      database_query: "select 1"
    },
    {
      type: "sqlServer",
      target: "db.example.com:1434",
      tls: "required",
      login,
      database: "shop",
      query: "select 1"
    }
  ],
  [
    "sqlserver",
    {
      database_connection_string: "Data Source=db.example.com;Integrated Security=true;TrustServerCertificate=yes",
      database_query: "select 1"
    },
    { type: "sqlServer", target: "db.example.com" }
  ],
  [
    "mongodb",
    {
      database_connection_string: `mongodb://mon:${SECRET}@db.example.com:27018,b.example.com/shop?replicaSet=rs0&tls=true`,
      database_query: '{"count": "orders"}'
    },
    {
      type: "mongodb",
      target: "db.example.com:27018",
      tls: "fromStart",
      login,
      authenticationDatabase: "shop",
      database: "shop",
      collection: "orders",
      replicaSet: "rs0"
    }
  ],
  [
    "mongodb",
    {
      database_connection_string: `mongodb://mon:${SECRET}@db.example.com/shop?authSource=admin&appName=kuma`,
      database_query: '{"ping": 1}'
    },
    { type: "mongodb", target: "db.example.com", login, database: "shop" }
  ],
  [
    "redis",
    { database_connection_string: `rediss://mon:${SECRET}@cache.example.com:6380` },
    { type: "redis", target: "cache.example.com:6380", tls: "fromStart", login }
  ],
  [
    "mqtt",
    { hostname: "mqtts://mqtt.example.com", port: 8883, mqtt_username: "mon", mqtt_password: SECRET },
    { type: "mqtt", target: "mqtt.example.com:8883", tls: "fromStart", login }
  ],
  [
    "snmp",
    {
      hostname: "sw.example.com",
      port: 161,
      snmp_version: "2c",
      snmp_oid: ".1.3.6.1.2.1.1.3.0",
      radius_password: SECRET,
      json_path_operator: ">=",
      expected_value: "5"
    },
    {
      type: "snmp",
      target: "sw.example.com:161",
      version: "2c",
      oid: "1.3.6.1.2.1.1.3.0",
      community: "${env:KUMA_1_CHECK_COMMUNITY}",
      answer: { atLeast: 5 }
    }
  ],
  [
    "radius",
    { hostname: "aaa.example.com", port: 1812, radius_secret: SECRET, radius_username: "mon" },
    { type: "radius", target: "aaa.example.com:1812", secret: "${env:KUMA_1_CHECK_SECRET}" }
  ],
  [
    "radius",
    { hostname: "aaa.example.com", radius_secret: SECRET, radius_password: SECRET, radius_called_station_id: "ap" },
    { type: "radius", target: "aaa.example.com", secret: "${env:KUMA_1_CHECK_SECRET}" }
  ],
  [
    "radius",
    {
      hostname: "aaa.example.com",
      radius_secret: SECRET,
      radius_username: "mon",
      radius_password: SECRET,
      radius_called_station_id: "00-00-5E-00-53-01:Office",
      radius_calling_station_id: "00-00-5E-00-53-02"
    },
    {
      type: "radius",
      target: "aaa.example.com",
      secret: "${env:KUMA_1_CHECK_SECRET}",
      login,
      calledStationId: "00-00-5E-00-53-01:Office",
      callingStationId: "00-00-5E-00-53-02"
    }
  ],
  ["ntp", { hostname: "time.example.com", port: 123 }, { type: "ntp", target: "time.example.com:123" }],
  ["sip-options", { hostname: "sip.example.com", port: 5060 }, { type: "sip", target: "sip.example.com:5060" }]
])("turns a %s monitor of Uptime Kuma into a service: %j", async (type, changes, check) => {
  const result = await importedKuma(type, changes)
  expect(result.report.groups.map(({ reason }) => reason)).toEqual([null])
  expect(result.document.services).toEqual({
    "kuma-1": { name: "S", checkInterval: 300, timeoutSeconds: 10, check }
  })
  expect(silentPaths(kumaService(type, changes), result, "monitor", "1")).toEqual([])
  expect(JSON.stringify([result.document, result.report])).not.toContain(SECRET)
})

it.each<readonly [string, string, Fields, string]>([
  ["a private address", "port", { hostname: "192.168.1.10", port: 22 }, "Mon only monitors public hosts."],
  ["a private name", "ping", { hostname: "nas.local" }, "Mon only monitors public hosts."],
  ["no port", "port", { hostname: "db.example.com" }, "Mon rejects it: check.target must be a host and a port"],
  ["a wrong port", "port", { hostname: "db.example.com", port: 70_000 }, "The port in the address is not valid."],
  ["a private IPv6 address", "port", { hostname: "fd00::1", port: 22 }, "Mon only monitors public hosts."],
  ["a private URL", "websocket-upgrade", { url: "ws://127.0.0.1:80/" }, "Mon only monitors public hosts."],
  ["no host", "port", { port: 22 }, "It has no host."],
  ["a method of its own", "grpc-keyword", { grpc_url: "a.example.com:1", grpc_service_name: "Shop" }, "Mon only calls"],
  [
    "no readable address",
    "postgres",
    { database_connection_string: "host=db" },
    "The connection string cannot be read."
  ],
  [
    "no host",
    "mongodb",
    { database_connection_string: "mongodb+srv://cluster.example.com/" },
    "Mon needs the host of a server."
  ],
  [
    "version 3",
    "snmp",
    { hostname: "a.example.com", snmp_version: "3" },
    "Mon does not carry over the users of SNMP 3"
  ],
  ["no secret", "radius", { hostname: "a.example.com", port: 1812 }, "It has no secret."],
  [
    "a user name that is too long",
    "radius",
    { hostname: "a.example.com", radius_secret: SECRET, radius_username: "u".repeat(254), radius_password: SECRET },
    "Mon rejects it: check.login.username must"
  ]
])("leaves out a service with %s, and says why", async (_, type, changes, reason) => {
  const { document, report } = await importedKuma(type, changes)
  expect(document.services).toBeUndefined()
  expect(report.groups[0]?.reason).toContain(reason)
})

it("keeps a port that must be closed, and a service that is paused", async () => {
  const closed = { hostname: "db.example.com", port: 3306, upside_down: 1, active: 0, interval: 5, timeout: 48 }
  const { document } = await importedKuma("port", closed)
  expect(document.services?.["kuma-1"]).toMatchObject({
    inverted: true,
    paused: true,
    checkInterval: 60,
    timeoutSeconds: 30
  })
})

const gatusService = (endpoint: Fields) =>
  worked(importMonitors("gatus", JSON.stringify({ endpoints: [{ name: "s", ...endpoint }] })))

it.each<readonly [Fields, Fields]>([
  [{ url: "tcp://db.example.com:5432", conditions: ["[CONNECTED] == true"] }, {}],
  [{ url: "tcp://db.example.com:23", conditions: ["[CONNECTED] == false"] }, { inverted: true }],
  [
    { url: "tcp://mx.example.com:25", body: "QUIT\r\n", conditions: ["[BODY] == pat(*221*)"] },
    { check: { steps: [{ send: "QUIT\r\n" }, { receive: String.raw`^[\s\S]*221[\s\S]*$` }] } }
  ],
  [{ url: "udp://game.example.com:27015", body: "ping" }, { check: { type: "udp", send: "ping" } }],
  [{ url: "icmp://a.example.com", conditions: ["[RESPONSE_TIME] < 80"] }, { expect: [{ responseTimeMs: 80 }] }],
  [
    { url: "tls://db.example.com:993", conditions: ["[CERTIFICATE_EXPIRATION] > 72h"] },
    { check: { type: "tls" }, expect: [{ certificate: "valid", minimumDays: 3 }] }
  ],
  [{ url: "starttls://mx.example.com:587" }, { check: { type: "smtp", tls: "required" } }],
  [{ url: "ssh://git.example.com:22", ssh: { username: "mon", password: SECRET } }, { check: { type: "ssh" } }],
  [
    { url: "wss://chat.example.com", body: "hi", headers: { "x-key": SECRET }, conditions: ["[BODY] == hi"] },
    {
      check: {
        send: "${env:GATUS_S_CHECK_SEND}",
        headers: { "x-key": "${env:GATUS_S_CHECK_HEADERS_X_KEY}" },
        receive: "^hi$"
      }
    }
  ],
  [
    { url: "grpcs://grpc.example.com:443" },
    { check: { type: "grpc", target: "grpc.example.com:443", tls: "fromStart" } }
  ],
  [
    {
      url: "8.8.8.8",
      dns: { "query-name": "example.org", "query-type": "NS" },
      conditions: ["[DNS_RCODE] == NOERROR", "[BODY] == a.iana-servers.net"]
    },
    {
      check: {
        type: "dns",
        server: "8.8.8.8",
        name: "example.org",
        recordType: "NS",
        rcode: "NOERROR",
        answers: ["a.iana-servers.net."]
      }
    }
  ]
])("turns the endpoint %j of Gatus into a service", async (endpoint, expected) => {
  const result = await gatusService(endpoint)
  expect(result.report.groups.find(({ kind }) => kind === "monitor")?.reason).toBeNull()
  expect(result.document.services?.["gatus-s"]).toMatchObject({ checkInterval: 60, timeoutSeconds: 10, ...expected })
  expect(silentPaths({ name: "s", ...endpoint }, result, "monitor", "s")).toEqual([])
  expect(JSON.stringify([result.document, result.report])).not.toContain(SECRET)
})

it("reports conditions about a service that Mon does not have", async () => {
  const conditions = ["[STATUS] == 200", "[BODY] == pat(*1*)", "[IP] == 1.1.1.1", "x", "[DNS_RCODE] != NOERROR"]
  const result = await gatusService({ url: "tcp://db.example.com:5432", conditions })
  expect(linesOf(result, "monitor", "s").filter((line) => line.startsWith("conditions"))).toEqual(
    ["have", "have", "have", "read", "have"].map(
      (word, index) =>
        `conditions[${index}]: left_out - ${word === "read" ? "It cannot be read." : "Mon does not have this condition."}`
    )
  )
})

const probed = (module: Fields, target: string) =>
  worked(
    importMonitors(
      "blackbox",
      new Map([
        ["blackbox.yml", JSON.stringify({ modules: { m: module } })],
        [
          "prometheus.yml",
          JSON.stringify({
            scrape_configs: [
              {
                job_name: "j",
                metrics_path: "/probe",
                params: { module: ["m"] },
                static_configs: [{ targets: [target] }]
              }
            ]
          })
        ]
      ])
    )
  )

it.each<readonly [Fields, string, Fields]>([
  [{ prober: "tcp" }, "db.example.com:5432", { type: "tcp", target: "db.example.com:5432" }],
  [
    { prober: "tcp", tcp: { tls: true, tls_config: { server_name: "db.example.com", insecure_skip_verify: true } } },
    "192.0.78.9:993",
    { type: "tls", target: "192.0.78.9:993", serverName: "db.example.com" }
  ],
  [
    { prober: "tcp", tcp: { query_response: [{ expect: "(?i)^ssh-2" }, { send: "QUIT" }] } },
    "git.example.com:22",
    {
      type: "tcp",
      target: "git.example.com:22",
      steps: [{ receive: "^ssh-2", ignoreCase: true }, { send: "QUIT\n" }]
    }
  ],
  [
    { prober: "tcp", tcp: { query_response: [{ expect: "^220" }, { send: "STARTTLS" }, { starttls: true }] } },
    "mx.example.com:25",
    { type: "smtp", target: "mx.example.com:25", tls: "required" }
  ],
  [
    { prober: "icmp", icmp: { payload_size: 200 } },
    "a.example.com",
    { type: "icmp", target: "a.example.com", packetBytes: 200 }
  ],
  [
    {
      prober: "dns",
      dns: {
        query_name: "example.org",
        query_type: "SOA",
        transport_protocol: "tcp",
        valid_rcodes: ["NXDOMAIN"],
        recursion_desired: false
      }
    },
    "1.1.1.1",
    {
      type: "dns",
      server: "1.1.1.1",
      name: "example.org",
      recordType: "SOA",
      transport: "tcp",
      rcode: "NXDOMAIN",
      recursion: false
    }
  ],
  [
    { prober: "grpc", grpc: { service: "shop", tls: true } },
    "grpc.example.com:443",
    { type: "grpc", target: "grpc.example.com:443", tls: "fromStart", service: "shop" }
  ]
])("turns the module %j for the target %s into a service", async (module, target, check) => {
  const result = await probed(module, target)
  expect(Object.values(result.document.services ?? {})).toMatchObject([{ check, checkInterval: 60 }])
  expect(Object.values(result.document.services ?? {})[0]?.check).toEqual(check)
  expect(silentPaths({ modules: { m: module } }, result, "monitor", `m ${target}`)).toEqual([])
})

it.each<readonly [Fields, string, string]>([
  [
    { prober: "tcp", tcp: { query_response: [{ starttls: true }] } },
    "a.example.com:9",
    "The dialogue starts TLS on a port"
  ],
  [
    { prober: "tcp", tcp: { query_response: [{ expect: "^PING (.*)", send: "PONG ${1}" }] } },
    "a.example.com:9",
    "The dialogue sends back a part"
  ],
  [
    { prober: "tcp", tcp: { query_response: [{ expect: "a**" }] } },
    "a.example.com:9",
    "Mon does not support the pattern: it repeats"
  ],
  [{ prober: "dns", dns: { query_name: "example.org" } }, "1.1.1.1", "Mon does not ask for ANY records."],
  [{ prober: "icmp" }, "10.0.0.1", "Mon only monitors public hosts."]
])("leaves out the module %j for the target %s", async (module, target, reason) => {
  const { document, report } = await probed(module, target)
  expect(document.services).toBeUndefined()
  expect(report.groups.find(({ kind }) => kind === "monitor")?.reason).toContain(reason)
})

describe("a file with services whose secrets have no value", () => {
  const monitor = [
    kumaMonitor(1, {
      name: "Directory",
      type: "redis",
      url: null,
      database_connection_string: `redis://mon:${SECRET}@cache.example.com`
    }),
    kumaMonitor(2, {
      name: "Access",
      type: "radius",
      url: null,
      hostname: "a.example.com",
      port: 1812,
      radius_secret: SECRET
    }),
    kumaMonitor(3, { name: "Shop", url: "https://shop.example.org" })
  ]
  const page = { id: 1, slug: "main-page", title: "Example", published: 1 }
  const tables = {
    monitor,
    status_page: [page],
    group: [{ id: 1, name: "All", status_page_id: 1, public: 1, active: 1, weight: 1 }],
    monitor_group: [2, 3].map((id) => ({ id, monitor_id: id, group_id: 1, weight: id }))
  }

  it("has no login, and no service that cannot be checked without its secret", async () => {
    const { document } = await worked(importMonitors("uptime-kuma", { tables }))
    expect(Object.keys(document.services ?? {})).toEqual(["kuma-1", "kuma-2"])
    const filled = fillSecrets(document, new Map())
    if (!filled.ok) throw new Error(filled.message)
    expect(filled.leftOut).toEqual(["services.kuma-2", "services.kuma-1.check.login"])
    expect(filled.document.services).toMatchObject({
      "kuma-1": { check: { type: "redis", target: "cache.example.com" } }
    })
    expect(filled.document.services?.["kuma-1"]?.check).not.toHaveProperty("login")
    expect(JSON.stringify(filled.document.statusPages)).not.toContain("kuma-2")
    expect(JSON.stringify(filled.document.statusPages)).toContain("kuma-3")
  })

  it("is whole if all values are given", async () => {
    const { document, secrets } = await worked(importMonitors("uptime-kuma", { tables }))
    const filled = fillSecrets(document, secrets)
    if (!filled.ok) throw new Error(filled.message)
    expect(filled.leftOut).toEqual([])
    expect(filled.document.services?.["kuma-2"]?.check).toMatchObject({ type: "radius", secret: SECRET })
  })
})
