import { type Arrivals, makeArrivals } from "../Arrivals.ts"
import type { Behaviour, Reply, SiteRequest } from "../Behaviour.ts"
import { startSite } from "../Site.ts"

/** A request in the form that a vendor parses. */
export interface VendorRequest {
  readonly method: string
  readonly url: URL
  readonly headers: SiteRequest["headers"]
  readonly text: string
  /** The body as JSON, or null if it is not a JSON object. */
  readonly json: Readonly<Record<string, unknown>> | null
  readonly form: URLSearchParams
  readonly bytes: number
}

/**
 * The server's behaviour. By default it responds like the vendor. It can also return a status, send nothing, or cut the
 * response. `mostBytes`: the largest accepted request body, in bytes.
 */
export type VendorBehaviour =
  | { readonly status?: number; readonly retryAfterSeconds?: number | null }
  | { readonly mostBytes: number }
  | { readonly hang: true }
  | { readonly cut: true }

/** A request, and the problems that the vendor would report. */
export interface VendorArrival extends VendorRequest {
  readonly problems: ReadonlyArray<string>
}

/** The checks and responses of a vendor. */
export interface Vendor {
  /** Returns sentences about the reasons why the vendor would refuse a request. */
  readonly check: (request: VendorRequest) => ReadonlyArray<string>
  /** Returns a text that is equal for two requests with the same message. Null: the vendor cannot recognize it. */
  readonly identity?: (request: VendorRequest) => string | null
  /**
   * Returns the response to message number `count`, counted from 1. A repeated message has the number of the first one.
   */
  readonly accept: (request: VendorRequest, count: number) => Reply
  readonly refuse: (status: number, retryAfterSeconds: number | null, problems: ReadonlyArray<string>) => Reply
}

export interface VendorServer {
  readonly origin: string
  readonly behave: (behaviour: VendorBehaviour) => void
  /** All requests, including refused ones. */
  readonly arrivals: ReadonlyArray<VendorArrival>
  readonly nextArrival: Arrivals<VendorArrival>["next"]
  /** The messages that people see: accepted ones, without recognized repetitions. */
  readonly messages: ReadonlyArray<VendorArrival>
  readonly close: () => Promise<void>
}

const parseObject = (text: string): VendorRequest["json"] => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

const read = ({ body, headers, method, path }: SiteRequest): VendorRequest => {
  const text = body.toString("utf8")
  return {
    method,
    url: new URL(path, "http://vendor.test"),
    headers,
    text,
    json: parseObject(text),
    form: new URLSearchParams(text),
    bytes: body.byteLength
  }
}

export const jsonReply = (status: number, content: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(content)
})

export const textReply = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: { "content-type": "text/plain; charset=utf-8", ...headers },
  body
})

/** Returns the header field with a wait, or no header for null. */
export const retryAfter = (seconds: number | null): Readonly<Record<string, string>> =>
  seconds === null ? {} : { "retry-after": String(seconds) }

export const at = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>(
    (part, key) =>
      typeof part === "object" && part !== null && Object.hasOwn(part, key) ? Reflect.get(part, key) : null,
    value
  )

/** Returns the problem unless `isFine` is true. */
export const unless = (isFine: boolean, problem: string): ReadonlyArray<string> => (isFine ? [] : [problem])

/** Returns a problem unless a value is a text of an allowed length. */
export const textWithin = (value: unknown, most: number, name: string, least = 1): ReadonlyArray<string> =>
  unless(
    typeof value === "string" && value.length >= least && value.length <= most && value.isWellFormed(),
    `${name} must have ${least} to ${most} characters`
  )

/** Returns a problem unless the content type is JSON. */
export const isJson = ({ headers, json }: VendorRequest): ReadonlyArray<string> =>
  unless(json !== null && /^application\/json\b/u.test(String(headers["content-type"])), "the body must be JSON")

/** Returns a problem unless the content type is a form. */
export const isForm = ({ headers }: VendorRequest): ReadonlyArray<string> =>
  unless(headers["content-type"] === "application/x-www-form-urlencoded", "the body must be a form")

/** Returns the items of a list, or an empty list for any other value. */
export const entries = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

export const startVendor = async ({ accept, check, identity = () => null, refuse }: Vendor): Promise<VendorServer> => {
  const arrivals = makeArrivals<VendorArrival>()
  const messages: Array<VendorArrival> = []
  const known = new Map<string, number>()
  let behaviour: VendorBehaviour = {}
  const count = (arrival: VendorArrival): number => {
    const id = identity(arrival)
    const earlier = id === null ? undefined : known.get(id)
    if (earlier !== undefined) return earlier
    messages.push(arrival)
    if (id !== null) known.set(id, messages.length)
    return messages.length
  }
  const answer = (request: SiteRequest): Behaviour => {
    const arrived = read(request)
    const problems = check(arrived)
    const arrival = { ...arrived, problems }
    arrivals.push(arrival)
    if ("hang" in behaviour) return { hang: "before-headers" }
    if ("cut" in behaviour) return { end: "before-headers" }
    const isTooLarge = "mostBytes" in behaviour && arrived.bytes > behaviour.mostBytes
    const wanted = "mostBytes" in behaviour ? undefined : behaviour.status
    const status = isTooLarge ? 413 : (wanted ?? (problems.length > 0 ? 400 : null))
    const wait = "mostBytes" in behaviour ? null : (behaviour.retryAfterSeconds ?? null)
    return status === null ? accept(arrived, count(arrival)) : refuse(status, wait, problems)
  }
  const site = await startSite({ behaviour: answer })
  return {
    origin: site.origin,
    behave: (next) => {
      behaviour = next
    },
    arrivals: arrivals.all,
    nextArrival: arrivals.next,
    messages,
    close: async () => {
      arrivals.close(new Error("the server of the vendor was closed"))
      await site.close()
    }
  }
}
