import { InjectedFault, tryFaults } from "@mon/bundled/callbacks/testing"
import type { Connect } from "@mon/public-net"
import { makeAddressPolicy } from "@mon/public-net"
import {
  type Authority,
  type DnsServer,
  makeAuthority,
  type Site,
  type SmtpServer,
  startDnsServer,
  startSite,
  startSmtpServer
} from "@mon/tooling/testbed"
import { createHash, X509Certificate } from "node:crypto"
import { connect as netConnect, createServer, type Server } from "node:net"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { checkEmailHealth } from "../src/checkEmailHealth.ts"
import { openTransport } from "../src/network/openTransport.ts"

const D = "delivery.example.com"
const POLICY_HOST = `mta-sts.${D}`
const MX = `mx1.${D}`
/**
 * Each server of a test has its own loopback address. `connect` maps the port of the protocol to the free port of the
 * server.
 */
const SMTP = "127.0.0.31"
const PLAIN = "127.0.0.32"
const WEB = "127.0.0.33"

let authority: Authority
let dns: DnsServer
let site: Site
let smtp: SmtpServer
let plain: SmtpServer
let tlsa: string
const ports = new Map<string, number>()

/** Connects to the free port of a loopback server instead of port 25 or 443. */
const connect: Connect = ({ family, host, port }) =>
  netConnect({ host, family, port: ports.get(`${host} ${port}`) ?? 9 })

const policyText = (mode: string, mx: string) => `version: STSv1\nmode: ${mode}\nmx: ${mx}\nmax_age: 604800\n`

beforeAll(async () => {
  authority = await makeAuthority()
  const credentials = await authority.issue({ names: [MX] })
  const key = new X509Certificate(credentials.leafPem).publicKey.export({ type: "spki", format: "der" })
  tlsa = createHash("sha256").update(key).digest("hex")
  dns = await startDnsServer()
  smtp = await startSmtpServer({ host: SMTP, tls: credentials })
  plain = await startSmtpServer({ host: PLAIN })
  site = await startSite({ host: WEB, tls: await authority.issue({ names: [POLICY_HOST] }) })
  site.behave({ headers: { "content-type": "text/plain" }, body: policyText("enforce", `*.${D}`) })
  ports.set(`${SMTP} 25`, smtp.port).set(`${PLAIN} 25`, plain.port).set(`${WEB} 443`, site.port)
  dns.zone.set(D, { MX: [{ preference: 10, exchange: MX }], TXT: ["v=spf1 mx -all"] }, { authenticated: true })
  dns.zone.set(MX, { A: [SMTP] })
  dns.zone.set(`plain.${D}`, { A: [PLAIN] })
  dns.zone.set(`closed.${D}`, { A: ["127.0.0.34"] })
  dns.zone.set(POLICY_HOST, { A: [WEB] })
  dns.zone.set(`_mta-sts.${D}`, { TXT: ["v=STSv1; id=20261122"] })
})
afterAll(() => Promise.all([dns.close(), site.close(), smtp.close(), plain.close()]))

const check = (change: { readonly startTls?: boolean; readonly extraCa?: ReadonlyArray<string> } = {}) =>
  checkEmailHealth(D, {
    servers: [dns.address],
    lists: [],
    fresh: true,
    startTls: change.startTls ?? true,
    transport: openTransport({
      policy: makeAddressPolicy({ allow: ["127.0.0.0/8"] }),
      extraCa: change.extraCa ?? [authority.rootPem],
      connect
    })
  })

const mxTo = (...exchanges: ReadonlyArray<string>) =>
  dns.zone.set(
    D,
    { MX: exchanges.map((exchange) => ({ preference: 10, exchange })), TXT: ["v=spf1 mx -all"] },
    { authenticated: true }
  )

const extraCodes = (report: Awaited<ReturnType<typeof check>>) =>
  report.findings.filter(({ component }) => component === "extras").map(({ code }) => code)

