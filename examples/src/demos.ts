import { once } from "node:events"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { makeWebhookSecret, signWebhook } from "@mon/alerts"
import { makeAddressPolicy } from "@mon/public-net"
import { CampaignFacts } from "@mon/simulation/effect"
import { startDnsServer, startSite } from "@mon/tooling/testbed"
import * as Effect from "effect/Effect"
import { tagNames } from "./apiClient.ts"
import { bundle } from "./bundle.ts"
import { probeOnce } from "./cronProbe.ts"
import { diffFiles } from "./diffFiles.ts"
import { mailHealthHandler } from "./mailHealthHandler.ts"
import { simulateCsv } from "./simulateCsv.ts"
import { webhookReceiver } from "./webhookReceiver.ts"

const serving = async <A>(listener: RequestListener, use: (origin: string) => Promise<A>): Promise<A> => {
  const server = createServer(listener).listen(0, "127.0.0.1")
  await once(server, "listening")
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

const mailHealth = () =>
  serving(
    mailHealthHandler({ zone: { "example.com": { MX: [{ preference: 1, exchange: "mx.example.com" }] } }, lists: [] }),
    async (origin) => {
      const good = await fetch(`${origin}/?domain=example.com`)
      const bad = await fetch(`${origin}/?domain=no%20domain`)
      const { grade } = (await good.json()) as { readonly grade: string }
      return `${good.status} grade ${grade}, ${bad.status} for what is no domain`
    }
  )

/** Imports a bundle's code as a module into this process. */
const load = async (code: string): Promise<Record<string, unknown>> =>
  await import(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`)

const nodeFree = (code: string): string => (/["'`]node:/u.test(code) ? "with node: imports" : "no node: imports")

const browserForm = async () => {
  const code = await bundle("./disposableForm.ts")
  const { complaintAbout } = (await load(code)) as { readonly complaintAbout: (email: string) => string }
  return `${nodeFree(code)}; ${complaintAbout("bob@mailinator.com")}${complaintAbout("ann@example.com")}`
}

const edgeWorker = async () => {
  const code = await bundle("./disposableWorker.ts")
  const worker = (await load(code))["default"] as { readonly fetch: (request: Request) => Response }
  const verdict = (await worker.fetch(new Request("https://edge.example/?email=bob@mailinator.com")).json()) as {
    readonly class: string
  }
  return `${nodeFree(code)}; ${verdict.class}`
}

const diff = async () => {
  const folder = await mkdtemp(join(tmpdir(), "mon-example-"))
  try {
    const files = [join(folder, "before.txt"), join(folder, "after.txt")] as const
    await Promise.all([writeFile(files[0], "Plans\nPro 99\n"), writeFile(files[1], "Plans\nPro 109\n")])
    return (await diffFiles(...files))
      .split("\n")
      .filter((line) => /^[+-][^+-]/u.test(line))
      .join(" ")
  } finally {
    await rm(folder, { recursive: true })
  }
}

const cron = async () => {
  const [dns, site] = await Promise.all([
    startDnsServer(),
    startSite({ behaviour: ({ path }) => ({ status: path === "/broken" ? 503 : 200 }) })
  ])
  try {
    dns.zone.set("shop.example.com", { A: ["127.0.0.1"] })
    const shop = `http://shop.example.com:${site.port}`
    const { exitCode, lines } = await probeOnce([`${shop}/`, `${shop}/broken`], {
      policy: makeAddressPolicy({ allow: ["127.0.0.0/8"] }),
      dnsServers: [dns.address]
    })
    return `exit code ${exitCode}; ${lines.join("; ").replaceAll(`:${site.port}`, "")}`
  } finally {
    await Promise.all([dns.close(), site.close()])
  }
}

const simulation = async () => {
  const zone = {
    "example.com": { MX: [{ preference: 1, exchange: "aspmx.l.google.com" }] },
    "out.example.net": { MX: [{ preference: 1, exchange: "smtp.google.com" }], TXT: ["v=spf1 -all"] }
  }
  const program = simulateCsv("email,name\nann@example.com,Ann\nbob@gone.example.com,Bob\n", ["out.example.net"])
  const { csv } = await Effect.runPromise(Effect.provide(program, CampaignFacts.layerMemory(zone, { lists: [] })))
  return `${csv.trim().split("\r\n").length} lines; ${/google/iu.test(csv) ? "google takes the first" : "nobody takes the first"}`
}

const client = async () => {
  const tag = {
    id: "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d70",
    name: "Production",
    color: "#22c55e",
    sortOrder: 0,
    domainCount: 1,
    urlCount: 0,
    heartbeatCount: 0,
    createdAt: "2026-11-21T13:05:09.000Z"
  }
  const site = await startSite({
    behaviour: ({ headers }) => ({
      status: headers["x-api-key"] === "mon_key" ? 200 : 401,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ success: true, data: [tag] })
    })
  })
  try {
    return (await tagNames(site.origin, "mon_key")).join()
  } finally {
    await site.close()
  }
}

const webhook = async () => {
  const secret = makeWebhookSecret()
  const events: Array<unknown> = []
  return await serving(
    webhookReceiver(secret, (event) => events.push(event)),
    async (origin) => {
      const rawBody = JSON.stringify({ id: "d1", type: "test", data: {} })
      const signing = { secret, id: "d1", event: "test", timestampSeconds: Math.floor(Date.now() / 1000), rawBody }
      const post = async (body: string) =>
        (await fetch(origin, { method: "POST", headers: signWebhook(signing), body })).status
      const statuses = [await post(rawBody), await post(rawBody), await post(rawBody.replace("test", "tost"))]
      return `${statuses.join(", ")}; handled ${events.length}`
    }
  )
}

/** A function for each example, by name, that runs the example on loopback and returns its result in one line. */
export const demos: Readonly<Record<string, () => Promise<string>>> = {
  "email-health in an HTTP handler": mailHealth,
  "disposable-check in a browser form": browserForm,
  "disposable-check in an edge worker": edgeWorker,
  "diff-engine on two files": diff,
  "uptime-probe from cron": cron,
  "simulation of a CSV": simulation,
  "the typed API client": client,
  "a receiver of webhooks": webhook
}
