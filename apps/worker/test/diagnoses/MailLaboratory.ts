import { EmailHealthChecks } from "@mon/core-store"
import { diagnose, type DiagnosisFacts } from "@mon/diagnosis"
import type { FaultVariation } from "@mon/diagnosis/faults"
import { type DnsList, keyedLists, OPEN_LISTS } from "@mon/email-health"
import {
  type Authority,
  type Credentials,
  makeAuthority,
  type SmtpServer,
  startSite,
  startSmtpServer
} from "@mon/tooling/testbed"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash, X509Certificate } from "node:crypto"
import { listenToEmailHealth, makeDue } from "../EmailHealthEvents.ts"
import { runWorker } from "../runWorker.ts"
import { TestWorld, watch } from "../TestWorld.ts"
import { mailFaults, type MailSetup } from "./faults/mailFaults.ts"
import type { Finding } from "./Laboratory.ts"

const LIST_KEYS = { spamhaus: "laboratory" }
const LISTS: ReadonlyArray<DnsList> = [...OPEN_LISTS, ...keyedLists(LIST_KEYS)]
/** A public address that only occurs in records. Nothing connects to it. */
const PUBLIC = "93.184.216.25"
const PORTS = { smtp: 25, https: 443 } as const

interface MailHost {
  readonly address: string
  readonly authority: Authority
  readonly contacted: boolean
}

const reversed = (address: string) => address.split(".").toReversed().join(".")

const publishLists = (zone: TestWorld["Service"]["dns"]["zone"]) => {
  for (const { subject, testDomain, zone: list } of LISTS)
    zone.set(subject === "ip" ? `2.0.0.127.${list}` : `${testDomain}.${list}`, {
      A: [list.includes("dbl") ? "127.0.1.2" : "127.0.0.2"]
    })
}

/** Returns the digest of a public key, as in TLSA records with selector 1 and matching type 1 (RFC 6698). */
const digestOf = ({ leafPem }: Pick<Credentials, "leafPem">): string =>
  createHash("sha256")
    .update(new X509Certificate(leafPem).publicKey.export({ type: "spki", format: "der" }))
    .digest("hex")

const DAY_MS = 86_400_000

/**
 * Returns the certificate of a setup. A bad certificate has its own key, as after a renewal. TLSA records name the key
 * of the good certificate.
 */
const certificateOf = ({ authority }: MailHost, name: string, tls: MailSetup["tls"]) => {
  const key = "rsa" as const
  if (tls === "expired") {
    const [notBefore, notAfter] = [new Date(Date.now() - 90 * DAY_MS), new Date(Date.now() - 2 * DAY_MS)]
    return authority.issue({ names: [name], key, notBefore, notAfter })
  }
  if (tls === "wrong_name") return authority.issue({ names: ["other.example.net"], key })
  return tls === "untrusted" ? authority.selfSigned({ names: [name], key }) : authority.issue({ names: [name] })
}

/** Removes records that only the previous setup had. */
const publish = async (
  { zone }: TestWorld["Service"]["dns"],
  domain: string,
  setup: MailSetup,
  host: MailHost,
  before: MailSetup = setup
) => {
  const { dead, dmarc, includes, keys, listed, mx, policy, txt } = setup
  zone.set(domain, {
    A: ["127.0.0.1"],
    ...(mx.length === 0 ? {} : { MX: mx }),
    ...(txt.length === 0 ? {} : { TXT: txt })
  })
  for (const name of Object.keys(before.includes)) zone.delete(name)
  for (const [name, record] of Object.entries(includes)) zone.set(name, { TXT: [record] })
  for (const selector of Object.keys(before.keys)) zone.delete(`${selector}._domainkey.${domain}`)
  for (const [selector, record] of Object.entries(keys))
    zone.set(
      `${selector}._domainkey.${domain}`,
      typeof record === "string" ? { TXT: [record] } : { CNAME: [record.alias] }
    )
  zone.delete(`_dmarc.${domain}`)
  if (dmarc !== null) zone.set(`_dmarc.${domain}`, { TXT: [dmarc] })
  for (const { exchange } of mx) {
    if (exchange === ".") continue
    if (dead.includes(exchange)) zone.delete(exchange)
    else zone.set(exchange, { A: [host.address] }, { authenticated: true })
  }
  zone.set(`${reversed(host.address)}.in-addr.arpa`, { PTR: [mx[0]?.exchange ?? domain] })
  for (const { list, what } of listed) {
    const found = LISTS.find(({ id }) => id === list)
    const name = what === "domain" ? domain : reversed(host.address)
    if (found !== undefined) zone.set(`${name}.${found.zone}`, { A: [what === "domain" ? "127.0.1.2" : "127.0.0.2"] })
  }
  if (policy.startsWith("mta_sts")) zone.set(`_mta-sts.${domain}`, { TXT: [`v=STSv1; id=1`] })
  if (policy.startsWith("mta_sts")) zone.set(`mta-sts.${domain}`, { A: [host.address] })
  if (policy.startsWith("dane")) {
    const right = digestOf(await host.authority.issue({ names: [mx[0]?.exchange ?? domain] }))
    const data = policy === "dane" ? right : "0".repeat(64)
    for (const { exchange } of mx)
      zone.set(
        `_25._tcp.${exchange}`,
        { TLSA: [{ usage: 3, selector: 1, matchingType: 1, data }] },
        { authenticated: true }
      )
  }
}

