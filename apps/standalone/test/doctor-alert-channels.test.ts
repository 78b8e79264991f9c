import { layerSqlClient } from "@mon/core-store"
import { createTestDatabase, runningTestServer } from "@mon/core-store/testing"
import { startDnsServer, startNtfy, startSite } from "@mon/tooling/testbed"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { describe, expect, it } from "vitest"
import { examineAlerts, examineChannelTargets, judgeAlerts } from "../src/doctor/alerts.ts"

const run = <A, E>(url: string, effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.runPromise(Effect.provide(effect, layerSqlClient({ url })))

describe("the doctor of alert channels", () => {
  it("warns about channels that were switched off or fail, and says how many work", () => {
    expect(judgeAlerts({ working: 3, failing: 0, off: 0 }, 0)).toEqual([
      { subject: "alert channels", state: "ok", detail: "3 work" },
      { subject: "maintenance", state: "ok", detail: "no window is active" }
    ])
    const [channels, maintenance] = judgeAlerts({ working: 1, failing: 2, off: 1 }, 2)
    expect(channels).toMatchObject({
      state: "warn",
      detail: expect.stringMatching(/^1 alert channel switched off.*; 2 alert channels failing now/u)
    })
    expect(maintenance?.detail).toBe("2 windows active: alerts are suppressed")
  })

  it("counts what is stored, and says nothing before the first start", async () => {
    const database = await createTestDatabase()
    const empty = await createTestDatabase({ url: runningTestServer().url, template: "template1" })
    try {
      expect(await run(empty.url, examineAlerts)).toEqual([])
      await run(
        database.url,
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`
            with owner as (insert into account (public_id, plan) values (gen_random_uuid(), 'pro') returning id)
            insert into alert_channel (public_id, account_id, kind, name, settings, shown, is_active, failing_since,
              disabled_reason)
            select gen_random_uuid(), owner.id, 'ntfy', 'n', 's', '{}', c.active, c.since, c.reason
            from owner, (values (true, null::timestamptz, null), (true, mon_now(), null), (false, mon_now(), 'refused'),
              (false, null, null)) c(active, since, reason)`
        )
      )
      expect((await run(database.url, examineAlerts))[0]).toMatchObject({
        state: "warn",
        detail: expect.stringMatching(/^1 alert channel switched off.*; 1 alert channel failing now/u)
      })
    } finally {
      await Promise.all([database.drop(), empty.drop()])
    }
  })

  it("requests each server of MON_CHANNEL_TARGETS once and names those that do not answer", async () => {
    const dns = await startDnsServer()
    const ntfy = await startNtfy()
    const silent = await startSite()
    silent.behave({ reset: "connect" })
    try {
      const port = new URL(ntfy.origin).port
      dns.zone.set("ntfy.lan.example", { A: ["127.0.0.1"] })
      dns.zone.set("gotify.lan.example", { A: [silent.host] })
      const examine = (targets: ReadonlyArray<string>) =>
        Effect.runPromise(examineChannelTargets({ targets, dnsServers: [dns.address], extraCa: [] }))
      const running = `http://ntfy.lan.example:${port}`
      const stopped = `http://gotify.lan.example:${silent.port}`
      expect(await examine([])).toEqual([])
      expect(await examine([running])).toEqual([
        { subject: "channel targets", state: "ok", detail: "all 1 of MON_CHANNEL_TARGETS respond" }
      ])
      const [finding] = await examine([running, stopped, "http://absent.example"])
      expect(finding?.state).toBe("warn")
      expect(finding?.detail).toContain(`${stopped} does not respond`)
      expect(finding?.detail).toContain("http://absent.example does not respond")
      expect(finding?.detail).not.toContain(running)
    } finally {
      await Promise.all([dns.close(), ntfy.close(), silent.close()])
    }
  })
})
