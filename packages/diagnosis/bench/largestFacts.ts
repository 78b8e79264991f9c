import type { DiagnosisFacts } from "../src/index.ts"

const MOST = 200
const many = <A>(make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: MOST }, (_, index) => make(index))
const few = <A>(make: (index: number) => A): ReadonlyArray<A> => Array.from({ length: 50 }, (_, index) => make(index))
const text = (index: number): string => `${"x".repeat(200)}${index}`
const at = "2026-11-23T12:00:00Z"

/** The most expensive facts that are accepted: full lists, long texts and the largest page. */
export const largestFacts = (): DiagnosisFacts => ({
  at,
  target: { url: "https://www.example.com/", domain: "example.com" },
  check: {
    at,
    outcome: "http_status",
    statusCode: 503,
    address: text(1),
    redirects: many((index) => ({ url: `https://www.example.com/${text(index)}`, statusCode: 301 })),
    expectations: many((index) => ({ kind: "text", expected: text(index), holds: false }))
  },
  earlier: many((index) => ({
    at: new Date(Date.parse(at) - index * 1_000).toISOString(),
    outcome: "ok",
    waitMs: index
  })),
  page: {
    headers: Object.fromEntries(many((index) => [`x-${index}`, text(index)])),
    body: "<a><script></script>".repeat(100_000)
  },
  pageBefore: { body: "<".repeat(2_000_000) },
  dns: {
    answers: many((index) => ({ server: text(index), type: "A", status: "ok", records: few(text) })),
    changes: many((index) => ({ type: "A", added: [text(index)], removed: [text(index + 1)], at })),
    servers: many((index) => ({ server: text(index), status: "lame" })),
    delegation: { parent: many(text), before: many((index) => text(index + 1)) }
  },
  certificate: { problems: ["wrong_host"], names: many((index) => `${index}.example.org`), fingerprint256: "a" },
  certificateBefore: { names: many((index) => `${index}.example.com`), fingerprint256: "b" },
  addresses: many((index) => ({ address: text(index), outcome: "connect_timeout" })),
  locations: many((index) => ({ location: text(index), outcome: index % 2 === 0 ? "ok" : "connect_timeout" })),
  deployments: many((index) => ({ at, name: text(index) })),
  windows: many((index) => ({ name: text(index), from: at, to: at })),
  edits: many(() => ({ at, fields: few(text) })),
  sharedWith: many((index) => ({ kind: "address", value: text(index), failing: 5, working: 0 }))
})
