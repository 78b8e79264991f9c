import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parse } from "yaml"
import { readModules } from "../src/serve/readModules.ts"
import { makeAuthority } from "@mon/tooling/testbed"

const noFile = (path: string): string => {
  throw new Error(`${path} was not expected`)
}

const faultsOf = (yaml: string, readFile = noFile) => {
  const { faults, unusable } = readModules(parse(yaml, { customTags: ["binary"] }), readFile)
  return [...faults, ...[...unusable.values()].flat()]
}

const read = (yaml: string, readFile = noFile) => {
  expect(faultsOf(yaml, readFile)).toEqual([])
  return readModules(parse(yaml, { customTags: ["binary"] }), readFile)
}

const pattern = (source: string, more: object = {}) => ({
  source,
  pattern: source,
  ignoreCase: false,
  failsOnMatch: false,
  ...more
})

const http = (options: string) => `modules:\n  m:\n    prober: http\n    http:\n      ${options}\n`

const tcp = (options: string) => `modules:\n  m:\n    prober: tcp\n    tcp:\n      ${options}\n`
const dns = (options: string) => `modules:\n  m:\n    prober: dns\n    dns:\n      ${options}\n`

describe("a configuration of blackbox_exporter", () => {
  it("has modules of the prober tcp", () => {
    const reading = read(`
modules:
  irc:
    prober: tcp
    tcp:
      preferred_ip_protocol: ip4
      query_response:
        - send: NICK prober
        - { expect: "(?i)ping", send: "PONG $$1" }
        - { expect: "^220 ", starttls: true }
      tls_config: { insecure_skip_verify: true, server_name: irc.example.com }
  connect: { prober: tcp }
`)
    expect(reading.modules.get("irc")).toEqual({
      prober: "tcp",
      timeoutMs: null,
      tls: false,
      serverName: "irc.example.com",
      verifies: false,
      ignoredProblems: [],
      tlsSettings: { minVersion: "TLSv1.2" },
      family: { preferred: 4, fallback: true },
      steps: [
        { send: "NICK prober\n" },
        { receive: "ping", ignoreCase: true, onGroups: expect.any(Function) },
        { receive: "^220 ", ignoreCase: false },
        { startTls: true }
      ]
    })
    expect(reading.modules.get("connect")).toMatchObject({ steps: [], verifies: true, tls: false })
  })

  it("has modules of the prober dns", () => {
    const reading = read(`
modules:
  any: { prober: dns, dns: { query_name: example.com } }
  soa:
    prober: dns
    dns:
      transport_protocol: tcp
      query_name: example.com
      query_type: SOA
      query_class: IN
      recursion_desired: false
      valid_rcodes: [NOERROR, NXDOMAIN]
      validate_answer_rrs: { fail_if_not_matches_regexp: [".*ns1.*"] }
`)
    const any = { name: "example.com", type: "TYPE255", recursion: true, transport: "udp" }
    expect(reading.modules.get("any")).toMatchObject({ prober: "dns", query: any, rcodes: ["NOERROR"] })
    expect(reading.modules.get("soa")).toMatchObject({
      query: { name: "example.com", type: "SOA", recursion: false, transport: "tcp" },
      rcodes: ["NOERROR", "NXDOMAIN"],
      sections: { answers: { failIfNotMatches: [pattern(".*ns1.*", { pattern: String.raw`[^\n]*ns1[^\n]*` })] } }
    })
  })

  it("becomes modules", async () => {
    const { rootPem } = await makeAuthority()
    const reading = read(
      `
modules:
  http_2xx:
    prober: http
  login:
    prober: http
    timeout: 1m2.5s
    http:
      method: POST
      body: "{}"
      headers: { User-Agent: Me/1, Content-Type: application/json }
      valid_status_codes: [200, 204]
      valid_http_versions: [HTTP/1.1, HTTP/2.0]
      no_follow_redirects: true
      fail_if_not_ssl: true
      enable_http2: false
      preferred_ip_protocol: ip4
      ip_protocol_fallback: false
      basic_auth: { username: ada, password_file: secrets/password }
      tls_config: { ca_file: ca.pem }
      fail_if_body_matches_regexp: ["(?i)maintenance"]
      fail_if_body_not_matches_regexp: ["^{"]
      fail_if_header_not_matches: [{ header: X-Build, regexp: "^v\\\\d+", allow_missing: true }]
`,
      (path) => (path === "ca.pem" ? rootPem : path === "secrets/password" ? "pa:ss\n" : noFile(path))
    )
    expect([...reading.modules.keys()]).toEqual(["http_2xx", "login"])
    expect(reading.modules.get("http_2xx")).toMatchObject({ timeoutMs: null, verifies: true, family: null })
    expect(reading.modules.get("login")).toEqual({
      prober: "http",
      timeoutMs: 62_500,
      request: {
        method: "POST",
        body: "{}",
        userAgent: "Me/1",
        headers: { "content-type": "application/json", authorization: `Basic ${btoa("ada:pa:ss")}` },
        followRedirects: false
      },
      statusCodes: [200, 204],
      httpVersions: ["HTTP/1.1", "HTTP/2.0"],
      family: { preferred: 4, fallback: false },
      allowsHttp2: false,
      failsIfSecure: false,
      failsIfNotSecure: true,
      verifies: true,
      ignoredProblems: [],
      tlsSettings: { extraCa: [rootPem] },
      serverName: null,
      host: null,
      acceptEncoding: null,
      contentCoding: null,
      mostBytes: null,
      body: [
        pattern("(?i)maintenance", { pattern: "maintenance", ignoreCase: true, failsOnMatch: true }),
        pattern("^{", { pattern: String.raw`^\{` })
      ],
      headers: [pattern(String.raw`^v\d+`, { pattern: String.raw`^v\d+`, header: "x-build", allowMissing: true })]
    })
  })

  it.each([
    ["modules: {}", "modules must have at least one module."],
    ["[]", "The file must have options."],
    ["modules: { m: { prober: http } }\nextra: 1", "extra is not an option."],
    [
      "modules: { m: { prober: unix } }",
      'modules.m.prober must be http, tcp, dns, icmp or grpc. "unix" is not supported.'
    ],
    ["modules: { m: {} }", "modules.m.prober must be http, tcp, dns, icmp or grpc."],
    ["modules: { m: { prober: http, tcp: {} } }", "modules.m.tcp is not supported: the module's prober is http."],
    [
      "modules: { m: { prober: http, timeout: 5 } }",
      "modules.m.timeout must be a time such as 5s or 1m30s, at most 10m."
    ],
    ["modules: { m: { prober: http, timeout: 11m } }", "modules.m.timeout must be a time such as 5s"],
    [http("metod: GET"), "modules.m.http.metod is not an option."],
    [http("method: get"), "modules.m.http.method must be one of GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS."],
    [http("proxy_url: http://p"), "modules.m.http.proxy_url is not supported: a probe connects to the target itself."],
    [http("valid_status_codes: [2xx]"), "modules.m.http.valid_status_codes must be a list of numbers from 100 to 599."],
    [http("valid_http_versions: [HTTP/3]"), "modules.m.http.valid_http_versions must be a list of HTTP/1.0, HTTP/1.1"],
    [http("fail_if_ssl: maybe"), "modules.m.http.fail_if_ssl must be true or false."],
    [http("headers: { Connection: a }"), "modules.m.http.headers.Connection cannot be set: the connection sets it"],
    [http("headers: { Host: 'a b' }"), "modules.m.http.headers.Host must be a host, or a host and a port."],
    [
      http("headers: { Accept-Encoding: 'gzip, zip' }"),
      "modules.m.http.headers.Accept-Encoding must be a list of gzip"
    ],
    [http("http_headers: { X-A: { vals: [b] } }"), "modules.m.http.http_headers.X-A.vals is not an option."],
    [
      http("http_headers: { X-A: { files: [b] } }"),
      "modules.m.http.http_headers.X-A.files[0] cannot be read: b was not"
    ],
    [http("body: a\n      body_file: b"), "modules.m.http.body_file and body cannot be used together."],
    [http("body_size_limit: 17MB"), "modules.m.http.body_size_limit must be a size such as 10MB, at most 16MB."],
    [http("compression: lzma"), "modules.m.http.compression must be one of br, deflate, gzip, identity."],
    [
      http("compression: gzip\n      headers: { Accept-Encoding: br }"),
      "modules.m.http.compression must be accepted by the Accept-Encoding header."
    ],
    [http("enable_http3: true"), "modules.m.http.enable_http3 is not supported: a probe uses HTTP/1.1 and HTTP/2."],
    [http('headers: { X-A: "a\\nb" }'), "modules.m.http.headers.X-A must have one line without control characters."],
    [
      http('fail_if_body_matches_regexp: ["a", "(?=b)"]'),
      "modules.m.http.fail_if_body_matches_regexp[1] cannot be used: the pattern has a lookahead, a lookbehind or an unknown flag"
    ],
    [
      http('fail_if_body_matches_regexp: ["[[:alphas:]]"]'),
      "modules.m.http.fail_if_body_matches_regexp[0] cannot be used: the pattern has [:alphas:], which is not supported"
    ],
    [
      http('fail_if_header_matches: [{ header: a, regexp: "\\\\pL" }]'),
      String.raw`modules.m.http.fail_if_header_matches[0].regexp cannot be used: the pattern has \p, which is not supported.`
    ],
    [
      http("fail_if_header_matches: [{ regexp: a, also: 1 }]"),
      "modules.m.http.fail_if_header_matches[0].header must be a header name."
    ],
    [
      http("tls_config: { cert: a }"),
      "modules.m.http.tls_config must have both a certificate (cert or cert_file) and its key (key or key_file)"
    ],
    [
      http("tls_config: { cert: a, key: b }"),
      "modules.m.http.tls_config has a client certificate and a key that cannot be used together."
    ],
    [
      http("tls_config: { min_version: '1.2' }"),
      "modules.m.http.tls_config.min_version must be one of TLS10, TLS11, TLS12, TLS13."
    ],
    [http("tls_config: { ca: a }"), "modules.m.http.tls_config.ca has no certificate in PEM form."],
    [http("tls_config: { ca_file: a }"), "modules.m.http.tls_config.ca_file cannot be read: a was not expected."],
    [
      http("tls_config: { insecure_skip_verify: true }\n      bearer_token: t"),
      "modules.m.http.tls_config.insecure_skip_verify cannot be true: a probe sends no credentials without"
    ],
    [
      http("bearer_token: a\n      basic_auth: { username: b }"),
      "modules.m.http must have only one of basic_auth, authorization and bearer_token."
    ],
    [http("bearer_token_file: a"), "modules.m.http.bearer_token_file cannot be read: a was not expected."],
    ["modules: { m: { prober: tcp, http: {} } }", "modules.m.http is not supported: the module's prober is tcp."],
    [tcp("query_response: [{ expect: '(a' }]"), "modules.m.tcp.query_response[0].expect cannot be used: the pattern"],
    [tcp("query_response: [{ expct: 'a' }]"), "modules.m.tcp.query_response[0].expct is not an option."],
    [
      tcp("query_response: [{ expect: a, expect_bytes: b }]"),
      "modules.m.tcp.query_response[0].expect_bytes and expect cannot be used together."
    ],
    [
      tcp("query_response: [{ labels: [{ name: a, value: b }] }]"),
      "modules.m.tcp.query_response[0].labels can only have what expect matches."
    ],
    [
      tcp("query_response: [{ expect: a, labels: [{ name: a-b, value: b }] }]"),
      "modules.m.tcp.query_response[0].labels[0].name must be a label name."
    ],
    [
      tcp("{ tls: true, query_response: [{ starttls: true }] }"),
      "modules.m.tcp.query_response and tls must have at most one"
    ],
    [tcp("source_ip_address: 127.0.0.1"), "modules.m.tcp.source_ip_address is not supported"],
    [tcp("tls_config: { key_file: a }"), "modules.m.tcp.tls_config.key_file cannot be read: a was not expected."],
    [dns("{}"), "modules.m.dns.query_name must be a domain name in ASCII."],
    [dns("{ query_name: a.example, query_type: AA }"), "modules.m.dns.query_type must be a record type"],
    [dns("{ query_name: a.example, query_class: CH }"), "modules.m.dns.query_class must be one of IN."],
    [dns("{ query_name: a.example, dns_over_tls: true }"), "modules.m.dns.dns_over_tls needs transport_protocol tcp."],
    [
      dns("{ query_name: a.example, validate_answer_rrs: { fail_if_matches_regexp: ['(a'] } }"),
      "modules.m.dns.validate_answer_rrs.fail_if_matches_regexp[0] cannot be used: the pattern"
    ]
  ])("is refused with the path of the option: %s", (yaml, fault) => {
    expect(faultsOf(yaml)[0]).toContain(fault)
  })

  it("is refused with all faults at once, and without the secrets in them", () => {
    const faults = faultsOf(`
modules:
  a: { prober: unix }
  b: { prober: http, http: { oauth2: { client_secret: canary }, bearer_token: "canary\\nb", proxy_url: p } }
`)
    expect(faults).toHaveLength(4)
    expect(faults.join("\n")).not.toContain("canary")
  })

  it("is used or refused, whatever its options are", () => {
    const names = [
      "method headers http_headers body body_file body_size_limit compression basic_auth valid_status_codes",
      "fail_if_header_matches fail_if_body_matches_regexp tls_config bearer_token query_response tls query_name",
      "query_type dns_over_tls validate_answer_rrs valid_rcodes preferred_ip_protocol ip_protocol_fallback",
      "__proto__ constructor toString"
    ].flatMap((line) => line.split(" "))
    const inner = "values secrets files header regexp expect send labels name ca cert key Host X-A password".split(" ")
    const value = fc.letrec<{ any: unknown }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom<unknown>(
          null,
          true,
          false,
          0,
          1,
          -1,
          1e300,
          "",
          "a",
          "$1",
          "(",
          "10MB",
          "gzip",
          new Uint8Array(2)
        ),
        fc.string({ maxLength: 6 }),
        fc.array(tie("any"), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...inner), tie("any"), { maxKeys: 3 })
      )
    })).any
    const options = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 5 })
    const prober = fc.constantFrom("http", "tcp", "dns", "icmp", "grpc", "unix", 7)
    fc.assert(
      fc.property(prober, options, (kind, given) => {
        const { faults, modules, unusable } = readModules(
          { modules: { m: { prober: kind, [String(kind)]: given } } },
          noFile
        )
        expect(faults).toEqual([])
        expect(modules.size + unusable.size).toBe(1)
        for (const fault of unusable.get("m") ?? []) expect(fault).toMatch(/^modules\.m\b.*\.$/su)
      }),
      { numRuns: 1_000 }
    )
  })
})

it.each([
  ["yes", true],
  ["Yes", true],
  ["ON", true],
  ["y", true],
  ["true", true],
  ["no", false],
  ["Off", false],
  ["n", false],
  ["false", false]
])("a boolean can be the word %s, as for Go's readers of YAML", (word, expected) => {
  const { modules } = read(`modules: { m: { prober: http, http: { fail_if_ssl: ${word}, enable_http3: off } } }`)
  expect(modules.get("m")).toMatchObject({ failsIfSecure: expected })
})

it.each(["maybe", "1", "yEs", '""'])("a boolean cannot be %s", (word) => {
  expect(faultsOf(`modules: { m: { prober: http, http: { fail_if_ssl: ${word} } } }`)).toEqual([
    "modules.m.http.fail_if_ssl must be true or false."
  ])
})
