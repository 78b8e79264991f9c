import type { Visitor } from "./Fixture.ts"

/** Header fields whose value is different in each response. */
const CHANGING: ReadonlySet<string> = new Set(["date", "x-request-id", "x-ratelimit-remaining", "x-ratelimit-reset"])

interface Request {
  readonly method: string
  readonly path: string
  readonly body?: object
}

const askOnce = async (port: number, { key }: Visitor, { body, method, path }: Request) => {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/domains${path}`, {
    method,
    headers: {
      "x-api-key": key,
      "accept-encoding": "identity",
      ...(body === undefined ? {} : { "content-type": "application/json" })
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  const headers = [...response.headers].map(([name, value]) => `${name}: ${CHANGING.has(name) ? "..." : value}`)
  return { status: response.status, headers: headers.sort().join("\n"), body: await response.text() }
}

// The window of 30 days moves between two responses, which may change the last digit of the percentage.
const settled = (body: string): string => body.replaceAll(/"uptime":\{[^}]*\}/gu, '"uptime":{}')

/** Two domains that were created one after the other differ in name, id and times. */
const madeAlike = (body: string): string =>
  body
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gu, "id")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, "time")
    .replaceAll(/same\d+\./gu, "same.")

let asked = 0

/** Throws unless two servers answer get, list and create with the same status, header fields and body. */
export const assertSameAnswers = async (port: number, other: number, visitor: Visitor): Promise<void> => {
  const compare = async (request: () => Request, alike: (body: string) => string) => {
    const one = await askOnce(port, visitor, request())
    const two = await askOnce(other, visitor, request())
    if (
      one.status < 300 &&
      one.status === two.status &&
      one.headers === two.headers &&
      alike(one.body) === alike(two.body)
    )
      return
    throw new Error(
      `The two servers do not answer the same:\n${JSON.stringify(one, null, 2)}\n${JSON.stringify(two, null, 2)}`
    )
  }
  await compare(() => ({ method: "GET", path: `/${visitor.domain}` }), settled)
  await compare(() => ({ method: "GET", path: "" }), settled)
  await compare(() => {
    asked += 1
    return { method: "POST", path: "", body: { url: `https://same${10_000 + asked}.example.com` } }
  }, madeAlike)
}
