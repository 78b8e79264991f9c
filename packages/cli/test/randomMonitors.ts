import type { ConfigDocument } from "@mon/api-contract/config-file"
import * as fc from "fast-check"

type Domain = NonNullable<ConfigDocument["domains"]>[string]
type Page = NonNullable<ConfigDocument["urls"]>[string]

/** The paths of the test site. The path determines the response. */
const paths = fc.oneof(
  fc
    .constantFrom(200, 201, 204, 301, 304, 400, 401, 403, 404, 410, 429, 500, 502, 503)
    .map((status) => `/status/${status}`),
  fc.constantFrom(
    "/page",
    "/json",
    "/secret",
    "/redirect",
    "/loop",
    "/reset",
    "/half",
    "/garbage",
    "/empty",
    "/binary",
    "/challenge",
    "/long-header",
    "/to-nowhere",
    "/many-redirects"
  ),
  fc.constantFrom("/maintenance", "/fatal", "/fatal-below", "/no-database")
)

const expectations: fc.Arbitrary<NonNullable<Domain["expect"]>[number]> = fc.oneof(
  fc.constantFrom("200-299", "200", "404,500-599", "100-599").map((status) => ({ status })),
  fc.record({
    text: fc.constantFrom("Prices", "prices", "Sold out", "42"),
    absent: fc.boolean(),
    ignoreCase: fc.boolean()
  }),
  fc.record({ matches: fc.constantFrom("[0-9]+ EUR", "^Sold", "(a|b)+c"), absent: fc.boolean() }),
  fc.constantFrom(
    { header: "x-version", equals: "7" },
    { header: "x-version", equals: "8" },
    { header: "content-type", contains: "html" },
    { header: "x-missing", absent: true },
    { json: "$.ok", equals: true },
    { json: "$.queue", atMost: 3 },
    { json: "$.items[?@.price > 10].name", equals: "b" },
    { json: "$.missing", absent: true },
    { ipVersion: 4 as const },
    { responseTimeMs: 30_000 },
    { minimumBytes: 10 },
    { maximumBytes: 40 }
  )
)

const requests = fc.option(
  fc.oneof(
    fc.record({ headers: fc.constantFrom({ "x-probe": "right" }, { "x-probe": "wrong" }, { accept: "text/html" }) }),
    fc.constantFrom(
      { method: "HEAD" as const },
      { method: "OPTIONS" as const },
      { method: "POST" as const, body: '{"a":1}' },
      { auth: { username: "ada", password: "right" } },
      { auth: { token: "wrong" } }
    )
  ),
  { nil: null, freq: 2 }
)

const common = {
  expect: fc.array(expectations, { maxLength: 3 }),
  request: requests,
  contentFaults: fc.constantFrom("down" as const, "remark" as const, "off" as const)
}

const selectors = fc.constantFrom([], ["main"], ["#price"], [".missing"])

/** Makes monitors of a site at `base`. One in ten monitors checks a port where nothing listens. */
export const randomMonitors = (base: string, closed: string) => {
  const url = fc
    .tuple(fc.integer({ min: 0, max: 9 }), paths)
    .map(([chance, path]) => `${chance === 0 ? closed : base}${path}`)
  const domain: fc.Arbitrary<Domain> = fc.record({ url, ...common })
  const page: fc.Arbitrary<Page> = fc.record({
    url,
    ...common,
    include: selectors,
    exclude: selectors,
    render: fc.boolean().map((wanted) => wanted && false),
    ignoreLines: fc.constantFrom([], [{ text: "Prices" }], [{ matches: "[0-9]+" }])
  })
  return { domain, page }
}
