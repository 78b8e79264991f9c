import { channels, plainMessage, readAppriseUrl, slack } from "@mon/alerts/channels"
import { verifyWebhook } from "@mon/alerts/verify"
import { createClient } from "@mon/api-contract/plain"
import { diagnose } from "@mon/diagnosis"
import { faultVariations } from "@mon/diagnosis/faults"
import { comparePages, diffImages, diffJson, diffText, htmlText, readPage, renderHtml } from "@mon/diff-engine"
import { isDisposable } from "@mon/disposable-check/embedded"
import { correctSpf, gradeOf, parseDkimKey, parseDmarc, parseSpf, RUBRIC } from "@mon/email-health/core"
import { nextChange, onCallAt, type OnCallSchedule } from "@mon/on-call"
import { readCalendar, scheduleCalendar } from "@mon/on-call/calendar"
import { makeAddressPolicy, parsePublicUrl } from "@mon/public-net/policy"
import { evaluateCampaign, planCampaign, unknownFacts } from "@mon/simulation"

const text = (price: number) => htmlText(`<h1>Prices</h1><p>Starter: <b>${price}</b> EUR`).lines.join("\n")
const page = (html: string) => ({ body: new TextEncoder().encode(html), contentType: "text/html", statusCode: 200 })
const pixels = (red: number) => ({ width: 2, height: 2, data: new Uint8Array(16).fill(255).fill(red, 4, 5) })

const patchOf = (before: unknown, after: unknown) => {
  const diff = diffJson(before, after)
  return diff.state === "ok" ? diff.patch : []
}

/** The example of the Standard Webhooks specification. */
const delivery = {
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  headers: {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
  },
  rawBody: '{"test": 2432232314}',
  nowSeconds: 1_614_265_330
}

const simulated = () => {
  const plan = planCampaign({ sendingDomains: ["out.example.net"], prospectEntries: ["ann@example.com"] }, () => "none")
  const prospects = new Map([["example.com", unknownFacts("example.com")]])
  return evaluateCampaign(plan, { prospects, senders: new Map() }).results.summary.uniqueDomains
}

const alert = () => {
  const read = readAppriseUrl("slack://T0/B0/abc")
  const [first] = read.ok ? read.channels : []
  const message = plainMessage({ deliveryId: "d1", title: "Backup done", text: "It took 5 minutes." })
  const { url } = slack.request(message, { url: first?.settings["url"] ?? "" })
  const { outcome } = slack.readAnswer({ statusCode: 429, headers: {}, body: "", nowMs: 0 })
  return [url, outcome, Object.keys(channels).length]
}

/** Returns the service's response about a list of two items, with one item on each page. */
const answerOf = (url: string): Response => {
  const number = Number(new URL(url).searchParams.get("page"))
  const pagination = { total: 2, page: number, limit: 1, totalPages: 2 }
  return Response.json({ success: true, data: [{ name: `tag ${number}` }], pagination })
}

const listed = async () => {
  const mon = createClient({
    baseUrl: "https://mon.example.com",
    apiKey: "none",
    fetch: (url) => Promise.resolve(answerOf(String(url)))
  })
  const names: Array<string> = []
  for await (const { name } of mon.domains.list({ limit: 1 })) names.push(name)
  return names
}

const diagnosed = () => {
  const registration = { expiresAt: "2026-11-20T00:00:00Z" }
  const facts = { at: "2026-11-23T12:00:00Z", check: { outcome: "dns_nxdomain" }, registration }
  const { causes, title } = diagnose(facts, { language: "de" })
  return [causes[0]?.class, title, faultVariations().length]
}

const onCall = () => {
  const handOff = { every: 1, unit: "weeks", start: "2026-01-05T09:00" } as const
  const schedule: OnCallSchedule = { zone: "Europe/Berlin", layers: [{ groups: [["ann"], ["bob"]], handOff }] }
  const at = Date.parse("2026-03-25T12:00Z")
  const calendar = scheduleCalendar({ id: "s1", name: "Web", schedule }, { now: at })
  const { shifts } = readCalendar(calendar, { range: { from: at, to: at + 1 }, zone: "UTC" })
  const next = new Date(nextChange(schedule, at).next?.at ?? 0).toISOString()
  return [onCallAt(schedule, at).people[0], next, shifts[0]?.people[0]]
}

const wrongUse = () => {
  try {
    parseSpf(undefined as never)
  } catch (error) {
    return String(error)
  }
}

/**
 * Returns the results that the packages compute in every runtime. tooling/consumers/pure.mjs compares them with the
 * expected results.
 */
export const results = async () => {
  const diff = diffText(text(39), text(49))
  const before = await readPage(page("<p>Starter: <b>39</b> EUR"))
  const after = await readPage(page("<p>Starter: <b>49</b> EUR"))
  return {
    disposable: ["bob@mailinator.com", "anna@gmail.com"].map((address) => isDisposable(address)),
    headline: diff.headline,
    drawn: renderHtml(diff).includes("49"),
    compared: before.state === "ok" ? comparePages(before, after).result : before.state,
    hash: before.state === "ok" ? before.hash.slice(0, 8) : "",
    boxes: diffImages(pixels(255), pixels(0)).boxes,
    ignored: diffImages(pixels(255), pixels(0), { ignore: [{ x: 1, y: 0, width: 1, height: 1 }] }).changed,
    patch: patchOf({ price: 39 }, { price: 49 }),
    spf: correctSpf("v=spf1 include=_spf.example.com -all"),
    offset: parseSpf("v=spf1 a:exam ple.com -all").errors[0]?.offset,
    dmarc: parseDmarc("v=DMARC1; p=none").ok,
    dkim: parseDkimKey("v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=").keyBits,
    diagnosis: diagnosed(),
    grade: gradeOf(92),
    rules: RUBRIC.size > 50,
    addresses: ["10.0.0.1", "9.9.9.9"].map(makeAddressPolicy().allows),
    host: parsePublicUrl("B\u00fccher.example.com").ok,
    domains: simulated(),
    onCall: onCall(),
    channels: alert(),
    listed: await listed(),
    webhook: (await verifyWebhook(delivery)).valid,
    forged: (await verifyWebhook({ ...delivery, rawBody: "{}" })).valid,
    wrongUse: wrongUse()
  }
}

Reflect.set(globalThis, "results", results)
