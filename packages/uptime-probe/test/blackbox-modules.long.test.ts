// Compares Debian's blackbox_exporter with the `serve` command of this package for Go patterns, virtual hosts, content
// codings and dialogues.
import { makeAuthority, startSite } from "@mon/tooling/testbed"
import { once } from "node:events"
import { createServer, type Server } from "node:net"
import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hasExporter, makeExporters } from "./exporters.ts"

const BODY = "Hello, \r\nWörld_1 [x] a.b 😀\tend"

/** Patterns in Go's syntax, some of which match. */
const PATTERNS = [
  "^Hello",
  "(?i)^HELLO",
  "(?s)^Hello.*end$",
  "^Hello.*end$",
  "(?i)wÖRLD",
  String.raw`\AHello\b`,
  String.raw`end\z`,
  "Hello, .\nW",
  String.raw`Hello,\s\sW`,
  String.raw`^[\w,\s]+W`,
  String.raw`^[^\W]+,`,
  "[[:upper:]][[:lower:]]+,",
  "[]x[]{3}",
  "[^]x[]rld",
  String.raw`\Q[x] a.b\E`,
  String.raw`\x48e\x{6c}\154o`,
  String.raw`(?P<first>l)(l)o`,
  "W.rld",
  "W..rld",
  "b .+\tend",
  String.raw`\d{1,2} \[`,
  "(Hello|World)$",
  "x{0}H",
  "^$",
  "^+H",
  String.raw`\Bello`,
  String.raw`,\b`,
  "a,{,2}b|{",
  String.raw`\"|\-|\/|\'`,
  "l*?l+?o??"
]

const tcp = (steps: ReadonlyArray<object>) => ({
  prober: "tcp",
  timeout: "30s",
  tcp: { preferred_ip_protocol: "ip4", query_response: steps }
})

describe.skipIf(!hasExporter)("a module beside Debian's blackbox_exporter", () => {
  const exporters = makeExporters()
  const closing: Array<() => Promise<unknown>> = []
  let beside: Awaited<ReturnType<typeof exporters.startBoth>>
  let plain: string
  let vhost: string
  let zipped: string
  let irc: string
  let pop3: string

  const listen = async (server: Server) => {
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    closing.push(() => new Promise((resolve) => server.close(resolve)))
    const address = server.address()
    return `127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
  }

  beforeAll(async () => {
    const authority = await makeAuthority()
    const caFile = exporters.write("ca.pem", authority.rootPem)
    const one = await startSite({ behaviour: { body: BODY, headers: { "content-type": "text/plain" } } })
    const two = await startSite({
      tls: await authority.issue({ names: ["shop.example.org"] }),
      behaviour: { body: BODY }
    })
    const three = await startSite({ behaviour: { body: gzipSync(BODY), headers: { "content-encoding": "gzip" } } })
    closing.push(one.close, two.close, three.close)
    plain = one.origin
    vhost = two.origin
    zipped = three.origin
    irc = await listen(
      createServer((socket) => {
        socket.on("error", () => {}).write("PING :4711\r\n")
        socket.on("data", (bytes) => {
          if (bytes.toString().includes("PONG 4711")) socket.write(":a 001 hello\r\n")
        })
      })
    )
    pop3 = await listen(createServer((socket) => void socket.on("error", () => {}).end("+OK ready\r\n")))
    const http = (more: object) => ({
      prober: "http",
      timeout: "30s",
      http: { preferred_ip_protocol: "ip4", tls_config: { ca_file: caFile }, ...more }
    })
    beside = await exporters.startBoth({
      ...Object.fromEntries(
        PATTERNS.map((pattern, index) => [`p${index}`, http({ fail_if_body_not_matches_regexp: [pattern] })])
      ),
      plain: http({}),
      named: http({ headers: { Host: "shop.example.org" } }),
      server_name: http({ tls_config: { ca_file: caFile, server_name: "shop.example.org" } }),
      gzip: http({ compression: "gzip" }),
      gzip_header: http({ compression: "gzip", headers: { "Accept-Encoding": "gzip" } }),
      small: http({ body_size_limit: "5B" }),
      large: http({ body_size_limit: "1MB" }),
      off: http({ compression: "", body_size_limit: 0, enable_http2: false }),
      // This module is from the example configuration of blackbox_exporter.
      irc_banner: tcp([
        { send: "NICK prober" },
        { send: "USER prober prober prober :prober" },
        { expect: "PING :([^ ]+)", send: "PONG ${1}" },
        { expect: "^:[^ ]+ 001" }
      ]),
      named_group: tcp([{ expect: "PING :(?P<id>[^ ]+)", send: "PONG ${id}" }, { expect: "001" }]),
      pop3_banner: tcp([{ expect: "^+OK" }])
    })
  }, 120_000)

  afterAll(async () => {
    await exporters.close()
    await Promise.all(closing.map((close) => close()))
  }, 60_000)

  it("finds the same with patterns of Go", async () => {
    const differences: Array<unknown> = []
    for (const [index, pattern] of PATTERNS.entries()) {
      const { other, own } = await beside.both(plain, `p${index}`)
      const both = [other.get("probe_success"), own.get("probe_success")]
      if (both[0] === undefined || both[0] !== both[1]) differences.push([pattern, ...both])
    }
    expect(differences).toEqual([])
  }, 120_000)

  it.each<readonly [name: string, target: () => string, module: string, more: Readonly<Record<string, string>>]>([
    ["a virtual host", () => vhost, "named", {}],
    ["a virtual host of the parameter hostname", () => vhost, "plain", { hostname: "shop.example.org" }],
    ["a name for the certificate", () => vhost, "server_name", {}],
    ["a certificate for another name", () => vhost, "plain", {}],
    ["a coding", () => zipped, "gzip", {}],
    ["a coding in a header", () => zipped, "gzip_header", {}],
    ["a coding that the answer has not", () => plain, "gzip", {}],
    ["a body that is too large", () => plain, "small", {}],
    ["a body that is not too large", () => plain, "large", {}],
    ["options that are switched off", () => plain, "off", {}],
    ["a group that is sent", () => irc, "irc_banner", {}],
    ["a group with a name", () => irc, "named_group", {}],
    ["a repeated start", () => pop3, "pop3_banner", {}]
  ])("says the same of %s", async (_name, target, module, more) => {
    const { other, own } = await beside.both(target(), module, more)
    for (const metric of ["probe_success", "probe_failed_due_to_regex", "probe_http_status_code", "probe_http_version"])
      expect([metric, own.get(metric)]).toEqual([metric, other.get(metric)])
    const length = "probe_http_uncompressed_body_length"
    if (other.get("probe_success") === 1) expect(own.get(length)).toBe(other.get(length))
  })
})