describe("a mail host", () => {
  test("with STARTTLS and a valid certificate is encrypted, and gets no email", async () => {
    const { extras } = await check()
    expect(extras.mailHosts).toMatchObject([
      { host: MX, status: "encrypted", reason: null, protocol: "TLSv1.3", certificate: { names: [MX], problems: [] } }
    ])
    expect(smtp.mails).toEqual([])
  })

  test("gets one connection, which ends", async () => {
    const before = smtp.accepted
    await check()
    await smtp.whenIdle()
    expect(smtp.accepted).toBe(before + 1)
  })

  test("is not contacted when the caller does not ask for it", async () => {
    const before = smtp.accepted
    const { extras } = await check({ startTls: false })
    expect(extras.mailHosts).toMatchObject([{ status: "not_checked", reason: "not_requested" }])
    expect(smtp.accepted).toBe(before)
  })

  test("without STARTTLS violates the policy, and a closed port says nothing", async () => {
    mxTo(`plain.${D}`, `closed.${D}`)
    const report = await check()
    mxTo(MX)
    expect(report.extras.mailHosts.map(({ host, reason, status }) => [host, status, reason]).toSorted()).toEqual([
      [`closed.${D}`, "not_checked", "port_closed"],
      [`plain.${D}`, "plain", null]
    ])
    expect(extraCodes(report)).toContain("mta_sts_no_tls")
  })

  test("with a certificate of an unknown authority is refused under the policy", async () => {
    dns.zone.set(POLICY_HOST, { A: [WEB] })
    const report = await check({ extraCa: [] })
    // Without the certificate authority, the policy host is not trusted either.
    expect(report.extras.mtaSts).toMatchObject({ policy: null, fault: "certificate" })
    expect(report.extras.mailHosts[0]?.certificate?.problems).toEqual(["untrusted"])
    expect(extraCodes(report)).toEqual(expect.arrayContaining(["mta_sts_policy", "starttls_certificate"]))
  })

  test("that is no SMTP server is not checked", async () => {
    const other: Server = createServer((socket) => {
      socket.on("error", () => {})
      socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")
    })
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.34", resolve))
    const address = other.address()
    ports.set("127.0.0.34 25", typeof address === "object" && address !== null ? address.port : 9)
    mxTo(`closed.${D}`)
    const { extras } = await check()
    mxTo(MX)
    ports.delete("127.0.0.34 25")
    await new Promise((resolve) => other.close(resolve))
    expect(extras.mailHosts).toMatchObject([{ status: "not_checked", reason: "not_smtp" }])
  })

  test("that refuses with 554 is not checked", async () => {
    smtp.behave({ reply: 554, at: "connect" })
    const { extras } = await check()
    smtp.behave({})
    expect(extras.mailHosts).toMatchObject([{ status: "not_checked", reason: "host_refused" }])
  })

  test("with a private address is never contacted", async () => {
    const before = smtp.accepted
    const { extras } = await checkEmailHealth(D, {
      servers: [dns.address],
      lists: [],
      fresh: true,
      startTls: true,
      transport: openTransport({ connect })
    })
    expect(extras.mailHosts).toMatchObject([{ status: "not_checked", reason: "not_public" }])
    expect(extras.mtaSts).toMatchObject({ policy: null, fault: "not_public" })
    expect(smtp.accepted).toBe(before)
  })
})

describe("DANE", () => {
  const publish = (data: string, authenticated: boolean) =>
    dns.zone.set(`_25._tcp.${MX}`, { TLSA: [{ usage: 3, selector: 1, matchingType: 1, data }] }, { authenticated })
  test.each([
    ["matches the certificate of the host", () => tlsa, true, "matches"],
    ["differs from the certificate", () => "00".repeat(32), true, "mismatch"],
    ["is not signed", () => tlsa, false, "unsigned"]
  ] as const)("that %s", async (_, data, authenticated, status) => {
    publish(data(), authenticated)
    const report = await check()
    dns.zone.delete(`_25._tcp.${MX}`)
    expect(report.extras.dane).toMatchObject([{ host: MX, records: 1, authenticated, status }])
    expect(extraCodes(report).includes("dane_mismatch")).toBe(status === "mismatch")
  })
})

