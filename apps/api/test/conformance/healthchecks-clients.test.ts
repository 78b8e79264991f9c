// The requests of three clients of Healthchecks, rebuilt from their sources.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openWorld, type TestApi, type World } from "../World.ts"

interface CheckBody {
  readonly uuid: string
  readonly ping_url: string
  readonly update_url: string
  readonly pause_url: string
  readonly resume_url: string
  readonly [field: string]: unknown
}

describe("clients of the management API of Healthchecks", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const callerAt = async (base: string) => {
    const { key } = await world.account()
    return async (method: string, path: string, body?: unknown) => {
      const sent = await api.send(method, `${base}${path}`, { key, ...(body === undefined ? {} : { body }) })
      return { ...sent, check: sent.body as CheckBody }
    }
  }

  // The bodies and paths are from client.go of kristofferahl/go-healthchecksio, which its provider for Terraform uses.
  it("serves the provider for Terraform", async () => {
    const call = await callerAt("/api/v1")
    const wanted = { channels: "", grace: 3_600, methods: "", name: "web", tags: "prod www", timeout: 60 }
    const made = (await call("POST", "/checks/", wanted)).check
    const id = made.update_url.split("/").at(-1)
    expect(id).toBe(made.uuid)
    expect((await call("GET", "/checks/")).body).toMatchObject({
      checks: [
        {
          name: "web",
          tags: "prod www",
          timeout: 60,
          grace: 3_600,
          update_url: made.update_url
        }
      ]
    })
    // The client leaves out a field with the value 0.
    const { timeout: _, ...cron } = { ...wanted, schedule: "0 3 * * *", tz: "Europe/Stockholm" }
    expect((await call("POST", `/checks/${id}`, cron)).check).toMatchObject({ schedule: "0 3 * * *" })
    expect((await call("DELETE", `/checks/${id}`)).status).toBe(200)
    expect((await call("GET", "/checks/")).body).toEqual({ checks: [] })
  })

  // The requests are from plugins/module_utils/healthchecksio.py of community.healthchecksio. Its paths have no slash
  // at the end.
  it("serves the module for Ansible", async () => {
    const call = await callerAt("/api/v1")
    expect((await call("GET", "/checks", null)).body).toEqual({ checks: [] })
    const always = { desc: "", grace: 3_600, manual_resume: false, methods: "", channels: "", slug: "" }
    const wanted = { ...always, name: "test", tags: "test simple", timeout: 60, unique: ["name"], api_base_url: "x" }
    const { check, status } = await call("POST", "/checks/", wanted)
    expect([status, (await call("POST", "/checks/", wanted)).status]).toEqual([201, 200])
    const uuid = check.ping_url.split("/").at(-1)
    expect((await call("POST", `/checks/${uuid}/pause`, null)).check["status"]).toBe("paused")
    expect((await api.send("HEAD", `/ping/${uuid}`)).status).toBe(200)
    expect((await call("GET", `/checks/${uuid}/pings`)).body).toMatchObject({ pings: [{ n: 1 }] })
    expect((await call("DELETE", `/checks/${uuid}`)).status).toBe(200)
    expect((await call("DELETE", `/checks/${uuid}`)).status).toBe(404)
  })

  it("shows the status after each ping at once, before a worker has recorded it", async () => {
    const call = await callerAt("/api/v3")
    const { uuid } = (await call("POST", "/checks/", { name: "backup", timeout: 3_600 })).check
    const status = async () => (await call("GET", `/checks/${uuid}`)).check["status"]
    const statusAfter = async (end: string) => {
      expect((await api.send("GET", `/ping/${uuid}${end}`)).status).toBe(200)
      return status()
    }
    const seen = [
      await statusAfter("/start"),
      await statusAfter(""),
      await statusAfter("/fail"),
      await statusAfter("/log")
    ]
    expect(seen).toEqual(["new", "up", "down", "down"])
    expect((await call("POST", `/checks/${uuid}/pause`, "")).check["status"]).toBe("paused")
    expect((await call("POST", `/checks/${uuid}/resume`, "")).check["status"]).toBe("new")
    expect(await statusAfter("/0")).toBe("up")
  })

  // The requests are from andrewthetechie/py-healthchecks.io. Its sync_client.py sends all fields of CheckCreate.
  it("serves the client for Python", async () => {
    const call = await callerAt("/hc/api/v1")
    const wanted = {
      name: "py",
      tags: "a",
      desc: "",
      timeout: 86_400,
      grace: 3_600,
      schedule: "* * * * *",
      tz: "UTC",
      manual_resume: false,
      methods: "",
      channels: "",
      unique: ["name"]
    }
    const { check, status } = await call("POST", "/checks/", wanted)
    expect([status, (await call("POST", "/checks/", wanted)).status]).toEqual([201, 200])
    expect(check).toMatchObject({ schedule: "* * * * *", tz: "UTC", manual_resume: false, n_pings: 0 })
    expect(new URL(check.pause_url).pathname).toBe(`/hc/api/v1/checks/${check.uuid}/pause`)
    // httpx sends an empty form.
    expect((await call("POST", `/checks/${check.uuid}/pause`, "")).check["status"]).toBe("paused")
    expect(new URL(check.resume_url).pathname).toBe(`/hc/api/v1/checks/${check.uuid}/resume`)
    expect((await call("GET", `/checks/${check.uuid}/flips/?seconds=60`)).body).toEqual({ flips: [] })
  })
})
