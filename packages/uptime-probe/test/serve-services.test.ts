import { createSecureServer, createServer } from "node:http2"
import { connect } from "node:net"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { parse } from "yaml"
import type { IcmpModule } from "../src/serve/ProbeModule.ts"
import { type ProbeServer, startProbeServer } from "../src/serve/probeServer.ts"
import { icmpProbe } from "../src/serve/runIcmpModule.ts"
import type { Pinger } from "../src/service/icmp/Pinger.ts"
import { readModules } from "../src/serve/readModules.ts"
import { answerLines, makeServiceLab, secureServerSide, type ServiceLab } from "./serviceLab.ts"

let lab: ServiceLab
const servers: Array<ProbeServer> = []
beforeAll(async () => {
  lab = await makeServiceLab()
  lab.dns.zone.set("ns1.example.net", { A: [lab.dns.host] })
  lab.dns.zone.set("example.com", {
    A: ["192.0.2.1", "192.0.2.2"],
    SOA: {
      mname: "ns1.example.com",
      rname: "root.example.com",
      serial: 7,
      refresh: 1,
      retry: 1,
      expire: 1,
      minimum: 60
    }
  })
})
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})
afterAll(() => lab.close())

/** Starts a server with the module "m". Returns a function that probes a target with this module. */
const serve = async (module: string) => {
  const reading = readModules(
    parse(`modules: { m: ${module} }`, { customTags: ["binary"] }),
    () => lab.authority.rootPem
  )
  expect([...reading.faults, ...reading.unusable.values()]).toEqual([])
  const server = await startProbeServer({
    host: "127.0.0.1",
    port: 0,
    concurrency: 10,
    history: 2,
    timeoutOffsetMs: 500,
    version: "1.2.3",
    portsFor: () => lab.ports,
    load: () => ({ ...reading, shown: "" })
  })
  servers.push(server)
  const ask = async (target: string, more = "") => {
    const response = await fetch(`http://${server.address}/probe?module=m&target=${encodeURIComponent(target)}${more}`)
    return { status: response.status, text: await response.text() }
  }
  const probe = async (target: string) => {
    const { text } = await ask(target)
    return Object.fromEntries(
      text
        .split("\n")
        .filter((line) => line !== "" && !line.startsWith("#"))
        .map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))])
    )
  }
  return { ask, probe }
}

const outcome = (name: string) => ({ [`probe_outcome_info{outcome="${name}"}`]: 1 })

describe("a module of the prober tcp", () => {
  it("has the metrics of blackbox_exporter", async () => {
    const target = await lab.listen("db.example.com", () => {})
    const { ask, probe } = await serve("{ prober: tcp }")
    const found = await probe(target)
    expect(found).toMatchObject({
      probe_success: 1,
      probe_failed_due_to_regex: 0,
      probe_ip_protocol: 4,
      probe_dns_lookup_time_seconds: expect.any(Number),
      probe_duration_seconds: expect.any(Number),
      ...outcome("ok")
    })
    expect(Object.keys(found).filter((name) => name.startsWith("probe_ssl"))).toEqual([])
    expect(await probe("127.0.0.1:1")).toMatchObject({ probe_success: 0, ...outcome("connect_refused") })
    expect(await probe("10.0.0.1:25")).toMatchObject({
      probe_success: 0,
      probe_ip_addr_hash: 0,
      ...outcome("blocked_address")
    })
    expect(await ask("db.example.com")).toEqual({
      status: 400,
      text: "The target parameter must be a host and a port.\n"
    })
    expect((await ask(target, "&debug=true")).text).toContain(`  ${target}  127.0.0.1\n`)
  })

  it("performs query_response, and ends at a certificate that is not valid before it sends more", async () => {
    const seen: Array<string> = []
    const start = async (name: string, names: ReadonlyArray<string>) => {
      const tls = await lab.authority.issue({ names })
      return lab.listen(name, (socket) => {
        socket.write("220 hello\r\n")
        answerLines(socket, (line) => {
          if (line !== "STARTTLS") return "250-x\r\n250 STARTTLS\r\n"
          socket.write("220 go\r\n")
          answerLines(secureServerSide(socket, tls), (inner) => {
            seen.push(inner)
            return "250 fine\r\n"
          })
          return null
        })
      })
    }
    const steps = `[{ expect: "^220", send: "EHLO a\\r" }, { expect: "^250 " }, { send: "STARTTLS\\r" },
      { expect: "^220", starttls: true }, { send: "secret\\r" }, { expect: "^250" }]`
    const { probe } = await serve(`{ prober: tcp, tcp: { query_response: ${steps}, tls_config: { ca_file: ca.pem } } }`)
    const good = await probe(await start("mx.example.com", ["mx.example.com"]))
    expect(good).toMatchObject({ probe_success: 1, 'probe_tls_version_info{version="TLS 1.3"}': 1 })
    expect(good["probe_ssl_earliest_cert_expiry"]).toBeGreaterThan(Date.now() / 1_000)
    expect(seen).toEqual(["secret"])
    const bad = await probe(await start("other.example.com", ["mx.example.com"]))
    expect(bad).toMatchObject({ probe_success: 0, ...outcome("tls_handshake") })
    expect(seen).toEqual(["secret"])
  })

  it("says when a pattern made it fail, which a timeout is not", async () => {
    const { probe } = await serve('{ prober: tcp, timeout: 300ms, tcp: { query_response: [{ expect: "^yes" }] } }')
    const closing = await lab.listen("closing.example.com", (socket) => socket.end("no\r\n"))
    expect(await probe(closing)).toMatchObject({ probe_success: 0, probe_failed_due_to_regex: 1 })
    const silent = await lab.listen("silent.example.com", () => {})
    expect(await probe(silent)).toMatchObject({
      probe_success: 0,
      probe_failed_due_to_regex: 0,
      ...outcome("header_timeout")
    })
  })
})

