import type { PagePreview } from "@mon/model"

type Refusal = { readonly problem: string; readonly status?: number }

const all = ["Prices", "Starter: 39 EUR", "1,024 visitors", "Read at <time-of-day>", "Buy our other products"]

const shown = (more: Partial<PagePreview>): PagePreview => ({
  status: more.error == null ? "active" : "error",
  slow: null,
  statusCode: 200,
  responseTimeMs: 184,
  timings: { dnsMs: 4, connectMs: 20, tlsMs: 40, waitMs: 100, downloadMs: 20 },
  finalUrl: "https://shop.example.com/prices",
  expectations: [],
  certificateProblems: [],
  contentFault: null,
  contentType: "text/html; charset=utf-8",
  title: "Prices",
  lineCount: 0,
  lines: [],
  leftOut: [],
  cause: null,
  error: null,
  ...more
})

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

export const previewOf = (body: Readonly<Record<string, unknown>>): PagePreview | Refusal => {
  const url = String(body["url"])
  if (url.includes("refused")) return { problem: "URL must point to a public domain." }
  if (url.includes("limited")) return { problem: "Rate limit exceeded. Try again in 48 seconds.", status: 429 }
  if (url.includes("busy")) return { problem: "Mon is too busy to read the page.", status: 503 }
  const include = listOf(body["include"])
  if (include.includes("p[[")) return { problem: 'include[0]: "p[[" is not a CSS selector.' }
  if (include.includes("#none")) {
    const message = "Nothing on the page matches #none."
    return shown({ title: null, cause: "include", error: { code: "filter_not_found", message } })
  }
  if (url.includes("large")) {
    return shown({ lineCount: 12_345, lines: Array.from({ length: 500 }, (_, index) => `Line ${index + 1}`) })
  }
  const ignored = listOf(body["ignoreLines"]).length === 0 ? [] : ["1,024 visitors"]
  const excluded = listOf(body["exclude"]).length === 0 ? [] : ["Buy our other products"]
  const lines = all.filter((line) => !ignored.includes(line) && !excluded.includes(line))
  const isSecret = typeof body["request"] === "object" && body["request"] !== null
  const isMet = listOf(body["expect"]).length === 0
  return shown({
    ...(isMet
      ? {}
      : {
          error: { code: "expectation_failed", message: "Expected the text “In stock”, not found." },
          expectations: [{ expected: "the text “In stock”", holds: false, found: isSecret ? null : "not found" }]
        }),
    ...(isSecret ? { title: null } : {}),
    lineCount: lines.length,
    lines: isSecret ? [] : lines,
    leftOut: [
      ...(excluded.length === 0 ? [] : [{ option: "exclude", lineCount: excluded.length, lines: excluded } as const]),
      ...(ignored.length === 0 ? [] : [{ option: "ignoreLines", lineCount: 1, lines: ignored } as const]),
      ...(include.length === 0 ? [] : [{ option: "include", lineCount: 0, lines: [] } as const])
    ]
  })
}