describe("an MTA-STS policy", () => {
  test("is fetched over HTTPS and compared with the mail hosts", async () => {
    const report = await check()
    expect(report.extras.mtaSts).toMatchObject({
      fetched: true,
      fault: null,
      policy: { mode: "enforce", mx: [`*.${D}`], maxAge: 604_800 }
    })
    expect(extraCodes(report).filter((code) => code.startsWith("mta_sts"))).toEqual([])
    expect(site.requests.at(-1)).toMatchObject({ path: "/.well-known/mta-sts.txt", host: POLICY_HOST })
  })

  test.each([
    ["a redirect, which is not followed", { redirectTo: "https://elsewhere.example.com/" }, "redirect"],
    ["a missing file", { status: 404 }, "http_status"],
    ["HTML", { headers: { "content-type": "text/html" }, body: policyText("enforce", `*.${D}`) }, "content_type"],
    ["more than 64 KiB", { headers: { "content-type": "text/plain" }, body: "#".repeat(70_000) }, "too_large"],
    ["an endless body", { endless: "body" }, "too_large"],
    ["an endless header", { endless: "headers" }, "protocol"],
    ["a reset", { reset: true }, "protocol"],
    ["no HTTP", { raw: "220 mail.example.com ESMTP\r\n" }, "protocol"]
  ] as const)("with %s is a finding", async (_, behaviour, fault) => {
    site.behave(behaviour)
    const report = await check({ startTls: false })
    site.behave({ headers: { "content-type": "text/plain" }, body: policyText("enforce", `*.${D}`) })
    expect(report.extras.mtaSts).toMatchObject({ policy: null, fault })
    expect(extraCodes(report)).toContain("mta_sts_policy")
  })

  test("that does not name a mail host is a finding", async () => {
    site.behave({ headers: { "content-type": "text/plain" }, body: policyText("enforce", "mx9.example.net") })
    const report = await check({ startTls: false })
    site.behave({ headers: { "content-type": "text/plain" }, body: policyText("enforce", `*.${D}`) })
    expect(extraCodes(report)).toContain("mta_sts_host")
  })
})

describe("a BIMI logo", () => {
  test("is fetched and judged", async () => {
    const logo = `<svg version="1.2" baseProfile="tiny-ps" viewBox="0 0 1 1"><title>Shop</title></svg>`
    site.behave(({ path }) =>
      path === "/logo.svg"
        ? { headers: { "content-type": "image/svg+xml" }, body: logo }
        : { headers: { "content-type": "text/plain" }, body: policyText("enforce", `*.${D}`) }
    )
    dns.zone.set(`default._bimi.${D}`, {
      TXT: [`v=BIMI1; l=https://${POLICY_HOST}/logo.svg; a=https://${POLICY_HOST}/logo.pem`]
    })
    const { extras } = await check({ startTls: false })
    dns.zone.delete(`default._bimi.${D}`)
    expect([extras.bimi.logoCheck, extras.bimi.certificateCheck]).toEqual([
      { status: "ok", problems: [] },
      { status: "invalid", problems: ["no_certificate"] }
    ])
  })
})

test("an error in any callback leaves the host unchecked or ends the check, and no finding is another one", async () => {
  const work = async () => {
    try {
      const report = await check()
      return { status: report.extras.mailHosts[0]?.status, codes: extraCodes(report) }
    } catch (error) {
      return error instanceof InjectedFault ? null : { status: String(error), codes: [] }
    }
  }
  const { expected, trials } = await tryFaults(work)
  for (const { afterwards, found, place } of trials) {
    expect(["encrypted", "not_checked", undefined], place).toContain(found?.status)
    expect(found?.codes ?? expected?.codes, place).toEqual(expected?.codes)
    expect(afterwards, place).toEqual(expected)
  }
  expect(trials.filter(({ found }) => found?.status !== "encrypted").length).toBeGreaterThanOrEqual(6)
})
