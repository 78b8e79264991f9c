/** A page that is watched for changes. It shows its versions one after the other. */
export interface DemoPage {
  readonly name: string
  readonly hostname: string
  readonly path: string
  readonly versions: ReadonlyArray<string>
}

const document = (title: string, accent: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>
body{margin:0;font:18px/1.5 sans-serif;color:#1b2430;background:#fff}
header{background:${accent};color:#fff;padding:40px 60px}h1{margin:0;font-size:40px}
main{padding:40px 60px;max-width:900px}table{border-collapse:collapse}td,th{padding:8px 24px 8px 0;text-align:left}
.card{border:1px solid #cfd6df;border-radius:8px;padding:16px 24px;margin:16px 0}
</style></head><body><header><h1>${title}</h1></header><main>${body}</main></body></html>`

export const homePage = (name: string): string =>
  document(
    name,
    "#1f4e79",
    `<p>Welcome to ${name}.</p><div class="card">Open Monday to Friday, 8 to 16.</div><p>Call or write to us.</p>`
  )

const prices = (starter: number, team: number, extra = ""): string =>
  document(
    "Prices",
    "#0f5c4c",
    `<p>All prices per month.</p><table><tr><th>Plan</th><th>Price</th></tr>
    <tr><td>Starter</td><td>${starter} EUR</td></tr><tr><td>Team</td><td>${team} EUR</td></tr></table>${extra}<p>Free for 14 days.</p>`
  )

const menu = (soup: string, main: string, closed = ""): string =>
  document(
    "Lunch this week",
    "#8a3b12",
    `${closed}<div class="card"><b>Soup</b><br>${soup}</div><div class="card"><b>Main</b><br>${main}</div><p>11:30 to 14:00.</p>`
  )

const terms = (days: number, court: string): string =>
  document(
    "Terms of service",
    "#37306b",
    `<h2>1. Payment</h2><p>Invoices are due within ${days} days.</p><h2>2. Liability</h2>
    <p>We are liable for intent and gross negligence.</p><h2>3. Venue</h2><p>The venue is ${court}.</p>`
  )

const jobs = (list: ReadonlyArray<string>): string =>
  document(
    "Work with us",
    "#205072",
    list.length === 0
      ? "<p>No open position.</p>"
      : list.map((job) => `<div class="card"><b>${job}</b><br>Full time, on site</div>`).join("")
  )

export const demoPages: ReadonlyArray<DemoPage> = [
  {
    name: "Competitor prices",
    hostname: "competitor-example.com",
    path: "/prices",
    versions: [prices(29, 79), prices(35, 79), prices(35, 89, "<p>Now with phone support.</p>")]
  },
  {
    name: "Tindra lunch menu",
    hostname: "lunch.tindra-coffee-example.com",
    path: "/",
    versions: [
      menu("Tomato and basil", "Meatballs with potatoes"),
      menu("Leek and potato", "Salmon with dill"),
      menu("Leek and potato", "Salmon with dill", '<div class="card">Closed on Friday.</div>')
    ]
  },
  {
    name: "Payment provider terms",
    hostname: "payments-example.com",
    path: "/terms",
    versions: [terms(30, "Oslo"), terms(14, "Dublin")]
  },
  {
    name: "Hegg careers",
    hostname: "careers.hegg-insurance-example.com",
    path: "/",
    versions: [
      jobs(["Claims adviser", "Actuary"]),
      jobs(["Claims adviser", "Actuary", "Data engineer"]),
      jobs(["Actuary"])
    ]
  },
  {
    name: "Agency imprint",
    hostname: "imprint.lighthouse-agency-example.com",
    path: "/",
    versions: [document("Imprint", "#444", "<p>Lighthouse Agency, Harbour Street 1.</p>")]
  }
]
