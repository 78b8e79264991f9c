import { expectData, expectError, expectPage, type Row, row } from "../Row.ts"
import { flag, id, integer, list, number, oneOf, orNull, something, text, time } from "../Shape.ts"

const component = { status: oneOf("ok", "warn", "fail", "unknown"), score: orNull(number), weight: number } as const
const member = {
  membershipId: id,
  email: text,
  status: oneOf("pending", "accepted", "expired"),
  memberRole: oneOf("viewer", "editor", "admin"),
  domainAccess: list,
  urlAccess: list,
  tagAccess: list,
  invitedAt: time,
  expiresAt: orNull(time),
  acceptedAt: orNull(time)
} as const

/** Interface 4.5, 4.7, 4.11 and 4.12. Sends no email and spends no credits. */
export const otherRows: ReadonlyArray<Row> = [
  row("4.5", "POST /email-health", "MX, SPF, DKIM, DMARC and blacklist of any domain", async ({ send }) => {
    const response = await send("POST", "/email-health", { body: { domain: "https://www.example.com/page" } })
    expectData(response, 200, {
      domain: "example.com",
      score: orNull(number),
      grade: oneOf("A", "B", "C", "D", "F", null),
      incomplete: flag,
      checkedAt: time,
      cached: flag,
      mx: component,
      spf: component,
      dkim: component,
      dmarc: component,
      blacklist: component,
      findings: list
    })
    expectError(await send("POST", "/email-health", { body: {} }), 400, text)
  }),
  row("extensions 4", "GET /email-health", "the newest result of every domain", async ({ send }) => {
    const parts = { mx: component, spf: component, dkim: component, dmarc: component, blacklist: component }
    expectData(await send("GET", "/email-health"), 200, [
      {
        domainId: id,
        name: text,
        domain: text,
        score: orNull(integer),
        grade: orNull(oneOf("A", "B", "C", "D", "F")),
        incomplete: flag,
        checkedAt: orNull(time),
        components: orNull(parts)
      }
    ])
  }),
  row("4.5", "POST /email-health/message", "the verdict on a received message", async ({ send }) => {
    const message = "From: Ada <ada@example.com>\r\nSubject: Dinner\r\n\r\nAre you hungry yet?\r\n"
    expectData(await send("POST", "/email-health/message", { body: { message } }), 200, {
      verdict: oneOf("ok", "warn", "fail", "unknown"),
      incomplete: flag,
      checkedAt: time,
      from: { address: "ada@example.com", domain: "example.com" },
      spf: { status: "not_checked" },
      dkim: { status: "none", signatures: list },
      dmarc: { status: text },
      arc: { status: "none" },
      unsubscribe: { oneClick: false },
      findings: list
    })
    expectError(await send("POST", "/email-health/message", { body: {} }), 400, "message is required.")
  }),
  row("4.7", "GET /team", "all members with invite status", async ({ send }) => {
    expectData(await send("GET", "/team"), 200, [member])
  }),
  row("4.7", "POST /team/invite", "needs an address, and a plan with a team", async ({ account, send, unique }) => {
    expectError(await send("POST", "/team/invite", { body: {} }), 400, text)
    if (account.plan !== "free") return
    const body = { email: `nobody-${unique}@example.com`, domainAccess: [] }
    expectError(await send("POST", "/team/invite", { body }), 403, "Team members need a Pro or Agency plan.")
  }),
  row("4.7", "DELETE /team/:membershipId", "an unknown membership is a 404", async ({ send }) => {
    expectError(await send("DELETE", "/team/nothing"), 404, "Team member not found.")
  }),
  row("4.7", "POST /team/:membershipId/resend", "an unknown membership is a 404", async ({ account, send }) => {
    const response = await send("POST", "/team/nothing/resend")
    if (response.status === 403 && account.plan === "free") return expectError(response, 403, text)
    expectError(response, 404, "Team member not found.")
  }),
  row("4.11", "GET /simulation-credits", "credit balance and recent transactions", async ({ send }) => {
    expectData(await send("GET", "/simulation-credits"), 200, {
      balance: integer,
      annualAllowance: integer,
      renewsAt: orNull(time),
      transactions: [{ id, amount: integer, type: text, description: orNull(text), jobId: orNull(id), createdAt: time }]
    })
  }),
  row("4.11", "GET /campaign-simulations", "jobs, 20 on a page", async ({ send }) => {
    expectPage(
      await send("GET", "/campaign-simulations"),
      { jobId: id, name: text, status: text, shareUrl: orNull(text) },
      20
    )
    expectError(await send("GET", "/campaign-simulations?limit=51"), 400, text)
  }),
  row("extensions 4", "POST /campaign-simulate/estimate", "the price, without a start", async ({ send }) => {
    const body = { sendingDomains: ["example.com"], prospectEntries: ["example.org", "ann@example.net"] }
    expectData(await send("POST", "/campaign-simulate/estimate", { body }), 200, {
      credits: 3,
      balance: integer,
      sendingDomains: ["example.com"],
      notes: list,
      prospects: { valid: 2, freeMailbox: 0, disposable: 0, invalid: 0, duplicate: 0 }
    })
    expectError(await send("POST", "/campaign-simulate/estimate", { body: {} }), 400, text)
  }),
  row("4.11", "POST /campaign-simulate/:jobId/share-info", "an unknown job is a 404", async ({ send }) => {
    expectError(await send("POST", "/campaign-simulate/nothing/share-info"), 404, "Job not found.")
  }),
  row("4.11", "POST /campaign-simulate/:jobId/revoke-share", "an unknown job is a 404", async ({ send }) => {
    expectError(await send("POST", "/campaign-simulate/nothing/revoke-share"), 404, "Job not found.")
  }),
  row("4.12", "POST /check-disposable-email", "whether it belongs to a disposable-mail provider", async ({ send }) => {
    expectData(await send("POST", "/check-disposable-email", { body: { email: "somebody@mailinator.com" } }), 200, {
      isDisposable: true,
      domain: "mailinator.com"
    })
    expectData(await send("POST", "/check-disposable-email", { body: { email: "proton.me" } }), 200, {
      isDisposable: false
    })
  }),
  row("5", "GET /account", "a missing or invalid key yields 401", async ({ send }) => {
    for (const key of [null, "nonsense", "mon_0123456789ABCDEFGHIJKLMNOPQRSTUV2BnzHq"]) {
      expectError(await send("GET", "/account", { key }), 401, "Missing or invalid API key.")
    }
    expectData(await send("GET", "/account"), 200, something)
  })
]