describe("query_response", () => {
  it("answers with what a pattern matched, and has it as labels", async () => {
    const seen: Array<string> = []
    const target = await lab.listen("irc.example.com", (socket) => {
      socket.write(":hello\r\nPING :4711\r\n")
      answerLines(socket, (line) => {
        seen.push(line)
        return ":a 001 x\r\n"
      })
    })
    const { probe } = await serve(`{ prober: tcp, tcp: { query_response: [
      { expect: "PING :(?P<id>[^ ]+)", send: "PONG \${id} \${1} $$x\\r", labels: [{ name: id, value: "a\${1}b" }, { name: none, value: "$2" }] },
      { expect: "^:[^ ]+ 001" }] } }`)
    expect(await probe(target)).toMatchObject({ probe_success: 1, 'probe_expect_info{id="a4711b",none=""}': 1 })
    expect(seen).toEqual(["PONG 4711 4711 $x"])
  })

  it("sends and expects bytes", async () => {
    const seen: Array<Buffer> = []
    const tls = await lab.authority.issue({ names: ["db.example.com"] })
    // Starts a server that answers PostgreSQL's SSLRequest with the given pieces.
    const start = (answer: ReadonlyArray<string>) =>
      lab.listen("db.example.com", (socket) => {
        socket.once("data", (bytes: Buffer) => {
          seen.push(bytes)
          for (const piece of answer) socket.write(piece)
          if (answer[0] === "S") secureServerSide(socket, tls)
        })
      })
    const steps = "[{ send: !!binary AAAACATSFi8= }, { expect_bytes: S }, { starttls: true }]"
    const { probe } = await serve(`{ prober: tcp, timeout: 20s, tcp: { query_response: ${steps} } }`)
    expect(await probe(await start(["S"]))).toMatchObject({ probe_success: 1, probe_failed_due_to_bytes: 0 })
    expect(seen).toEqual([Buffer.from([0, 0, 0, 8, 4, 210, 22, 47, 10])])
    expect(await probe(await start(["N"]))).toMatchObject({
      probe_success: 0,
      probe_failed_due_to_bytes: 1,
      probe_failed_due_to_regex: 0,
      ...outcome("expectation_failed")
    })
    const { probe: long } = await serve(
      '{ prober: tcp, timeout: 20s, tcp: { query_response: [{ send: a }, { expect_bytes: "NO" }] } }'
    )
    expect(await long(await start(["N", "O"]))).toMatchObject({ probe_success: 1 })
  })

  it("uses the parameter hostname for SNI and the certificate", async () => {
    const tls = await lab.authority.issue({ names: ["inner.example.com"] })
    const target = await lab.listen("outer.example.com", () => {}, tls)
    const { ask } = await serve("{ prober: tcp, tcp: { tls: true } }")
    expect((await ask(target)).text).toContain('probe_outcome_info{outcome="tls_handshake"} 1')
    expect((await ask(target, "&hostname=inner.example.com")).text).toContain("\nprobe_success 1\n")
  })
})

