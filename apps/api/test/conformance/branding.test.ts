import { Secrets } from "@mon/core-store"
import { makeUnsubscribeToken } from "@mon/notifications"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { alertLink } from "../acknowledgeLink.ts"
import { expectError } from "../Expected.ts"
import { sharedSimulation } from "../pages/SharedSimulation.ts"
import { linkTo, visitor } from "../pages/Visitor.ts"
import { png } from "../pngImage.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const PATH = "/settings/branding"
const LOGO = "logo must be null or a PNG, JPEG or WebP image of at most 256 KiB as a data: URL."
const NAME = "name must be null or a string of 1 to 60 characters."
const dataUrl = (bytes: Uint8Array, type = "png") =>
  `data:image/${type};base64,${Buffer.from(bytes).toString("base64")}`

describe("the name and the logo of a workspace", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const as =
    ({ key }: { readonly key: string }) =>
    (method: string, path = PATH, body?: unknown) =>
      api.send(method, `/api/v1${path}`, { key, ...(body === undefined ? {} : { body }) })
  /** Returns the pages that an account's links open, by kind. */
  const linkedPages = async (owner: TestAccount): Promise<ReadonlyArray<readonly [kind: string, text: string]>> => {
    const claims = { kind: "alerts", accountId: owner.id, address: "reader@else.example" } as const
    const token = await world.run(Effect.map(Secrets, (secrets) => makeUnsubscribeToken(secrets, claims)))
    const domain = await addDomain(api, owner)
    const [guest, customer] = ["guest", "customer"].map((name) => `${name}@${owner.membershipId}.example`)
    await as(owner)("POST", "/team/invite", { email: guest, domainAccess: [] })
    await as(owner)("POST", "/scheduled-reports", { name: "Report", every: "week", recipients: [customer] })
    const paths = {
      unsubscribe: `/stop/${token}`,
      invitation: linkTo(world, guest ?? ""),
      recipient: linkTo(world, customer ?? ""),
      acknowledgement: await alertLink(world, domain.id, {
        channel: "email",
        target: owner.email,
        person: owner.email
      }),
      simulation: (await sharedSimulation(world, api, owner)).path
    }
    return Promise.all(
      Object.entries(paths).map(async ([kind, path]) => {
        const { status, text } = await visitor(api).get(path)
        expect([kind, status]).toEqual([kind, 200])
        return [kind, text] as const
      })
    )
  }

  it("are set, changed one by one and removed, and everybody in the account sees them", async () => {
    const owner = await world.account("agency")
    const viewer = await world.member(owner, [], "viewer")
    const other = await world.account("agency")
    expect((await as(owner)("GET")).data).toEqual({ name: null, logo: null })
    const first = await as(owner)("PATCH", PATH, { name: "  Blau & Söhne  ", logo: dataUrl(png(960, 240)) })
    expect([first.status, first.data["name"]]).toEqual([200, "Blau & Söhne"])
    const logo = String(first.data["logo"])
    const bytes = Buffer.from(logo.slice("data:image/png;base64,".length), "base64")
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([480, 120])
    expect(bytes.includes("laptop of Ada")).toBe(false)
    expect((await as(owner)("PATCH", PATH, { name: "Blau" })).data).toEqual({ name: "Blau", logo })
    expect((await as(viewer)("GET")).data).toEqual({ name: "Blau", logo })
    expect((await as(other)("GET")).data).toEqual({ name: null, logo: null })
    expect((await as(owner)("PATCH", PATH, { logo: null })).data).toEqual({ name: "Blau", logo: null })
    expect((await as(owner)("PATCH", PATH, { name: null })).data).toEqual({ name: null, logo: null })
  })

  it("belong to the owner and admins, and a read key changes nothing", async () => {
    const owner = await world.account("agency")
    const [admin, editor, viewer] = await Promise.all(
      (["admin", "editor", "viewer"] as const).map((role) => world.member(owner, [], role))
    )
    if (admin === undefined || editor === undefined || viewer === undefined) throw new Error("no members")
    expect((await as(admin)("PATCH", PATH, { name: "By the admin" })).status).toBe(200)
    for (const member of [editor, viewer])
      expectError(await as(member)("PATCH", PATH, { name: "Mine" }), 403, "Only the account owner can do this.")
    expect((await as(owner)("GET")).data["name"]).toBe("By the admin")
  })

  it.each([
    ["an SVG", { logo: dataUrl(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "svg+xml") }, LOGO],
    ["an SVG that is called PNG", { logo: dataUrl(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")) }, LOGO],
    ["an address", { logo: "https://169.254.169.254/logo.png" }, LOGO],
    ["too many bytes", { logo: dataUrl(Buffer.alloc(262_145)) }, LOGO],
    ["too many pixels", { logo: dataUrl(png(4_001, 1)) }, "logo must be at most 4000 pixels wide and high."],
    ["a long name", { name: "x".repeat(61) }, NAME],
    ["an empty name", { name: "  " }, NAME],
    ["a line break", { name: "Blau\r\nBcc: all@example.com" }, NAME],
    ["a change of the writing direction", { name: "\u202egnitnuocca" }, NAME]
  ])("refuse %s", async (_what, body, message) => {
    expectError(await as(await world.account())("PATCH", PATH, body), 400, message)
  })

  it("leave an entry in the audit log that does not repeat the image", async () => {
    const owner = await world.account("agency")
    await as(owner)("PATCH", PATH, { name: "Blau", logo: dataUrl(png(40, 10)) })
    const entries = (await as(owner)("GET", "/audit")).data as unknown as ReadonlyArray<{
      readonly action: string
      readonly changes: ReadonlyArray<{ readonly field: string; readonly after: string | null }>
    }>
    const entry = entries.find(({ action }) => action === "settings.updateBranding")
    expect(entry?.changes.map(({ field }) => field).toSorted()).toEqual(["logo", "name"])
    expect(JSON.stringify(entry).length).toBeLessThan(2_500)
  })

  it("stand on the pages of links in emails of this account only", async () => {
    const owner = await world.account("agency")
    const other = await world.account("agency")
    await as(owner)("PATCH", PATH, { name: "Blau <b>&</b> Söhne", logo: dataUrl(png(480, 120)) })
    for (const [kind, text] of await linkedPages(owner)) {
      expect(text, kind).toContain("<bdi>Blau &lt;b&gt;&amp;&lt;/b&gt; Söhne</bdi>")
      expect(text, kind).toMatch(/<img src="data:image\/png;base64,[A-Za-z0-9+/=]+" alt="" width="240" height="60"/u)
    }
    for (const [kind, text] of await linkedPages(other)) expect(text, kind).not.toContain("Söhne")
  })
})
