import { expectData, expectError, expectPage, type Row, row } from "../Row.ts"
import { flag, id, integer, list, number, oneOf, orNull, something, text, time } from "../Shape.ts"

const component = { status: oneOf("ok", "warn", "fail", "unknown"), score: orNull(number), weight: number } as const
const member = {
  membershipId: id,
  email: text,
  status: oneOf("pending", "accepted", "expired"),
  domainAccess: list,
  invitedAt: time,
  expiresAt: orNull(time),
  acceptedAt: orNull(time)
} as const

/** Interface 4.5, 4.7, 4.11 and 4.12. Nothing here sends a mail or spends a credit. */
export const otherRows: ReadonlyArray<Row> = [
  row("4.5", "POST /email-health", "MX, SPF, DKIM, DMARC and blacklist of any domain", async ({ ask }) => {
    const answer = await ask("POST", "/email-health", { body: { domain: "https://www.example.com/page" } })
    expectData(answer, 200, {
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
    expectError(await ask("POST", "/email-health", { body: {} }), 400, text)
  }),
  row("4.7", "GET /team", "all members with invite status", async ({ ask }) => {
    expectData(await ask("GET", "/team"), 200, [member])
  }),
  row("4.7", "POST /team/invite", "needs an address, and a plan with a team", async ({ account, ask, unique }) => {
    expectError(await ask("POST", "/team/invite", { body: {} }), 400, text)
    if (account.plan !== "free") return
    const body = { email: `nobody-${unique}@example.com`, domainAccess: [] }
    expectError(await ask("POST", "/team/invite", { body }), 403, "Team members need a Pro or Agency plan.")
  }),
  row("4.7", "DELETE /team/:membershipId", "an unknown membership is a 404", async ({ ask }) => {
    expectError(await ask("DELETE", "/team/nothing"), 404, "Team member not found.")
  }),
  row("4.7", "POST /team/:membershipId/resend", "an unknown membership is a 404", async ({ account, ask }) => {
    const answer = await ask("POST", "/team/nothing/resend")
    if (answer.status === 403 && account.plan === "free") return expectError(answer, 403, text)
    expectError(answer, 404, "Team member not found.")
  }),
  row("4.11", "GET /simulation-credits", "credit balance and recent transactions", async ({ ask }) => {
    expectData(await ask("GET", "/simulation-credits"), 200, {
      balance: integer,
      annualAllowance: integer,
      renewsAt: orNull(time),
      transactions: [{ id, amount: integer, type: text, description: orNull(text), jobId: orNull(id), createdAt: time }]
    })
  }),
  row("4.11", "GET /campaign-simulations", "jobs, 20 on a page", async ({ ask }) => {
    expectPage(
      await ask("GET", "/campaign-simulations"),
      { jobId: id, name: text, status: text, shareUrl: orNull(text) },
      20
    )
    expectError(await ask("GET", "/campaign-simulations?limit=51"), 400, text)
  }),
  row("4.11", "POST /campaign-simulate/:jobId/share-info", "an unknown job is a 404", async ({ ask }) => {
    expectError(await ask("POST", "/campaign-simulate/nothing/share-info"), 404, "Job not found.")
  }),
  row("4.11", "POST /campaign-simulate/:jobId/revoke-share", "an unknown job is a 404", async ({ ask }) => {
    expectError(await ask("POST", "/campaign-simulate/nothing/revoke-share"), 404, "Job not found.")
  }),
  row("4.12", "POST /check-disposable-email", "whether it belongs to a disposable-mail provider", async ({ ask }) => {
    expectData(await ask("POST", "/check-disposable-email", { body: { email: "somebody@mailinator.com" } }), 200, {
      isDisposable: true,
      domain: "mailinator.com"
    })
    expectData(await ask("POST", "/check-disposable-email", { body: { email: "proton.me" } }), 200, {
      isDisposable: false
    })
  }),
  row("5", "GET /account", "a missing or invalid key yields 401", async ({ ask }) => {
    for (const key of [null, "nonsense", "mon_0123456789ABCDEFGHIJKLMNOPQRSTUV2BnzHq"]) {
      expectError(await ask("GET", "/account", { key }), 401, "Missing or invalid API key.")
    }
    expectData(await ask("GET", "/account"), 200, something)
  })
]
