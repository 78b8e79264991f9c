// Tests a webhook that subscribes to a status page over HTTPS, gets each signed publication once, and unsubscribes. The
// program, its database, the TLS and the names of the receivers are real.
import { verifyWebhook } from "@mon/alerts"
import {
  type Authority,
  type DnsServer,
  makeAuthority,
  type Site,
  startDnsServer,
  startSite
} from "@mon/tooling/testbed"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeFolder, removeFolder, start } from "./Program.ts"

const LIMIT = 180_000
const WITHIN = { timeout: 30_000, interval: 50 }
const KEY = "mon_0123456789ABCDEFGHIJKLMNOPQRSTUV2BnzHq"
const SLUG = "example-shop"
/** The link-local address at which clouds serve secrets. The operator does not allow this address. */
const METADATA = "169.254.169.254"

const folder = makeFolder()
const closers: Array<() => Promise<unknown>> = []
let dns: DnsServer
let authority: Authority
let program: ReturnType<typeof start>
let url: string
let pageId: string
let componentId: string

const ask = async <A>(method: string, path: string, body?: object): Promise<A> => {
  const response = await fetch(`${url}/api/v1/status-pages${path}`, {
    method,
    headers: { "X-API-Key": KEY },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  const answer = (await response.json()) as { readonly data: A; readonly message?: string }
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.message}`)
  return answer.data
}

beforeAll(async () => {
  dns = await startDnsServer()
  authority = await makeAuthority()
  const caFile = join(folder, "root.pem")
  writeFileSync(caFile, authority.rootPem)
  program = start("main.ts", [], {
    MON_PORT: "0",
    MON_DATA_DIR: join(folder, "data"),
    MON_BOOTSTRAP_PLAN: "agency",
    MON_BOOTSTRAP_API_KEY: KEY,
    MON_DNS_SERVERS: dns.address,
    MON_ALLOW_PRIVATE_NETWORKS: "127.0.0.0/8",
    MON_EXTRA_CA_FILE: caFile
  })
  url = await program.prints(/Mon is ready at (\S+)/u)
  const page = await ask<{ id: string; components: ReadonlyArray<{ id: string }> }>("POST", "", {
    name: "Example Shop",
    slug: SLUG,
    components: [{ name: "Checkout" }]
  })
  pageId = page.id
  componentId = page.components[0]?.id ?? ""
}, LIMIT)
afterAll(async () => {
  if (program?.pid) process.kill(program.pid, "SIGTERM")
  await program?.ended
  for (const close of [...closers, () => dns?.close()]) await close()
  removeFolder(folder)
}, LIMIT)

interface Arrived {
  readonly event: string
  readonly id: string
  readonly body: string
  readonly headers: Record<string, string>
}

type Mode = "echo" | "echo something else" | "redirect" | "gone"

interface Receiver {
  readonly address: string
  /** Returns the requests that are not challenges. */
  readonly arrived: () => ReadonlyArray<Arrived>
  readonly site: Site
  readonly become: (mode: Mode, to?: string) => void
}

const openReceiver = async (hostname: string, by: Authority = authority): Promise<Receiver> => {
  const site = await startSite({ tls: await by.issue({ names: [hostname] }) })
  closers.push(site.close)
  dns.zone.set(hostname, { A: [site.host] })
  const become = (mode: Mode, to = "") =>
    site.behave(({ body }) => {
      if (mode === "gone") return { status: 410 }
      if (mode === "redirect") return { redirectTo: to, status: 307 }
      const { challenge } = JSON.parse(body.toString()) as { readonly challenge?: string }
      if (challenge === undefined) return { status: 204 }
      return { body: JSON.stringify({ challenge: mode === "echo" ? challenge : `${challenge}!` }) }
    })
  become("echo")
  const arrived = () =>
    site.requests
      .map(({ body, headers }) => {
        const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
        const [id = "", event = ""] = [flat["webhook-id"], flat["x-mon-event"]]
        return { id, event, body: body.toString(), headers: flat }
      })
      .filter(({ body }) => !body.includes('"challenge"'))
  return { address: `https://${hostname}:${site.port}/status`, arrived, site, become }
}

const subscribe = async (address: string) => {
  const response = await fetch(`${url}/s/${SLUG}/subscribe`, {
    method: "POST",
    headers: { Origin: new URL(url).origin, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ kind: "webhook", address })
  })
  const text = await response.text()
  return { status: response.status, text, secret: /<code>([^<]+)<\/code>/u.exec(text)?.[1] ?? "" }
}

const publish = (title: string, notifySubscribers: boolean) =>
  ask<{ readonly id: string }>("POST", `/${pageId}/posts`, {
    kind: "incident",
    title,
    body: "We investigate.",
    components: [{ componentId, state: title.startsWith("Over") ? "operational" : "major_outage" }],
    notifySubscribers
  })

interface Subscriber {
  readonly address: string
  readonly state: string
  readonly endedReason: string | null
  readonly isFailing: boolean
}
const subscriberOf = async ({ address }: Receiver) =>
  (await ask<ReadonlyArray<Subscriber>>("GET", `/${pageId}/subscribers`)).find((one) => one.address === address)

const titlesAt = ({ arrived }: Receiver): ReadonlyArray<string> =>
  arrived()
    .filter(({ event }) => event === "incident")
    .map(({ body }) => (JSON.parse(body) as { readonly incident: { readonly name: string } }).incident.name)

