// What each package says of the same servers on loopback, which are right or wrong in one way each.
import { makeAuthority, startDnsServer } from "@mon/tooling/testbed"
import { createSocket } from "node:dgram"
import { Resolver } from "node:dns/promises"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer } from "node:tls"
import { decodeDnsMessage, makeTlsClient, makeUdpClient } from "@mon/dns"

const { version } = JSON.parse(readFileSync(new URL("../../packages/dns/package.json", import.meta.url), "utf8"))

export const versions = { dns2: "3.1.1", "dns-packet": "5.6.1" }

const TIMEOUT_MS = 1_000
const HOST = "127.0.0.1"
const TYPES = { A: 1, TXT: 16, HTTPS: 65 }

const framed = (message) => Buffer.concat([Buffer.of(message.length >> 8, message.length & 255), message])

/** The answer to a query with its question again, and records as bytes. */
const answerTo = (query, { answers = [], flags = 0x8180, id = query.readUInt16BE(0), question } = {}) => {
  const head = Buffer.from(question ?? query.subarray(0, query.indexOf(0, 12) + 5))
  head.writeUInt16BE(id, 0)
  head.writeUInt16BE(flags, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(answers.length, 6)
  head.writeUInt16BE(0, 8)
  head.writeUInt16BE(0, 10)
  return Buffer.concat([head, ...answers])
}

/** A record of the queried name. */
const record = (type, data) =>
  Buffer.concat([
    Buffer.of(0xc0, 12, type >> 8, type & 255, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 255),
    data
  ])

const address = (...octets) => record(TYPES.A, Buffer.from(octets))

/** A server of bare datagrams. */
const startDatagrams = async (onQuery) => {
  const socket = createSocket("udp4").bind(0, HOST)
  await once(socket, "listening")
  socket.on("message", (query, from) => {
    for (const answer of onQuery(query)) socket.send(answer, from.port, from.address)
  })
  return { port: socket.address().port, close: () => socket.close() }
}

const otherName = (query) => {
  const head = Buffer.from(query.subarray(0, query.indexOf(0, 12) + 5))
  head[13] = head[13] === 120 ? 121 : 120
  return head
}

/** The question, and a server that answers it. */
const startCases = async () => {
  const zone = await startDnsServer()
  zone.zone.set("www.example.com", { A: ["192.0.2.1"] })
  zone.zone.set("alias.example.com", { CNAME: "www.example.com" })
  zone.zone.set("xn--bcher-kva.example.com", { A: ["192.0.2.1"] })
  zone.zone.set("many.example.com", { TXT: Array.from({ length: 60 }, (_, at) => `${at} ${"c".repeat(100)}`) })
  zone.zone.set("octets.example.com", { TXT: [["\u00fc"]] })
  zone.zone.set("1.2.0.192.in-addr.arpa", { PTR: ["www.example.com"] })
  zone.zone.fail("broken.example.com", "SERVFAIL")
  const service = record(TYPES.HTTPS, Buffer.from("000100000100030268320003000201bb", "hex"))
  const servers = {
    service: await startDatagrams((query) => [answerTo(query, { answers: [service] })]),
    forged: await startDatagrams((query) => [
      answerTo(query, { id: query.readUInt16BE(0) ^ 1, answers: [address(203, 0, 113, 66)] }),
      answerTo(query, { answers: [address(192, 0, 2, 1)] })
    ]),
    otherQuestion: await startDatagrams((query) => [
      answerTo(query, { question: otherName(query), answers: [address(203, 0, 113, 66)] }),
      answerTo(query, { answers: [address(192, 0, 2, 1)] })
    ]),
    malformed: await startDatagrams((query) => [answerTo(query, { answers: [address(192, 0, 2)] })]),
    silent: await startDatagrams(() => [])
  }
  const authority = await makeAuthority()
  const { certPem, keyPem } = await authority.issue({ names: ["dns.example"] })
  const tls = createServer({ cert: certPem, key: keyPem }, (socket) => {
    socket.on("error", () => {})
    socket.on("data", (bytes) => {
      // A client may send the length alone.
      if (bytes.length > 14) socket.write(framed(answerTo(bytes.subarray(2), { answers: [address(192, 0, 2, 1)] })))
    })
  })
  tls.on("tlsClientError", () => {})
  tls.listen(0, HOST)
  await once(tls, "listening")
  return {
    ca: authority.rootPem,
    cases: [
      { title: "an address", name: "www.example.com", type: "A", port: zone.port },
      { title: "an address behind a CNAME", name: "alias.example.com", type: "A", port: zone.port },
      { title: "a name that has no such record", name: "www.example.com", type: "TXT", port: zone.port },
      { title: "a name that does not exist", name: "nosuch.example.com", type: "A", port: zone.port },
      { title: "60 TXT records, too long for a datagram", name: "many.example.com", type: "TXT", port: zone.port },
      { title: "a TXT record with the octet FC", name: "octets.example.com", type: "TXT", port: zone.port },
      { title: "the server fails", name: "broken.example.com", type: "A", port: zone.port },
      { title: "the server is silent for a second", name: "www.example.com", type: "A", port: servers.silent.port },
      {
        title: "first a forged answer with a different id",
        name: "www.example.com",
        type: "A",
        port: servers.forged.port
      },
      {
        title: "first an answer to a different question",
        name: "www.example.com",
        type: "A",
        port: servers.otherQuestion.port
      },
      { title: "an address with three octets", name: "www.example.com", type: "A", port: servers.malformed.port },
      { title: "an HTTPS record", name: "www.example.com", type: "HTTPS", port: servers.service.port },
      { title: "`bücher.example.com`", name: "bücher.example.com", type: "A", port: zone.port },
      { title: "reverse lookup of 192.0.2.1", reverse: "192.0.2.1", port: zone.port },
      {
        title: "over TLS, certificate for the name",
        tls: "dns.example",
        name: "www.example.com",
        type: "A",
        port: tls.address().port
      },
      {
        title: "over TLS, certificate for another name",
        tls: "other.example",
        name: "www.example.com",
        type: "A",
        port: tls.address().port
      }
    ],
    close: async () => {
      for (const server of Object.values(servers)) server.close()
      tls.close()
      await zone.close()
    }
  }
}

const short = (values) =>
  values.length > 3 ? `${values.length} records` : values.map((value) => JSON.stringify(value)).join(" ")

const ours =
  (ca) =>
  async ({ name, port, reverse, tls, type }) => {
    const client =
      tls === undefined
        ? makeUdpClient({ servers: [`${HOST}:${port}`], timeoutMs: TIMEOUT_MS, tries: 1 })
        : makeTlsClient({ servers: [`${HOST}:${port}#${tls}`], ca, timeoutMs: TIMEOUT_MS, tries: 1 })
    try {
      const { records, status } = await (reverse === undefined ? client.query(name, type) : client.reverse(reverse))
      const values = records.map((one) => one.address ?? one.chunks?.join("") ?? one.target ?? one)
      return status === "ok" ? short(type === "HTTPS" ? [records[0].parameters] : values) : status
    } finally {
      await client.close()
    }
  }

const ofNode = async ({ name, port, reverse, tls, type }) => {
  if (tls !== undefined) return "not supported"
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 })
  resolver.setServers([`${HOST}:${port}`])
  if (reverse !== undefined) return short(await resolver.reverse(reverse))
  const found = await resolver.resolve(name, type)
  return short(found.map((one) => (Array.isArray(one) ? one.join("") : one)))
}

