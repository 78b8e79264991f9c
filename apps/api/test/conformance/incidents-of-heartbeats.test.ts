import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

/** Opens an incident, as the worker does after a run that failed. */
const INCIDENT = `
  insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at, trigger_error_code,
    trigger_error_message)
  select gen_random_uuid(), account_id, id, mon_now(), mon_now(), 'heartbeat_failed', 'The job reported a failure.'
  from monitor where public_id = $1::uuid`

describe("the incidents of a heartbeat", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const get = ({ key }: TestAccount, path: string) => api.send("GET", `/api/v1${path}`, { key })

  it("are listed, and are in its timeline", async () => {
    const owner = await world.account()
    const { data } = await api.send("POST", "/api/v1/heartbeats", { key: owner.key, body: { name: "Backup" } })
    const path = `/heartbeats/${data.id}`
    expect(await get(owner, `${path}/incidents`)).toMatchObject({ status: 200, data: [] })
    await world.sql(INCIDENT, data.id)
    const { data: incidents } = await get(owner, `${path}/incidents`)
    expect(incidents).toMatchObject([
      { domainId: data.id, domainName: "Backup", status: "open", triggerError: { code: "heartbeat_failed" } }
    ])
    const { data: timeline, status } = await get(owner, `${path}/timeline?range=90d`)
    expect(status).toBe(200)
    expect(timeline).toMatchObject({ range: "90d", incidents: [{ end: null, reason: "heartbeat_failed" }] })
    expect(timeline["days"]).not.toEqual([])
  })

  it("are not shown to other accounts, and not for another kind of monitor", async () => {
    const owner = await world.account()
    const stranger = await world.account()
    const { data } = await api.send("POST", "/api/v1/heartbeats", { key: owner.key, body: { name: "Backup" } })
    for (const rest of ["incidents", "timeline"]) {
      expect((await get(stranger, `/heartbeats/${data.id}/${rest}`)).status).toBe(404)
      expect((await get(owner, `/domains/${data.id}/${rest}`)).status).toBe(404)
    }
    expect((await get(owner, `/heartbeats/${data.id}/timeline?range=1y`)).status).toBe(400)
  })
})
