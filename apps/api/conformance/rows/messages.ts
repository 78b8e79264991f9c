import { expectData, expectError, idOf, needed, type Row, row } from "../Row.ts"
import { something } from "../Shape.ts"

const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
const refused = (endpoint: string, body: unknown, status: number, message: string): Row => {
  const [method = "", path = ""] = endpoint.split(" ")
  return row("7", endpoint, message, async ({ send }) =>
    expectError(
      await send(
        method,
        path.replace(/:\w+/u, absent).replace(":type", "campaign"),
        body === undefined ? {} : { body }
      ),
      status,
      message
    )
  )
}

/** Interface section 7: the messages of each endpoint. Uses the domain and the URL that earlier rows created. */
export const messageRows: ReadonlyArray<Row> = [
  refused("GET /domains/:id", undefined, 404, "Domain not found."),
  refused("DELETE /domains/:id", undefined, 404, "Domain not found."),
  refused("GET /domains/:id/incidents", undefined, 404, "Domain not found."),
  refused("GET /domains/:id/history", undefined, 404, "Domain not found."),
  refused("POST /domains", {}, 400, "URL is required."),
  refused("POST /domains", { url: "http://localhost/" }, 400, "URL must point to a public domain."),
  refused("POST /domains", { url: "https://10.0.0.1/" }, 400, "URL must point to a public domain."),
  refused(
    "POST /domains",
    { url: "timing.example.com", checkInterval: 900, timeout: 900 },
    400,
    "Timeout must be less than check interval."
  ),
  row("7", "POST /domains", "This domain is already being monitored.", async ({ send, later, unique }) => {
    const body = { url: `twice-${unique}.example.com` }
    const made = await send("POST", "/domains", { body })
    expectData(made, 201, something)
    later(() => send("DELETE", `/domains/${idOf(made)}`))
    expectError(await send("POST", "/domains", { body }), 400, "This domain is already being monitored.")
  }),
  refused("GET /urls/:id", undefined, 404, "URL not found."),
  refused("DELETE /urls/:id", undefined, 404, "URL not found."),
  refused("GET /urls/:id/changes", undefined, 404, "URL not found."),
  refused("GET /urls/:id/screenshots", undefined, 404, "URL not found."),
  refused("POST /urls/:id/check-now", undefined, 404, "URL not found."),
  refused("POST /urls", {}, 400, "URL is required."),
  refused("POST /urls", { url: "ftp://example.com/" }, 400, "URL must point to a public domain."),
  row("7", "POST /urls", "This URL is already being monitored.", async (fixture) => {
    needed(fixture, "URL")
    expectError(
      await fixture.send("POST", "/urls", { body: { url: `page-${fixture.unique}.example.com/a` } }),
      400,
      "This URL is already being monitored."
    )
  }),
  refused(
    "DELETE /urls/bulk",
    { urlIds: [absent], confirmation: "delete" },
    400,
    "confirmation must be exactly DELETE"
  ),
  refused(
    "POST /campaign-simulate",
    { prospectEntries: ["example.com"] },
    400,
    "sendingDomains is required (array of domain strings)"
  ),
  refused(
    "POST /campaign-simulate",
    { sendingDomains: ["example.com"] },
    400,
    "prospectEntries is required (array of email/domain strings)"
  ),
  refused("GET /campaign-simulate/:jobId", undefined, 404, "Job not found"),
  row("7", "GET /campaign-simulate/:jobId/download/:type", "Invalid CSV type.", async ({ send }) => {
    const path = `/campaign-simulate/${absent}/download`
    expectError(
      await send("GET", `${path}/nonsense`),
      400,
      "Invalid CSV type. Must be: campaign, sender, or suggestion."
    )
    expectError(await send("GET", `${path}/campaign`), 404, "Job not found.")
  }),
  refused("POST /check-disposable-email", {}, 400, "email or domain is required")
]
