import { expect } from "vitest"
import type { TestAccount, TestApi } from "./World.ts"

export interface Plan {
  readonly planId: string | null
  readonly changes: number
  readonly create: ReadonlyArray<{ readonly section: string; readonly key: string; readonly fields: object }>
  readonly update: ReadonlyArray<object>
  readonly adopt: ReadonlyArray<object>
  readonly delete: ReadonlyArray<object>
  readonly drift: ReadonlyArray<object>
  readonly unmanaged: ReadonlyArray<object>
  readonly kept: ReadonlyArray<object>
  readonly receivers: ReadonlyArray<object>
  readonly refused: ReadonlyArray<{ readonly path: string; readonly line: number; readonly message: string }>
}

export const noChanges = {
  changes: 0,
  create: [],
  update: [],
  adopt: [],
  delete: [],
  routeOrder: null,
  drift: [],
  unmanaged: [],
  kept: [],
  receivers: [],
  refused: []
}

const template = `version: 1
project: acme-web
defaults:
  domains: { tags: [web] }
tags:
  web: { name: " Web ", color: "#ABC" }
  db: { name: Db }
domains:
  router: { url: router.example.org, tags: [] }
  shop:
    url: https://shop.example.org/
    checkInterval: 120
    ccEmails: [ops@example.org]
    request: { headers: { X-Probe: "secret-1" }, auth: { username: mon, password: secret-2 } }
    expect: [{ status: 200-299 }]
    dependsOn: [router]
  old: { url: old.example.org, paused: true }
urls:
  pricing: { url: "https://example.org/pricing#top", include: ["#price"], dependsOn: [shop] }
channels:
  ops: { kind: ntfy, settings: { topic: alerts-k3v9, token: tk_0123456789abc }, isActive: false }
routes:
  night: { name: Night, monitors: [shop, pricing], steps: [{ afterMinutes: 0, targets: [ops, email] }] }
  day: { name: Day, tags: [web], kinds: [page_error, down], steps: [{ afterMinutes: 5, targets: [OWNER] }] }
maintenanceWindows:
  sunday:
    name: Sunday
    startsAt: 2027-01-03T01:00:30Z
    minutes: 60
    recurrence: FREQ=WEEKLY
    timezone: Europe/Berlin
    published: false
    monitors: [shop, pricing]
statusPages:
  main:
    name: Acme
    slug: acme-conformance
    access: password
    password: a-readers-password
    accentColor: "#ABC"
    groups: { shops: { name: Shops } }
    components:
      checkout: { name: Checkout, group: shops, monitors: [shop] }
      api: { name: API, tags: [web] }
scheduledReports:
  customer: { name: Availability, every: month, recipients: [OWNER], tag: db, targetPercent: 99.9 }
`

/**
 * Returns a configuration file with every section. The slug depends on the account, because only one page of the
 * service can have it.
 */
export const wholeFile = ({ email, id }: Pick<TestAccount, "email" | "id">): string =>
  template.replace("acme-conformance", `acme-${id.slice(-12)}`).replaceAll("OWNER", email)

export const tagFile = (name: string): string => `version: 1\nproject: acme\ntags:\n  one: { name: ${name} }\n`

type Keyed = Pick<TestAccount, "key">

export const configClient = (api: Pick<TestApi, "send">) => {
  const as =
    ({ key }: Keyed) =>
    (method: string, path: string, body?: unknown) =>
      api.send(method, `/api/v1${path}`, { key, ...(body === undefined ? {} : { body }) })
  const planAs = async (account: Keyed, document: string): Promise<Plan> => {
    const response = await as(account)("POST", "/config/plan", { document })
    expect([response.status, response.text]).toEqual([200, expect.any(String)])
    return response.data as unknown as Plan
  }
  const applyAs = (account: Keyed, { planId }: Plan, allowDelete?: boolean) =>
    as(account)("POST", "/config/apply", { planId, ...(allowDelete === undefined ? {} : { allowDelete }) })
  const applyFile = async (account: Keyed, document: string, allowDelete = false) => {
    const plan = await planAs(account, document)
    expect(plan.refused).toEqual([])
    const applied = await applyAs(account, plan, allowDelete)
    expect([applied.status, applied.text]).toEqual([200, expect.any(String)])
    return applied.data
  }
  const fileOf = async (account: Keyed) => (await as(account)("GET", "/config")).text
  return { as, planAs, applyAs, applyFile, fileOf }
}
