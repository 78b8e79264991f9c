// Debian's Alertmanager sends its alerts with its own webhook, and with its senders to PagerDuty and Opsgenie.
import { BASE_PATH } from "@mon/api-contract"
import { programs, type RealServer, startAlertmanager } from "@mon/tooling/testbed/services"
import { existsSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

interface Incident {
  readonly sourceName: string
  readonly status: string
  readonly title: string
  readonly severity: string
}

const LONG_MS = 60_000
const KINDS = ["alertmanager", "pagerduty", "opsgenie"] as const

const configurationOf = (origin: string, tokens: Readonly<Record<(typeof KINDS)[number], string>>): string => `
route:
  receiver: webhook
  group_by: [alertname]
  group_wait: 1s
  group_interval: 1s
  repeat_interval: 1h
  routes:
    - receiver: webhook
      continue: true
    - receiver: pagerduty
      continue: true
    - receiver: opsgenie
receivers:
  - name: webhook
    webhook_configs:
      - url: ${origin}/in/alertmanager
        send_resolved: true
        http_config: { authorization: { type: Bearer, credentials: ${tokens.alertmanager} } }
  - name: pagerduty
    pagerduty_configs:
      - url: ${origin}/in/v2/enqueue
        routing_key: ${tokens.pagerduty}
        severity: critical
        description: "{{ .CommonAnnotations.summary }}"
  - name: opsgenie
    opsgenie_configs:
      - api_url: ${origin}/in/
        api_key: ${tokens.opsgenie}
        message: "{{ .CommonAnnotations.summary }}"
        priority: P1
        update_alerts: true
`

describe.skipIf(!existsSync(programs.alertmanager))("Alertmanager", () => {
  let world: World
  let api: TestApi
  let owner: TestAccount
  let alertmanager: RealServer
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
    owner = await world.account("pro")
    const tokens = { alertmanager: "", pagerduty: "", opsgenie: "" }
    for (const kind of KINDS) {
      const body = { name: kind, kind }
      const made = await api.send("POST", `${BASE_PATH}/alert-sources`, { key: owner.key, body })
      tokens[kind] = String(made.data["token"])
    }
    alertmanager = await startAlertmanager(configurationOf(api.origin, tokens))
  }, LONG_MS)
  afterAll(async () => {
    await alertmanager.stop()
    await world.close()
  })

  const report = async (summary: string, endsAt?: Date) => {
    const alert = {
      labels: { alertname: "DiskAlmostFull", instance: "db1:9100", severity: "warning" },
      annotations: { summary },
      ...(endsAt === undefined ? {} : { endsAt: endsAt.toISOString() })
    }
    const response = await fetch(`http://127.0.0.1:${alertmanager.port}/api/v2/alerts`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify([alert])
    })
    expect(response.status).toBe(200)
  }

  const incidents = async () => {
    const { data } = await api.send("GET", `${BASE_PATH}/alert-sources/incidents`, { key: owner.key })
    return (data as unknown as ReadonlyArray<Incident>).toSorted((one, other) =>
      one.sourceName < other.sourceName ? -1 : 1
    )
  }

  it("opens an incident with each sender, and ends it", { timeout: LONG_MS }, async () => {
    const began = Date.now()
    await report("Disk almost full on db1", new Date(began + LONG_MS))
    await vi.waitFor(async () => expect(await incidents()).toHaveLength(3), { timeout: 30_000, interval: 200 })
    expect(await incidents()).toMatchObject([
      { sourceName: "alertmanager", status: "open", title: "Disk almost full on db1", severity: "warning" },
      { sourceName: "opsgenie", status: "open", title: "Disk almost full on db1", severity: "critical" },
      { sourceName: "pagerduty", status: "open", title: "Disk almost full on db1", severity: "critical" }
    ])
    await report("Disk almost full on db1", new Date(began + 1))
    await vi.waitFor(
      async () => expect((await incidents()).map(({ status }) => status)).toEqual(["resolved", "resolved", "resolved"]),
      { timeout: 30_000, interval: 200 }
    )
    expect(alertmanager.log()).not.toMatch(/level=(?:error|warn)[^\n]*notify/iu)
  })
})