describe("a module of the prober dns", () => {
  const dns = (options: string) => serve(`{ prober: dns, dns: { query_name: example.com, ${options} } }`)
  const at = () => `ns1.example.net:${lab.dns.port}`

  it.each(["udp", "tcp"])("has the metrics of blackbox_exporter over %s", async (transport) => {
    const { ask, probe } = await dns(`query_type: SOA, transport_protocol: ${transport}`)
    expect(await probe(at())).toMatchObject({
      probe_success: 1,
      probe_dns_answer_rrs: 1,
      probe_dns_authority_rrs: 0,
      probe_dns_additional_rrs: 0,
      probe_dns_query_succeeded: 1,
      probe_dns_serial: 7,
      probe_ip_protocol: 4,
      'probe_dns_duration_seconds{phase="connect"}': expect.any(Number),
      'probe_dns_duration_seconds{phase="request"}': expect.any(Number),
      'probe_dns_duration_seconds{phase="resolve"}': expect.any(Number),
      ...outcome("ok")
    })
    expect((await ask("http://a.example/")).status).toBe(400)
    expect((await ask(at(), "&debug=true")).text).toContain("NOERROR")
  })

  it.each([
    ["query_type: A", true],
    ["query_type: A, valid_rcodes: [NXDOMAIN]", false],
    ["query_type: A, validate_answer_rrs: { fail_if_not_matches_regexp: ['\\t192\\.0\\.2\\.\\d$'] }", true],
    ["query_type: A, validate_answer_rrs: { fail_if_not_matches_regexp: ['192\\.0\\.2\\.1$'] }", false],
    ["query_type: A, validate_answer_rrs: { fail_if_matches_regexp: ['192\\.0\\.2\\.1$'] }", false],
    ["query_type: A, validate_answer_rrs: { fail_if_none_matches_regexp: ['192\\.0\\.2\\.1$'] }", true],
    ["query_type: A, validate_answer_rrs: { fail_if_none_matches_regexp: ['10\\.'] }", false],
    ["query_type: A, validate_answer_rrs: { fail_if_all_match_regexp: ['192\\.0\\.2\\.1$'] }", false],
    ["query_type: A, validate_answer_rrs: { fail_if_all_match_regexp: ['^example\\.com\\.'] }", true],
    ["query_type: A, validate_additional_rrs: { fail_if_not_matches_regexp: ['x'] }", false]
  ])("judges the answer: %s", async (options, succeeds) => {
    const { probe } = await dns(options)
    expect(await probe(at())).toMatchObject({
      probe_success: succeeds ? 1 : 0,
      probe_dns_query_succeeded: 1,
      ...outcome(succeeds ? "ok" : "expectation_failed")
    })
  })

  it("asks over TLS, with a certificate that must be valid", async () => {
    const tls = await lab.authority.issue({ names: ["dot.example.net"] })
    const target = await lab.listen(
      "dot.example.net",
      (socket) => {
        const inner = connect(lab.dns.port, lab.dns.host).on("error", () => socket.destroy())
        socket.pipe(inner).pipe(socket)
      },
      tls
    )
    const overTls = "query_type: A, transport_protocol: tcp, dns_over_tls: true"
    const { probe } = await dns(overTls)
    expect(await probe(target)).toMatchObject({ probe_success: 1, probe_dns_answer_rrs: 2 })
    const { probe: other } = await dns(`${overTls}, tls_config: { server_name: other.example.net }`)
    expect(await other(target)).toMatchObject({ probe_success: 0, ...outcome("tls_handshake") })
    const { probe: lax } = await dns(
      `${overTls}, tls_config: { server_name: other.example.net, insecure_skip_verify: true }`
    )
    expect(await lax(target)).toMatchObject({ probe_success: 1 })
  })

  it("has no answer from a server that is not there", async () => {
    const { probe } = await dns("query_type: A")
    const found = await probe("127.0.0.1:1")
    expect(found).toMatchObject({ probe_success: 0, probe_dns_query_succeeded: 0, ...outcome("connect_refused") })
    expect(await probe("10.0.0.1")).toMatchObject({ probe_success: 0, ...outcome("blocked_address") })
  })
})

describe("a module of the prober icmp", () => {
  const metrics = async (pinger: Pinger, target = "127.0.0.1") => {
    const { modules } = readModules(parse("modules: { m: { prober: icmp, icmp: { payload_size: 100 } } }"), () => "")
    const report = await icmpProbe(modules.get("m") as IcmpModule, target, pinger)(
      lab.ports,
      3_000,
      new AbortController().signal
    )
    return report.metrics
      .flatMap(({ name, samples }) =>
        samples.map(([labels, value]) => [[name, ...Object.values(labels)].join(" "), value])
      )
      .filter(([name]) => /success|icmp|protocol|outcome/u.test(String(name)))
  }

  it("sends one packet of the configured size, and has the metrics of blackbox_exporter", async () => {
    const asked: Array<unknown> = []
    const pinger: Pinger = {
      selfTest: async () => null,
      ping: async (address, packets) => {
        asked.push([address, packets.count, packets.bytes])
        return { timesMs: [12], unreachable: null }
      }
    }
    expect(await metrics(pinger)).toEqual([
      ["probe_success", 1],
      ["probe_outcome_info ok", 1],
      ["probe_ip_protocol", 4],
      ["probe_icmp_duration_seconds resolve", 0],
      ["probe_icmp_duration_seconds rtt", 0.012],
      ["probe_icmp_duration_seconds setup", expect.any(Number)]
    ])
    expect(asked).toEqual([["127.0.0.1", 1, 100]])
  })

  it("fails if the packet is lost, and refuses a target with a port", async () => {
    const pinger: Pinger = { selfTest: async () => null, ping: async () => ({ timesMs: [null], unreachable: null }) }
    expect((await metrics(pinger)).slice(0, 2)).toEqual([
      ["probe_success", 0],
      ["probe_outcome_info header_timeout", 1]
    ])
    const { ask } = await serve("{ prober: icmp }")
    expect(await ask("127.0.0.1:80")).toEqual({
      status: 400,
      text: "The target parameter must be a host without a port.\n"
    })
  })
})

