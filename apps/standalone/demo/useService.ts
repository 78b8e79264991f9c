import type { Webhook } from "@mon/model"
import { setTimeout as wait } from "node:timers/promises"
import type { SmallInternet } from "./internet/startInternet.ts"
import type { DemoApi } from "./DemoApi.ts"
import { makeStatusPage } from "./makeStatusPage.ts"

const POLL_MS = 200
const SIMULATION_WITHIN_MS = 45_000

interface ListedDomain {
  readonly id: string
  readonly hostname: string
}

interface SimulationJob {
  readonly jobId: string
  readonly status: string
}

/** Sets the owner's password with the link that the first start prints. */
export const setPassword = async (baseUrl: string, setupPath: string, password: string): Promise<void> => {
  const response = await fetch(`${baseUrl}${setupPath}`, {
    method: "POST",
    redirect: "manual",
    headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: baseUrl },
    body: new URLSearchParams({ password }).toString()
  })
  if (response.status !== 303) throw new Error(`The password was not set: ${response.status}`)
}

const domainNamed = async ({ send }: DemoApi, hostname: string): Promise<string> => {
  for (let page = 1; ; page++) {
    const domains = await send<ReadonlyArray<ListedDomain>>("GET", `/domains?limit=50&page=${page}`)
    const found = domains.find((domain) => domain.hostname === hostname)
    if (found !== undefined) return found.id
    if (domains.length === 0) throw new Error(`${hostname} is not monitored.`)
  }
}

const runSimulation = async ({ send }: DemoApi, prospects: ReadonlyArray<string>): Promise<void> => {
  const { jobId } = await send<SimulationJob>("POST", "/campaign-simulate", {
    name: "Autumn offer",
    sendingDomains: [
      "lighthouse-agency-example.com",
      "havn-hotel-example.com",
      "fjord-dental-example.com",
      "brygge-garage-example.com"
    ],
    prospectEntries: prospects
  })
  const deadline = Date.now() + SIMULATION_WITHIN_MS
  while (Date.now() < deadline) {
    const { status } = await send<SimulationJob>("GET", `/campaign-simulate/${jobId}`)
    if (status === "completed") return
    if (status === "failed") throw new Error("The simulation failed.")
    await wait(POLL_MS)
  }
}

/**
 * Does what the owner would do on the first day: sets a time zone, and adds a webhook, a member, a status page and a
 * simulation.
 */
export const useService = async (
  api: DemoApi,
  { hookUrl, prospects }: Pick<SmallInternet, "hookUrl" | "prospects">
): Promise<void> => {
  await api.send("PATCH", "/settings", { timezone: "Europe/Oslo" })
  const domainId = await domainNamed(api, "sjoblom-bakery-example.com")
  const webhook = await api.send<Webhook>("POST", "/webhooks", {
    domainId,
    url: hookUrl,
    label: "Chat of the agency",
    events: ["status_change", "ssl_expiry", "ssl_invalid"]
  })
  await api.send("POST", `/webhooks/${webhook.id}/test`)
  await api.send("POST", "/team/invite", {
    email: "ola@moss-optics-example.com",
    domainAccess: [{ domainId: await domainNamed(api, "moss-optics-example.com"), canWrite: false }]
  })
  await makeStatusPage(api, (hostname) => domainNamed(api, hostname))
  await runSimulation(api, prospects)
}