const ofDns2 =
  ({ Dns2 }) =>
  async ({ name, port, reverse, tls, type }) => {
    if (reverse !== undefined) return "not supported"
    const query =
      tls === undefined
        ? Dns2.UDPClient({ dns: HOST, port, timeout: TIMEOUT_MS })
        : Dns2.TCPClient({ dns: HOST, port, protocol: "tls:", timeout: TIMEOUT_MS })
    const { answers, header } = await query(name, type)
    const values = answers.map((one) => one.address ?? one.data ?? one.domain ?? one)
    const code = header.rcode === 0 ? "" : `, rcode ${header.rcode}`
    return answers.length === 0 ? `no answers${code}` : `${short(values)}${code}`
  }

const said = async (answer, one) => {
  try {
    return await answer(one)
  } catch (error) {
    const { code, message } = error ?? {}
    return `error: ${code ?? message ?? String(error)}`
  }
}

const CALLS = 300
const SAMPLES = 7

/** Microseconds of CPU time for one call: the median of some samples. */
const micros = (work) => {
  const samples = Array.from({ length: SAMPLES }, () => {
    const before = process.cpuUsage()
    for (let n = 0; n < CALLS; n++) work()
    const { system, user } = process.cpuUsage(before)
    return (system + user) / CALLS
  })
  return Math.round(samples.toSorted((a, b) => a - b)[(SAMPLES - 1) / 2])
}

/** The time to decode the same answer of 60 texts. */
const codecFigures = (packet) => {
  const query = packet.encode({ type: "query", id: 1, questions: [{ type: "TXT", name: "many.example.com" }] })
  const texts = Array.from({ length: 60 }, (_, at) => {
    const text = Buffer.from(`${at} ${"c".repeat(100)}`)
    return record(TYPES.TXT, Buffer.concat([Buffer.of(text.length), text]))
  })
  const message = answerTo(query, { answers: texts })
  return { own: micros(() => decodeDnsMessage(message)), peer: micros(() => packet.decode(message)) }
}

/** The comparison in Markdown. */
export const compare = async ({ load }) => {
  const { ca, cases, close } = await startCases()
  const answers = {
    [`**@mon/dns** ${version}`]: ours(ca),
    "`node:dns`": ofNode,
    [`dns2 ${versions.dns2}`]: ofDns2({ Dns2: load("dns2") })
  }
  try {
    const rows = []
    for (const one of cases) {
      const cells = []
      for (const answer of Object.values(answers)) cells.push(await said(answer, one))
      rows.push(`| ${one.title} | ${cells.map((cell) => cell.replaceAll("|", String.raw`\|`)).join(" | ")} |`)
    }
    const { own, peer } = codecFigures(load("dns-packet"))
    return [
      `| query | ${Object.keys(answers).join(" | ")} |`,
      `|---|${"---|".repeat(Object.keys(answers).length)}`,
      ...rows,
      "",
      "dns2 does not let you set a certificate authority for TLS, so the comparison does not show whether it checks names.",
      "",
      `dns-packet ${versions["dns-packet"]} is a codec without a client. It decodes the answer with 60 TXT records in ${peer} µs of CPU time. This package's \`decodeDnsMessage\` takes ${own} µs. dns-packet can also encode answers.`
    ].join("\n")
  } finally {
    await close()
  }
}

/** Nothing else depends on the installed packages. */
export const writeFiles = () => {}