describe("a webhook that subscribes to a status page", { timeout: LIMIT }, () => {
  let first: Receiver
  let second: Receiver
  let secret: string

  it("is subscribed when it has echoed the challenge, and gets its secret once", async () => {
    first = await openReceiver("hooks.first-reader.com")
    second = await openReceiver("hooks.second-reader.com")
    const subscribed = await subscribe(first.address)
    expect([subscribed.status, subscribed.secret]).toEqual([201, expect.stringMatching(/^whsec_/u)])
    ;({ secret } = subscribed)
    const [challenge] = first.site.requests
    const { body = Buffer.alloc(0), headers = {} } = challenge ?? {}
    expect(verifyWebhook({ secret, headers: headers as Record<string, string>, rawBody: body })).toMatchObject({
      valid: true
    })
    expect(challenge?.servername).toBe("hooks.first-reader.com")
    expect((await subscribe(second.address)).status).toBe(201)
    expect(await subscriberOf(first)).toMatchObject({ state: "confirmed" })
  })

  it("is refused at a redirect, a private address, a wrong echo and a certificate that nobody vouches for", async () => {
    const target = await openReceiver("hooks.target-of-redirect.com")
    const redirecting = await openReceiver("hooks.redirecting.com")
    const private_ = await openReceiver("hooks.private-address.com")
    const mixed = await openReceiver("hooks.mixed-addresses.com")
    const wrong = await openReceiver("hooks.wrong-echo.com")
    const unknown = await openReceiver("hooks.unknown-authority.com", await makeAuthority({ name: "Nobody" }))
    dns.zone.set("hooks.private-address.com", { A: [METADATA] })
    dns.zone.set("hooks.mixed-addresses.com", { A: [METADATA, "10.0.0.1"], AAAA: ["::ffff:169.254.169.254"] })
    wrong.become("echo something else")
    const NOT_REACHED = "The webhook could not be reached"
    for (const to of [target.address, `http://${METADATA}/latest/meta-data/`]) {
      redirecting.become("redirect", to)
      const refused = await subscribe(redirecting.address)
      expect([refused.status, refused.text.includes(NOT_REACHED)], to).toEqual([400, true])
    }
    for (const [receiver, message] of [
      [private_, NOT_REACHED],
      [mixed, NOT_REACHED],
      [unknown, NOT_REACHED],
      [wrong, "but did not return the challenge"]
    ] as const) {
      const refused = await subscribe(receiver.address)
      expect([refused.status, refused.text.includes(message)], receiver.address).toEqual([400, true])
      expect(await subscriberOf(receiver)).toBeUndefined()
    }
    // The service did not follow the redirect, and sent nothing to the server with an untrusted certificate.
    for (const { site } of [target, unknown]) expect(site.requests).toEqual([])
  })

  it("gets what notifies subscribers, signed and once, and nothing else", async () => {
    const { id } = await publish("Payments are slow", true)
    await publish("Nobody is notified of this", false)
    await publish("Over: payments are fast", true)
    const expected = ["Over: payments are fast", "Payments are slow"]
    for (const receiver of [first, second])
      await expect.poll(() => [...titlesAt(receiver)].toSorted(), WITHIN).toEqual(expected)
    await expect.poll(() => first.arrived().length, WITHIN).toBe(4)
    const arrived = first.arrived()
    expect(arrived.map(({ event }) => event).toSorted()).toEqual([
      "component_update",
      "component_update",
      "incident",
      "incident"
    ])
    expect(new Set(arrived.map((one) => one.id)).size).toBe(4)
    for (const { body, headers } of arrived) {
      expect(verifyWebhook({ secret, headers, rawBody: body })).toMatchObject({ valid: true })
      const forged = { secret, headers, rawBody: `${body} ` }
      expect(verifyWebhook(forged)).toEqual({ valid: false, reason: "bad_signature" })
    }
    // Each receiver has its own secret.
    for (const { body, headers } of second.arrived())
      expect(verifyWebhook({ secret, headers, rawBody: body })).toEqual({ valid: false, reason: "bad_signature" })
    expect(arrived.some(({ body }) => body.includes(id))).toBe(true)
  })

  it("is not followed to a private address when its name leads there later", async () => {
    const before = second.arrived().length
    dns.zone.set("hooks.second-reader.com", { A: [METADATA] })
    await publish("Search is slow", true)
    await expect.poll(() => titlesAt(first), WITHIN).toContain("Search is slow")
    await expect.poll(async () => (await subscriberOf(second))?.isFailing, WITHIN).toBe(true)
    expect(second.arrived()).toHaveLength(before)
    expect(await subscriberOf(second)).toMatchObject({ state: "confirmed" })
  })

  it("gets nothing after it has unsubscribed with one request, and ends when it answers that it is gone", async () => {
    const third = await openReceiver("hooks.third-reader.com")
    expect((await subscribe(third.address)).status).toBe(201)
    const { meta } = JSON.parse(first.arrived().find(({ event }) => event === "incident")?.body ?? "{}") as {
      readonly meta: { readonly unsubscribe: string }
    }
    const left = await fetch(`${url}${new URL(meta.unsubscribe).pathname}`, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click"
    })
    expect(left.status).toBe(200)
    expect(await subscriberOf(first)).toMatchObject({ state: "unsubscribed" })
    const before = first.arrived().length
    await publish("Over: search is fast", true)
    await expect.poll(() => titlesAt(third), WITHIN).toEqual(["Over: search is fast"])
    third.become("gone")
    await publish("The wiki is slow", true)
    await expect.poll(async () => (await subscriberOf(third))?.endedReason, WITHIN).toBe("gone")
    expect(first.arrived()).toHaveLength(before)
  })
})