const health = (name: string, value: number) => ({
  [`probe_grpc_healthcheck_response{serving_status="${name}"}`]: value
})

describe("a module of the prober grpc", () => {
  /** Starts a server that reports this code of health. */
  const healthServer = async (name: string, code: number): Promise<string> => {
    const http = createServer()
    http.on("sessionError", () => {})
    http.on("stream", (stream) => {
      stream.on("error", () => {})
      stream.respond({ ":status": 200, "content-type": "application/grpc" }, { waitForTrailers: true })
      stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }))
      stream.end(Buffer.of(0, 0, 0, 0, 2, 8, code))
    })
    return lab.listen(name, (socket) => void http.emit("connection", socket))
  }

  it("has the metrics of blackbox_exporter", async () => {
    const { probe } = await serve("{ prober: grpc, grpc: { service: shop.Orders } }")
    expect(await probe(await healthServer("serving.example.com", 1))).toMatchObject({
      probe_success: 1,
      probe_grpc_ssl: 0,
      probe_grpc_status_code: 0,
      'probe_grpc_duration_seconds{phase="check"}': expect.any(Number),
      'probe_grpc_duration_seconds{phase="resolve"}': expect.any(Number),
      ...health("SERVING", 1),
      ...health("NOT_SERVING", 0),
      ...health("UNKNOWN", 0),
      ...health("SERVICE_UNKNOWN", 0)
    })
    expect(await probe(await healthServer("stops.example.com", 2))).toMatchObject({
      probe_success: 0,
      probe_grpc_status_code: 0,
      ...outcome("service_refused"),
      ...health("NOT_SERVING", 1),
      ...health("SERVING", 0)
    })
    expect(await probe("127.0.0.1:1")).toMatchObject({
      probe_success: 0,
      probe_grpc_status_code: 14,
      ...outcome("connect_refused")
    })
  })

  it("ends at a certificate that is not valid, unless the module accepts it", async () => {
    const { certPem: cert, keyPem: key } = await lab.authority.issue({ names: ["other.example.com"] })
    const http = createSecureServer({ cert, key })
    http.on("stream", (stream) => {
      stream.respond({ ":status": 200, "content-type": "application/grpc", "grpc-status": "12" }, { endStream: true })
    })
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve))
    const address = http.address()
    const target = `127.0.0.1:${typeof address === "object" ? address?.port : 0}`
    const strict = await serve("{ prober: grpc, grpc: { tls: true } }")
    expect(await strict.probe(target)).toMatchObject({ probe_success: 0, ...outcome("tls_handshake") })
    const lax = await serve("{ prober: grpc, grpc: { tls: true, tls_config: { insecure_skip_verify: true } } }")
    expect(await lax.probe(target)).toMatchObject({
      probe_grpc_ssl: 1,
      probe_grpc_status_code: 12,
      ...outcome("wrong_answer")
    })
    await new Promise((resolve) => http.close(resolve))
  })

  it.each([
    ["{ prober: grpc, grpc: { service: 'a b' } }", "modules.m.grpc.service must be the name of a service"],
    [
      "{ prober: grpc, grpc: { metadata: { authorization: [a] }, tls_config: { insecure_skip_verify: true } } }",
      "modules.m.grpc.metadata and insecure_skip_verify cannot be used together"
    ],
    ["{ prober: grpc, grpc: { metadata: { te: [a] } } }", "modules.m.grpc.metadata.te is not the name of a header"],
    ["{ prober: icmp, icmp: { ttl: 3 } }", "modules.m.icmp.ttl is not supported"]
  ])("refuses %s", (module, fault) => {
    const { unusable } = readModules(parse(`modules: { m: ${module} }`), () => "")
    expect([...unusable.values()].flat().join()).toContain(fault)
  })
})