let made = 0

/** Starts a worker that checks email. Collects the evidence of each check by host name. */
export const openMailLaboratory = Effect.fn("openMailLaboratory")(function* (contactMailHosts: boolean) {
  const { dns } = yield* TestWorld
  const authority = yield* Effect.promise(() => makeAuthority())
  publishLists(dns.zone)
  const seen = new Map<string, object>()
  const checks = yield* EmailHealthChecks
  const spied = EmailHealthChecks.of({
    ...checks,
    record: (claim, result, compare) =>
      checks.record(claim, result, (before, signatures) => {
        const evidence = compare?.(before, signatures) ?? { facts: {}, mail: {} }
        seen.set(claim.hostname, evidence.facts)
        return evidence
      })
  })
  const checked = yield* listenToEmailHealth
  yield* Effect.provideService(
    runWorker({
      contactMailHosts,
      listKeys: LIST_KEYS,
      extraCa: [authority.rootPem],
      allowPrivateNetworks: ["127.0.0.0/16", "127.0.2.0/24"]
    }),
    EmailHealthChecks,
    spied
  )
  return { authority, seen, checked, contactMailHosts }
})

type MailServers = Effect.Success<ReturnType<typeof openMailLaboratory>>

const serve = Effect.fnUntraced(function* (host: MailHost, domain: string, setup: MailSetup) {
  const name = setup.mx[0]?.exchange ?? domain
  const start = async (tls: MailSetup["tls"]): Promise<SmtpServer> =>
    startSmtpServer({
      host: host.address,
      port: PORTS.smtp,
      ...(tls === "none" ? {} : { tls: await certificateOf(host, name, tls) })
    })
  let current = yield* Effect.promise(() => start(setup.tls))
  yield* Effect.addFinalizer(() => Effect.promise(() => current.close()))
  if (setup.policy.startsWith("mta_sts")) {
    const mode = setup.policy === "mta_sts_enforce" ? "enforce" : "testing"
    const body = `version: STSv1\nmode: ${mode}\nmx: mx1.${domain}\nmx: mx2.${domain}\nmax_age: 604800\n`
    const site = yield* Effect.promise(async () =>
      startSite({
        host: host.address,
        port: PORTS.https,
        tls: await host.authority.issue({ names: [`mta-sts.${domain}`] }),
        behaviour: { body, headers: { "content-type": "text/plain" } }
      })
    )
    yield* Effect.addFinalizer(() => Effect.promise(site.close))
  }
  return async (tls: MailSetup["tls"]) => {
    await current.close()
    current = await start(tls)
  }
})

/**
 * Returns the diagnosis of an email fault, and whether the service raised an alert. A text is the reason why the fault
 * is not built.
 */
export const findMailFault = Effect.fn("findMailFault")(function* (
  { authority, checked, contactMailHosts, seen }: MailServers,
  { class: cause, settings }: FaultVariation
) {
  made += 1
  const domain = `mail${made}.example.org`
  const build = mailFaults[cause as keyof typeof mailFaults]
  const plan = build(settings, domain)
  if (typeof plan === "string") return plan
  const { dns } = yield* TestWorld
  const sql = yield* SqlClient.SqlClient
  const address = contactMailHosts ? `127.0.2.${(made % 250) + 1}` : PUBLIC
  const host: MailHost = { address, authority, contacted: contactMailHosts }
  const now: MailSetup = { ...plan.before, ...plan.now }
  yield* Effect.promise(() => publish(dns, domain, plan.before, host))
  const change = contactMailHosts ? yield* serve(host, domain, plan.before) : null
  const watched = yield* watch(
    { host: "127.0.0.9", port: 9 },
    { hostname: domain, emailHealth: true, intervalMs: 86_400_000 }
  )
  yield* checked(watched.key)
  yield* (yield* EmailHealthChecks).noteSignatures(watched.viewer, domain, now.seen)
  yield* sql`delete from mail_host_contact where host like ${`%.${domain}`}`
  yield* Effect.promise(async () => {
    await publish(dns, domain, now, host, plan.before)
    if (change !== null && now.tls !== plan.before.tls) await change(now.tls)
  })
  yield* Effect.andThen(makeDue(watched.key), checked(watched.key))
  const facts = (seen.get(domain) ?? {}) as DiagnosisFacts
  const alerts =
    yield* sql`select 1 from notification where monitor_id = ${watched.key}::bigint and kind = 'email_health_alert'`
  for (const { list, what } of now.listed) {
    const found = LISTS.find(({ id }) => id === list)
    if (found !== undefined && what === "address") dns.zone.delete(`${reversed(address)}.${found.zone}`)
  }
  yield* sql`update monitor set paused_at = mon_now() where id = ${watched.key}::bigint`
  return { diagnosis: diagnose(facts), facts, alerted: alerts.length > 0 } satisfies Finding & {
    readonly alerted: boolean
  }
}, Effect.scoped)
