import { SimulationJobs } from "@mon/core-store"
import { mailClass } from "@mon/disposable-check"
import {
  campaignCsv,
  type CampaignEvaluation,
  evaluateCampaign,
  planCampaign,
  senderCsv,
  suggestionCsv
} from "@mon/simulation"
import { CampaignFacts } from "@mon/simulation/effect"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectResponse, expectError, ID, TIME } from "../Expected.ts"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const ABSENT = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
const SHARE = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/share\/[0-9a-f-]{36}\.[\w-]{43}$/u)

const zone = {
  "sender.example.com": {
    A: ["192.0.2.1"],
    MX: [{ preference: 10, exchange: "aspmx.l.google.com" }],
    TXT: ["v=spf1 include:_spf.google.com ~all"]
  },
  "a.example.org": { MX: [{ preference: 10, exchange: "aspmx.l.google.com" }] },
  "b.example.org": { MX: [{ preference: 10, exchange: "b-example-org.mail.protection.outlook.com" }] }
}

const campaign = {
  sendingDomains: ["sender.example.com"],
  prospectEntries: [
    "ann@a.example.org",
    "bob@b.example.org",
    "ann@a.example.org",
    "eve@gmail.com",
    "gone@nothing.example.org",
    "=cmd|x"
  ]
}

const newJob = (fields: Readonly<Record<string, unknown>> = {}) => ({
  jobId: ID,
  name: expect.stringMatching(/^Campaign of \d{4}-\d\d-\d\d \d\d:\d\d UTC$/u),
  status: "queued",
  progress: { phase: "queued", done: 0, total: 4, percent: 0, etaSeconds: null },
  sendingDomains: ["sender.example.com"],
  notes: [],
  prospectCount: 6,
  creditsCharged: 4,
  createdAt: TIME,
  startedAt: null,
  completedAt: null,
  error: null,
  hasCampaignCsv: false,
  hasSenderCsv: false,
  hasSuggestionCsv: false,
  shareUrl: null,
  ...fields
})

const factsOf = <Facts>(domains: ReadonlyArray<string>, find: (domain: string) => Effect.Effect<Facts>) =>
  Effect.forEach(domains, (domain) => Effect.map(find(domain), (facts) => [domain, facts] as const))

const csvOf = ({ prospects, results }: CampaignEvaluation) => [
  { type: "campaign" as const, body: [...campaignCsv(prospects())].join("") },
  { type: "sender" as const, body: [...senderCsv(results)].join("") },
  { type: "suggestion" as const, body: [...suggestionCsv(results)].join("") }
]

