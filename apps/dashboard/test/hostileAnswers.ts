import type { Page } from "playwright-core"

/** Texts that the dashboard must show as plain text everywhere. */
export const hostileTexts: ReadonlyArray<string> = [
  "<img src=x onerror=alert(1)>",
  "</script><script>alert(1)</script>",
  "\u202Eevil\u202C{{constructor.constructor('alert(1)')()}}",
  "javascript:alert(1)",
  `"'><svg onload=alert(1)>`,
  '=HYPERLINK("http://evil.example")',
  "\u0000\u0007\uFFFD\u200B",
  "A\u0301\u0327\u0489".repeat(60),
  "x".repeat(300),
  "../../../etc/passwd",
  "🏴‍☠️".repeat(40),
  "constructor",
  "__proto__"
]

/** Addresses that strangers can choose, as the service stores them. */
const hostileUrls: ReadonlyArray<string> = [
  `https://evil.example/${"x".repeat(2_000)}`,
  "https://evil.example/%3Cscript%3Ealert(1)%3C/script%3E?q='onmouseover=alert(1)",
  `https://${"a".repeat(60)}.${"b".repeat(60)}.${"c".repeat(60)}.example/`,
  "https://xn--80ak6aa92e.example/"
]

/** Matches the fields that the service writes itself: names of a closed list, ids, times and colours. */
const OWN_FIELDS =
  /^(?:id|.*Ids?|kind|type|status|state|code|reason|severity|component|grade|access|role|plan|range|fields|day|color|cardColor|currency|channel|channels|resolution|event|events|key|keyType|phase|timezone|language|sku|processor|format|method|op|.*At|from|to|period|since|level)$/u

/** Matches the beginning of a time. The service writes every time itself. */
const TIME = /^\d{4}-\d{2}-\d{2}T/u

/** The positions of texts by strangers in the rows of the list of monitors. */
const NAME = 2
const REASON = 11
const URL_OF_ROW = 3

/** Matches an absolute address. Paths of the service itself begin with a slash. */
const ADDRESS = /^https?:/u

/** Returns a response in which every text that may come from strangers is hostile. */
export const makeHostile = (body: unknown): unknown => {
  let next = 0
  const text = (): string => {
    next += 1
    return hostileTexts[next % hostileTexts.length] ?? ""
  }
  const url = (): string => {
    next += 1
    return hostileUrls[next % hostileUrls.length] ?? ""
  }
  const visit = (value: unknown, field: string): unknown => {
    if (typeof value === "string") {
      if (OWN_FIELDS.test(field) || TIME.test(value) || value.startsWith("/")) return value
      return ADDRESS.test(value) ? url() : text()
    }
    if (Array.isArray(value)) {
      if (field === "rows")
        return value.map((row: ReadonlyArray<unknown>) =>
          row.map((cell, index) => {
            if (index === URL_OF_ROW) return url()
            return index === NAME || (index === REASON && typeof cell === "string") ? text() : cell
          })
        )
      return value.map((item) => visit(item, field))
    }
    if (value === null || typeof value !== "object") return value
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, visit(part, name)]))
  }
  return visit(body, "")
}

/** Puts hostile texts into every later response of the API to the page. */
export const serveHostileTexts = async (page: Page): Promise<void> => {
  await page.route("**/api/v1/**", async (route) => {
    // An event stream never ends, so its response cannot be fetched as a whole.
    if (route.request().url().endsWith("/events")) return route.continue()
    const answer = await route.fetch()
    const body: unknown = await answer.json().catch(() => null)
    await (body === null
      ? route.fulfill({ response: answer })
      : route.fulfill({ response: answer, json: makeHostile(body) }))
  })
}
