import { BASE_PATH } from "@mon/api-contract"
import { Secrets } from "@mon/core-store"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError, expectResponse, TIME } from "../Expected.ts"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const BASE_URL = "https://mon.vendor.com"
const OWNER_ONLY = "Only the account owner can do this."
const NO_HOST = "This status page has no custom host name."
const PROVEN =
  "Another status page has proven this host name. It becomes free 7 days after that page's TXT record is removed."
const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"

interface Host {
  readonly state: string
  readonly hostname: string
  readonly address: string | null
  readonly stoppedBy: string | null
  readonly records: ReadonlyArray<{ readonly type: string; readonly name: string; readonly value: string }>
}

describe("own host names of status pages", () => {
  let world: World
  let api: TestApi
  let owner: TestAccount
  let other: TestAccount
  let made = 0

  const proofOf = ({ id }: TestAccount, host: string) =>
    world.run(Effect.map(Secrets, ({ sign }) => `mon-proof=${sign("host proof", `${id} ${host}`)}`))
  const published = async (account: TestAccount, host: string, addresses: ReadonlyArray<string> = ["192.0.2.7"]) => ({
    [`_mon.${host}`]: { TXT: ["v=spf1 -all", await proofOf(account, host)] },
    [host]: { A: addresses }
  })

  beforeAll(async () => {
    world = await openWorld()
    owner = await world.account("agency")
    other = await world.account("agency")
    api = await world.startApi({
      settings: { baseUrl: BASE_URL },
      zone: {
        "mon.vendor.com": { A: ["192.0.2.7"] },
        ...(await published(owner, "status.proven.com")),
        ...(await published(owner, "status.elsewhere.com", ["192.0.2.99"])),
        ...(await published(other, "status.theirs.com")),
        "_mon.status.broken.com": { TXT: { fail: "ServFail" } }
      }
    })
  })
  afterAll(() => world.close())

  type Sender = { readonly key: string }
  const send = (sender: Sender, method: string, path: string, body?: unknown) =>
    api.send(method, `${BASE_PATH}${path}`, { key: sender.key, ...(body === undefined ? {} : { body }) })
  const newPage = async (sender: Sender, more: object = {}) => {
    made += 1
    const answer = await send(sender, "POST", "/status-pages", { name: `Shop ${made}`, slug: `shop-${made}`, ...more })
    expect(answer.status, answer.text).toBe(201)
    return answer.data.id
  }
  const set = (sender: Sender, id: string, hostname: unknown) =>
    send(sender, "PUT", `/status-pages/${id}/host`, { hostname })
  const hostOf = (data: unknown) => (data as { readonly host: Host | null }).host

  it("are set with what to publish in the DNS, shown with the page, and removed", async () => {
    const id = await newPage(owner)
    const answer = await set(owner, id, " Status.Waiting.com. ")
    const host = {
      hostname: "status.waiting.com",
      displayName: "status.waiting.com",
      url: "https://status.waiting.com",
      state: "waiting_for_txt",
      stoppedBy: null,
      address: "absent",
      records: [
        {
          purpose: "proof",
          type: "TXT",
          name: "_mon.status.waiting.com",
          value: await proofOf(owner, "status.waiting.com")
        },
        { purpose: "address", type: "CNAME", name: "status.waiting.com", value: "mon.vendor.com" }
      ],
      failingSince: null,
      releasesAt: null,
      checkedAt: TIME,
      createdAt: TIME
    }
    expect(answer.status, answer.text).toBe(200)
    expect(hostOf(answer.data)).toEqual(host)
    expect(hostOf((await send(owner, "GET", `/status-pages/${id}`)).data)).toEqual(host)
    expect(hostOf((await send(owner, "PATCH", `/status-pages/${id}`, { name: "Other" })).data)).toEqual(host)
    const removed = await send(owner, "DELETE", `/status-pages/${id}/host`)
    expect([removed.status, hostOf(removed.data)]).toEqual([200, null])
    expectError(await send(owner, "DELETE", `/status-pages/${id}/host`), 404, NO_HOST)
    expectError(await send(owner, "POST", `/status-pages/${id}/host/check`), 404, NO_HOST)
  })

  it("are active at once if the TXT record is there, and say where their addresses lead", async () => {
    const here = await set(owner, await newPage(owner), "status.proven.com")
    expect(hostOf(here.data)).toMatchObject({ state: "active", address: "here" })
    const elsewhere = await set(owner, await newPage(owner), "status.elsewhere.com")
    expect(hostOf(elsewhere.data)).toMatchObject({ state: "waiting_for_address", address: "elsewhere" })
  })

  it("show letters outside ASCII, and ask for an ALIAS where a domain itself cannot have a CNAME", async () => {
    const host = hostOf((await set(owner, await newPage(owner), "münchen.de")).data)
    expect(host).toMatchObject({ hostname: "xn--mnchen-3ya.de", displayName: "münchen.de" })
    expect(host?.records[1]).toMatchObject({ type: "ALIAS", name: "xn--mnchen-3ya.de" })
  })

  it("are refused with the reason", async () => {
    const id = await newPage(owner)
    for (const [hostname, reason] of [
      ["mon.vendor.com", /belongs to the service itself/u],
      ["vendor.com", /belongs to the service itself/u],
      ["a.mon.vendor.com", /belongs to the service itself/u],
      ["co.uk", /Other people register domains/u],
      ["192.0.2.1", /IP address/u],
      ["status.test", /reserved/u],
      ["status.customer.com:8443", /without a port/u],
      ["*.customer.com", /wildcard/u],
      ["https://status.customer.com/", /only a host name/u],
      ["", /only a host name/u],
      [5, /hostname must be a string/u],
      [null, /hostname must be a string/u]
    ] as const) {
      const { body, status } = await set(owner, id, hostname)
      expect([hostname, status]).toEqual([hostname, 400])
      expect((body as { readonly message: string }).message).toMatch(reason)
    }
    expectError(await send(owner, "PUT", `/status-pages/${id}/host`, {}), 400, "hostname must be a string.")
    const taken = await newPage(owner, { name: "Taken" })
    await set(owner, taken, "status.taken.com")
    expectError(
      await set(owner, id, "status.taken.com"),
      400,
      'Your status page "Taken" has this host name. Remove it there first.'
    )
    await set(other, await newPage(other), "status.theirs.com")
    expectError(await set(owner, id, "status.theirs.com"), 400, PROVEN)
    expect(hostOf((await send(owner, "GET", `/status-pages/${id}`)).data)).toBeNull()
  })

  it("can be asked for by two accounts, and neither learns of the other before one has proven it", async () => {
    const first = await newPage(owner)
    const second = await newPage(other)
    const answers = [await set(owner, first, "status.both.com"), await set(other, second, "status.both.com")]
    expect(answers.map(({ data }) => hostOf(data)?.state)).toEqual(["waiting_for_txt", "waiting_for_txt"])
    const values = answers.map(({ data }) => hostOf(data)?.records[0]?.value)
    expect(new Set(values).size).toBe(2)
  })

  it("are looked up when their owner asks, once in 10 s, and a failed lookup changes nothing", async () => {
    const id = await newPage(owner)
    await set(owner, id, "status.check.com")
    expect((await send(owner, "POST", `/status-pages/${id}/host/check`)).status).toBe(200)
    const { body, status } = await send(owner, "POST", `/status-pages/${id}/host/check`)
    expect([status, (body as { message: string }).message]).toEqual([
      429,
      expect.stringMatching(/^Please wait \d+ seconds before checking again\.$/u)
    ])
    const broken = await newPage(owner)
    const before = hostOf((await set(owner, broken, "status.broken.com")).data)
    expect(before).toMatchObject({ state: "waiting_for_txt", checkedAt: null })
    expectError(
      await send(owner, "POST", `/status-pages/${broken}/host/check`),
      503,
      "The name servers for this host name did not respond. Nothing has changed. Try again later."
    )
    expect(hostOf((await send(owner, "GET", `/status-pages/${broken}`)).data)).toEqual(before)
  })

  it("are limited by the plan, which the account and the billing show", async () => {
    for (const [plan, limit] of [
      ["free", 0],
      ["pro", 1],
      ["agency", 50]
    ] as const) {
      const account = await world.account(plan)
      for (const path of ["/account", "/billing"])
        expect((await send(account, "GET", path)).data["limits"]).toMatchObject({ statusPageHosts: limit })
    }
    const free = await world.account("free")
    expectError(
      await set(free, await newPage(free), "status.free.com"),
      400,
      "The Free plan does not include custom host names for status pages. Get a larger plan."
    )
    const pro = await world.account("pro")
    const first = await newPage(pro)
    await set(pro, first, "status.first.com")
    expect((await set(pro, first, "status.instead.com")).status).toBe(200)
    const second = await newPage(pro)
    expectError(
      await set(pro, second, "status.second.com"),
      400,
      "Maximum number of custom host names (1) on the Pro plan reached. Remove one or get a larger plan."
    )
    // After a change to a smaller plan, the newest host names stop, and the API returns the reason.
    await world.sql("update account set plan = 'free' where public_id = $1::uuid", pro.id)
    expect(hostOf((await send(pro, "GET", `/status-pages/${first}`)).data)?.stoppedBy).toBe("plan")
    expectError(
      await send(pro, "POST", `/status-pages/${first}/host/check`),
      403,
      "Your Free plan allows 0 custom host names, and this one is over the limit. Remove an older one or get a larger plan."
    )
    expect((await send(pro, "DELETE", `/status-pages/${first}/host`)).status).toBe(200)
  })

  it("are the owner's, and nobody else's", async () => {
    const id = await newPage(owner)
    await set(owner, id, "status.rights.com")
    const member = await world.member(owner, [])
    const readKey = { key: await world.keyFor(owner.membershipId, { scope: "read" }) }
    for (const [method, suffix, body] of [
      ["PUT", "", { hostname: "status.rights.com" }],
      ["DELETE", "", undefined],
      ["POST", "/check", undefined]
    ] as const) {
      const path = `/status-pages/${id}/host${suffix}`
      expectError(await send(other, method, path, body), 404, "Status page not found.")
      expectError(await send(member, method, path, body), 403, OWNER_ONLY)
      expectError(await send(readKey, method, path, body), 403, "This API key is read-only.")
      expectError(await send(owner, method, path.replace(id, absent), body), 404, "Status page not found.")
    }
    expectResponse(await send(owner, "GET", `/status-pages/${id}`), 200, {
      success: true,
      data: expect.objectContaining({ host: expect.objectContaining({ hostname: "status.rights.com" }) })
    })
  })
})