describe("campaign simulations", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const send = (method: string, { key }: TestAccount, path: string, body?: unknown) =>
    api.send(method, `/api/v1${path}`, body === undefined ? { key } : { key, body })
  const start = async (owner: TestAccount, fields: Readonly<Record<string, unknown>> = {}) => {
    const response = await send("POST", owner, "/campaign-simulate", { ...campaign, ...fields })
    expect(response.status).toBe(201)
    return String(response.data["jobId"])
  }
  const credits = async (owner: TestAccount) => (await send("GET", owner, "/simulation-credits")).data

  /** Completes every queued job, as a worker does. */
  const work = () =>
    world.run(
      Effect.gen(function* () {
        const jobs = yield* SimulationJobs
        const { prospectFacts, senderFacts } = yield* CampaignFacts
        for (const claim of yield* jobs.claim(100, 20_000)) {
          const { prospectEntries, sendingDomains } = claim
          const plan = planCampaign({ prospectEntries, sendingDomains }, mailClass)
          const prospects = new Map(yield* factsOf(plan.domains, prospectFacts))
          const senders = new Map(yield* factsOf(plan.senders, senderFacts))
          const evaluation = evaluateCampaign(plan, { prospects, senders })
          yield* jobs.complete(claim, { results: evaluation.results, csv: csvOf(evaluation) })
        }
      }).pipe(Effect.provide(CampaignFacts.layerMemory(zone, { lists: [] })), Effect.orDie)
    )

  it("POST /campaign-simulate returns the job and charges its credits", async () => {
    const owner = await world.account("pro")
    const before = Number((await credits(owner))["balance"])
    expectResponse(await send("POST", owner, "/campaign-simulate", campaign), 201, {
      success: true,
      data: { ...newJob(), results: null }
    })
    const after = await credits(owner)
    expect(after).toMatchObject({ balance: before - 4, annualAllowance: 1_200, renewsAt: TIME })
    expect(after["transactions"]).toEqual([
      {
        id: expect.any(String),
        amount: -4,
        type: "usage",
        description: expect.stringMatching(/^Campaign simulation: Campaign of /u),
        jobId: ID,
        createdAt: TIME
      },
      {
        id: expect.any(String),
        amount: 1_200,
        type: "grant",
        description: expect.any(String),
        jobId: null,
        createdAt: TIME
      }
    ])
  })

  it.each([
    [{ prospectEntries: ["a.example"] }, "sendingDomains is required (array of domain strings)"],
    [{ sendingDomains: [], prospectEntries: ["a.example"] }, "sendingDomains is required (array of domain strings)"],
    [
      { sendingDomains: "a.example", prospectEntries: ["a.example"] },
      "sendingDomains is required (array of domain strings)"
    ],
    [
      { sendingDomains: ["a.example", 1], prospectEntries: ["a.example"] },
      "sendingDomains is required (array of domain strings)"
    ],
    [{ sendingDomains: ["a.example.com"] }, "prospectEntries is required (array of email/domain strings)"],
    [
      { sendingDomains: ["a.example.com"], prospectEntries: [] },
      "prospectEntries is required (array of email/domain strings)"
    ],
    [
      { sendingDomains: ["a.example.com"], prospectEntries: [{}] },
      "prospectEntries is required (array of email/domain strings)"
    ],
    [
      { sendingDomains: Array.from({ length: 101 }, () => "a.example.com"), prospectEntries: ["x"] },
      "sendingDomains must hold at most 100 domains."
    ],
    [
      { sendingDomains: ["a.example.com"], prospectEntries: Array.from({ length: 10_001 }, () => "x") },
      "prospectEntries must hold at most 10000 entries."
    ],
    [{ ...campaign, name: "x".repeat(101) }, "name must be a string of 1 to 100 characters."],
    [
      { ...campaign, sendingDomains: ["sender.example.com", "no domain"] },
      'sendingDomains contains an entry that is not a domain: "no domain"'
    ],
    [
      { ...campaign, sendingDomains: ["gmail.com"] },
      "sendingDomains must hold at least one domain that is not a public mailbox provider's."
    ]
  ])("POST /campaign-simulate returns 400 for %j", async (body, message) => {
    expectError(await send("POST", await world.account(), "/campaign-simulate", body), 400, message)
  })

  it.each([
    ["POST", "/campaign-simulate/estimate", "sendingDomains is required (array of domain strings)"],
    ["GET", "/campaign-simulations?limit=51", "limit must be a whole number between 1 and 50."]
  ])("%s %s returns 400", async (method, path, message) => {
    expectError(await send(method, await world.account(), path, method === "POST" ? {} : undefined), 400, message)
  })

  it("have a price before the start, with the entries by class", async () => {
    const owner = await world.account("pro")
    const { balance } = await credits(owner)
    expectResponse(await send("POST", owner, "/campaign-simulate/estimate", campaign), 200, {
      success: true,
      data: {
        credits: 4,
        balance,
        sendingDomains: ["sender.example.com"],
        notes: [],
        prospects: { valid: 3, freeMailbox: 1, disposable: 0, invalid: 1, duplicate: 1 }
      }
    })
    expect((await credits(owner))["balance"]).toBe(balance)
  })

  it("leave out public mailbox domains among the senders, with a note", async () => {
    const response = await send("POST", await world.account(), "/campaign-simulate", {
      ...campaign,
      sendingDomains: ["gmail.com", "Sender.example.com"],
      name: " Spring "
    })
    expect(response.data).toMatchObject({
      name: "Spring",
      sendingDomains: ["sender.example.com"],
      notes: ["gmail.com is a public mailbox domain. Campaigns cannot be sent from it."],
      creditsCharged: 4
    })
  })

  it("with many entries are priced in a thread", async () => {
    const owner = await world.account("free")
    const prospectEntries = Array.from({ length: 1_200 }, (_, n) => `person${n}@large-${n % 700}.example.org`)
    expectError(
      await send("POST", owner, "/campaign-simulate", { ...campaign, prospectEntries }),
      402,
      "Insufficient simulation credits. Need 701, have 60."
    )
  })

  it("return 402 with the numbers if there are too few credits, and charge nothing", async () => {
    const owner = await world.account("free")
    const prospectEntries = Array.from({ length: 100 }, (_, index) => `p${index}.example.org`)
    expectError(
      await send("POST", owner, "/campaign-simulate", { ...campaign, prospectEntries }),
      402,
      "Insufficient simulation credits. Need 101, have 60."
    )
    expect(await credits(owner)).toMatchObject({ balance: 60 })
  })

  it("allow ten starts a minute, then return 429 with the seconds to wait", async () => {
    const owner = await world.account("agency")
    for (let count = 0; count < 10; count++) await start(owner)
    const response = await send("POST", owner, "/campaign-simulate", campaign)
    expect([response.status, response.body]).toEqual([
      429,
      { success: false, message: expect.stringMatching(/^Too many simulations\. Try again in \d+ seconds\.$/u) }
    ])
    expect(response.headers["retry-after"]).toMatch(/^\d+$/u)
    expect(Number((await credits(owner))["balance"])).toBe(12_000 - 40)
  })

  it("accept a body of almost 4 MiB", async () => {
    const prospectEntries = Array.from({ length: 10_000 }, (_, index) => `${"x".repeat(390)}${index}@gmail.com`)
    expect(
      (await send("POST", await world.account(), "/campaign-simulate", { ...campaign, prospectEntries })).status
    ).toBe(201)
  })

  it.each([
    ["of another release", { modelVersion: "1", summary: {} }],
    ["a list", []],
    ["a text", "results"]
  ])("have null results if the stored ones are %s", async (_, results) => {
    const owner = await world.account()
    const jobId = await start(owner, { name: "Earlier" })
    await world.sql(
      "update simulation set status = 'completed', started_at = mon_now(), completed_at = mon_now(), results = $2::text::jsonb where public_id = $1::uuid",
      jobId,
      JSON.stringify(results)
    )
    const response = await send("GET", owner, `/campaign-simulate/${jobId}`)
    expect(response.status).toBe(200)
    expect(response.data).toMatchObject({ status: "completed", results: null })
  })

  it("provide results, lists and CSVs once completed", async () => {
    const owner = await world.account()
    const jobId = await start(owner, { name: "Spring" })
    expectError(
      await send("GET", owner, `/campaign-simulate/${jobId}/download/campaign`),
      404,
      "CSV not yet available. Wait for the job to complete."
    )
    await work()
    const { data } = await send("GET", owner, `/campaign-simulate/${jobId}`)
    const completed = newJob({
      jobId,
      name: "Spring",
      status: "completed",
      progress: { phase: "done", done: 4, total: 4, percent: 100, etaSeconds: null },
      startedAt: TIME,
      completedAt: TIME,
      hasCampaignCsv: true,
      hasSenderCsv: true,
      hasSuggestionCsv: true
    })
    const { results, ...job } = data
    expect(job).toEqual(completed)
    expect(results).toMatchObject({
      modelVersion: expect.any(String),
      summary: { prospects: 6, senders: 1 },
      breakdown: { byClassification: expect.any(Array) },
      prospects: { preview: expect.any(Array), total: 6 }
    })
    expectResponse(await send("GET", owner, "/campaign-simulations"), 200, {
      success: true,
      data: [completed],
      pagination: { total: 1, page: 1, limit: 20, totalPages: 1 }
    })

    const csv = await send("GET", owner, `/campaign-simulate/${jobId}/download/campaign`)
    expect(csv.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="campaign-${jobId}.csv"`
    })
    const lines = csv.text.split("\r\n")
    expect(lines[0]).toMatch(/^row,input,email,domain,classification,charged,/u)
    expect(lines).toHaveLength(8)
    expect(lines[3]).toMatch(/^3,ann@a\.example\.org,ann@a\.example\.org,a\.example\.org,duplicate,/u)
    expect(lines[6]).toMatch(/^6,'=cmd\|x,/u)
    for (const [type, header] of [
      ["sender", "rank,domain,"],
      ["suggestion", "priority,"]
    ] as const) {
      expect((await send("GET", owner, `/campaign-simulate/${jobId}/download/${type}`)).text.startsWith(header)).toBe(
        true
      )
    }
    expectError(
      await send("GET", owner, `/campaign-simulate/${jobId}/download/everything`),
      400,
      "Invalid CSV type. Must be: campaign, sender, or suggestion."
    )
  })

  it("have no share link at first, then one that each revocation replaces", async () => {
    const owner = await world.account()
    const jobId = await start(owner)
    const path = `/campaign-simulate/${jobId}`
    expectResponse(await send("POST", owner, `${path}/share-info`), 200, { success: true, data: { shareUrl: null } })
    const first = (await send("POST", owner, `${path}/revoke-share`)).data["shareUrl"]
    expect(first).toEqual(SHARE)
    expect((await send("POST", owner, `${path}/share-info`)).data["shareUrl"]).toBe(first)
    expect((await send("GET", owner, path)).data["shareUrl"]).toBe(first)
    const second = (await send("POST", owner, `${path}/revoke-share`)).data["shareUrl"]
    expect(second).toEqual(SHARE)
    expect(second).not.toBe(first)
  })

  it("return 404 with each endpoint's message if the job is unknown or another account's", async () => {
    const foreign = await start(await world.account())
    const owner = await world.account()
    for (const jobId of [ABSENT, "nothing", foreign]) {
      expectError(await send("GET", owner, `/campaign-simulate/${jobId}`), 404, "Job not found")
      expectError(await send("GET", owner, `/campaign-simulate/${jobId}/download/campaign`), 404, "Job not found.")
      expectError(await send("POST", owner, `/campaign-simulate/${jobId}/share-info`), 404, "Job not found.")
      expectError(await send("POST", owner, `/campaign-simulate/${jobId}/revoke-share`), 404, "Job not found.")
    }
  })

  it("are not available to members", async () => {
    const owner = await world.account()
    const member = await world.member(owner, [])
    const jobId = await start(owner)
    for (const [method, path] of [
      ["GET", `/campaign-simulate/${jobId}`],
      ["GET", "/campaign-simulations"],
      ["GET", "/simulation-credits"],
      ["POST", `/campaign-simulate/${jobId}/share-info`]
    ] as const) {
      expectError(await send(method, member, path), 403, "Only the account owner can do this.")
    }
    expectError(await send("POST", member, "/campaign-simulate", campaign), 403, "Only the account owner can do this.")
  })
})
