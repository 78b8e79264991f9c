import type { Visitor } from "./Scene.ts"

/** Header fields whose value is another one each time. */
const CHANGING: ReadonlySet<string> = new Set(["date", "x-request-id", "x-ratelimit-remaining", "x-ratelimit-reset"])

const askOnce = async (port: number, { domain, key }: Visitor) => {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/domains/${domain}`, { headers: { "x-api-key": key } })
  const headers = [...response.headers].map(([name, value]) => `${name}: ${CHANGING.has(name) ? "..." : value}`)
  return { status: response.status, headers: headers.sort().join("\n"), body: await response.text() }
}

// Between two answers the window of 30 days moves on, and the percentage may change in its last place.
const settled = (body: string): string => body.replace(/"uptime":\{[^}]*\}/u, "\"uptime\":{}")

/** Throws unless two servers answer a request with the same status, header fields and body. */
export const assertSameAnswers = async (port: number, other: number, visitor: Visitor): Promise<void> => {
  const one = await askOnce(port, visitor)
  const two = await askOnce(other, visitor)
  if (one.status === 200 && two.status === 200 && one.headers === two.headers && settled(one.body) === settled(two.body)) return
  throw new Error(`The two servers do not answer the same:\n${JSON.stringify(one, null, 2)}\n${JSON.stringify(two, null, 2)}`)
}
