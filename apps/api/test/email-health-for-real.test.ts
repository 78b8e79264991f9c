import { EmailHealthRecord } from "@mon/api-contract"
import { OPEN_LISTS } from "@mon/email-health"
import { startDnsServer } from "@mon/tooling/testbed"
import { Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeSigningKey, signedMessage } from "./signedMessage.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "./World.ts"

/** A public address that only occurs in records. Nothing connects to it. */
const MAIL_HOST = "93.184.216.25"

describe("POST /email-health with the real engine and a DNS server", () => {
  let world: World
  let api: TestApi
  let owner: TestAccount
  let dns: Awaited<ReturnType<typeof startDnsServer>>
  beforeAll(async () => {
    dns = await startDnsServer()
    world = await openWorld()
    api = await world.startApi({ emailHealth: "settings", settings: { dnsServers: [dns.address] } })
    owner = await world.account()
    for (const list of OPEN_LISTS) dns.zone.set(`2.0.0.127.${list.zone}`, { A: ["127.0.0.2"] })
    dns.zone.set("mail.example.com", {
      MX: [{ preference: 10, exchange: "mx.example.net" }],
      TXT: [`v=spf1 include:spf.example.net ip4:${MAIL_HOST} -all`]
    })
    dns.zone.set("spf.example.net", { TXT: ["v=spf1 ip5:192.0.2.0 -all"] })
    dns.zone.set("mx.example.net", { A: [MAIL_HOST] })
  })
  afterAll(async () => {
    await world.close()
    await dns.close()
  })

  const check = async (domain: string, fresh = false) => {
    const response = await api.send("POST", "/api/v1/email-health", { key: owner.key, body: { domain, fresh } })
    expect(response.status).toBe(200)
    expect(Schema.decodeUnknownSync(EmailHealthRecord)(response.data)).toEqual(response.data)
    return response.data
  }

  it("returns findings with fixes in the shape of the contract, and repeats the DNS queries only if fresh is set", async () => {
    const report = await check("https://www.mail.example.com/")
    expect(report).toMatchObject({
      domain: "mail.example.com",
      grade: "F",
      incomplete: false,
      cached: false,
      mx: { hosts: [{ host: "mx.example.net", addresses: [{ address: MAIL_HOST }] }] },
      spf: { status: "fail", tree: { children: [{ domain: "spf.example.net", status: "syntax" }] } },
      dkim: { selectorsProbed: 50 },
      dmarc: { status: "fail", record: null }
    })
    expect(report["findings"]).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          component: "dmarc",
          fix: expect.objectContaining({ type: "TXT", host: "_dmarc.mail.example.com" }) as unknown
        })
      ])
    )
    dns.zone.set("_dmarc.mail.example.com", { TXT: ["v=DMARC1; p=reject"] })
    const sent = dns.queries.length
    expect(await check("mail.example.com")).toEqual({ ...report, cached: true })
    expect(dns.queries.length).toBe(sent)
    expect(await check("mail.example.com", true)).toMatchObject({
      cached: false,
      dmarc: { record: "v=DMARC1; p=reject" }
    })
  })

  it("names the key of a message as the cause of an alert, if the account could change the domain", async () => {
    const domain = "signing.example.com"
    const [old, renewed] = [makeSigningKey(), makeSigningKey()]
    const publish = (selector: string, record: string) =>
      dns.zone.set(`${selector}._domainkey.${domain}`, { TXT: [record] })
    const { id } = await addDomain(api, owner, { url: domain })
    const member = await world.member(owner, [{ domainId: id, canWrite: false }])
    const send = (selector: string, { privateKey }: typeof old, key = owner.key) => {
      const message = signedMessage(`ada@${domain}`, { domain, selector, key: privateKey })
      const body = { message, clientIp: MAIL_HOST, mailFrom: `ada@${domain}` }
      return api.send("POST", "/api/v1/email-health/message", { key, body })
    }
    const graded = async () => {
      const { data } = await api.send("POST", `/api/v1/domains/${id}/email-health?fresh=true`, { key: owner.key })
      const { dkim, grade } = Schema.decodeUnknownSync(EmailHealthRecord)(data)
      return { grade, keys: dkim.keys.map(({ selector }) => selector) }
    }
    dns.zone.set(domain, {
      MX: [{ preference: 10, exchange: "mx.example.net" }],
      TXT: [`v=spf1 ip4:${MAIL_HOST} -all`]
    })
    publish("k7x", old.record)
    publish("reader", old.record)
    await send("reader", old, member.key)
    await send("k7x", old)
    expect(await graded()).toEqual({ grade: "C", keys: ["k7x"] })
    await send("k8y", renewed)
    dns.zone.delete(`k7x._domainkey.${domain}`)
    expect(await graded()).toEqual({ grade: "D", keys: [] })
    const { data } = await api.send("GET", "/api/v1/notifications", { key: owner.key })
    expect(data).toMatchObject([
      {
        kind: "email_health_alert",
        message: expect.stringContaining(
          `Likely cause: Messages are signed with a key that is not published. Publish the key for the selector k8y at ${domain}.`
        ) as unknown
      }
    ])
  })

  it("reports records as unknown rather than missing if the DNS does not respond", async () => {
    dns.zone.set("silent.example.com", {})
    dns.zone.fail("_dmarc.silent.example.com", "SERVFAIL")
    expect(await check("silent.example.com")).toMatchObject({
      incomplete: true,
      dmarc: { status: "unknown", score: null }
    })
  })
})
