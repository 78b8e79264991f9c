import type { DomainTrial } from "@mon/model"

type Refusal = { readonly problem: string; readonly status?: number }

export const trialOf = (url: string, body: Readonly<Record<string, unknown>>): DomainTrial | Refusal => {
  if (url.includes("refused")) return { problem: "URL must point to a public domain." }
  const expected = Array.isArray(body["expect"]) ? body["expect"].length : 0
  const isMet = expected === 0
  return {
    status: isMet ? "up" : "down",
    slow: null,
    statusCode: 200,
    responseTimeMs: 184,
    timings: { dnsMs: 4, connectMs: 20, tlsMs: 40, waitMs: 100, downloadMs: 20 },
    finalUrl: `https://${url.replace(/^https?:\/\//u, "")}/`,
    error: isMet ? null : { code: "expectation_failed", message: "Expected the text “In stock”, not found." },
    expectations: isMet ? [] : [{ expected: "the text “In stock”", holds: false, found: "not found" }],
    certificateProblems: [],
    contentFault: null,
    contentType: "text/html",
    excerpt: "<h1>Shop</h1>"
  }
}
