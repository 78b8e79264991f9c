import { type Arrivals, makeArrivals } from "../Arrivals.ts"
import type { Behaviour, Reply, SiteRequest } from "../Behaviour.ts"
import { startSite } from "../Site.ts"

/** A request as a vendor reads it. */
export interface VendorRequest {
  readonly method: string
  readonly url: URL
  readonly headers: SiteRequest["headers"]
  readonly text: string
  /** JSON, or null when it is none. */
  readonly json: Readonly<Record<string, unknown>> | null
  readonly form: URLSearchParams
  readonly bytes: number
}

/**
 * The way in which the server answers: as the vendor does, unless a status, silence or a cut is wanted. `mostBytes`:
 * the most bytes of a request body that is accepted.
 */
export type VendorBehaviour =
  | { readonly status?: number; readonly retryAfterSeconds?: number | null }
  | { readonly mostBytes: number }
  | { readonly hang: true }
  | { readonly cut: true }

/** A request with what the vendor would say against it. */
export interface VendorArrival extends VendorRequest {
  readonly problems: ReadonlyArray<string>
}

/** A vendor: what it checks and how it answers. */
export interface Vendor {
  /** Sentences about what the vendor would refuse. */
  readonly check: (request: VendorRequest) => ReadonlyArray<string>
  /** Returns a text that is the same for two requests with one message; null when the vendor cannot recognize it. */
  readonly identity?: (request: VendorRequest) => string | null
  /** The answer to message `count`, from 1. A repeated message has the count of the first. */
  readonly accept: (request: VendorRequest, count: number) => Reply
  readonly refuse: (status: number, retryAfterSeconds: number | null, problems: ReadonlyArray<string>) => Reply
}

/** A test server of a vendor on loopback. */
export interface VendorServer {
  readonly origin: string
  readonly behave: (behaviour: VendorBehaviour) => void
  /** Every request, including refused ones. */
  readonly arrivals: ReadonlyArray<VendorArrival>
  readonly nextArrival: Arrivals<VendorArrival>["next"]
  /** The messages that people see: accepted ones, without repetitions that the vendor recognizes. */
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

/** JSON with a status. */
export const jsonReply = (status: number, content: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(content)
})

/** Plain text with a status. */
export const textReply = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: { "content-type": "text/plain; charset=utf-8", ...headers },
  body
})

/** The header of a wait. */
export const retryAfter = (seconds: number | null): Readonly<Record<string, string>> =>
  seconds === null ? {} : { "retry-after": String(seconds) }

/** A value inside JSON. */
export const at = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>(
    (part, key) =>
      typeof part === "object" && part !== null && Object.hasOwn(part, key) ? Reflect.get(part, key) : null,
    value
  )

/** A sentence unless something is true. */
export const unless = (isFine: boolean, problem: string): ReadonlyArray<string> => (isFine ? [] : [problem])

/** A sentence unless a value is a text of a length. */
export const textWithin = (value: unknown, most: number, name: string, least = 1): ReadonlyArray<string> =>
  unless(
    typeof value === "string" && value.length >= least && value.length <= most && value.isWellFormed(),
    `${name} must have ${least} to ${most} characters`
  )

/** A sentence unless the content type is JSON. */
export const isJson = ({ headers, json }: VendorRequest): ReadonlyArray<string> =>
  unless(json !== null && /^application\/json\b/u.test(String(headers["content-type"])), "the body must be JSON")

/** A sentence unless the content type is that of forms. */
export const isForm = ({ headers }: VendorRequest): ReadonlyArray<string> =>
  unless(headers["content-type"] === "application/x-www-form-urlencoded", "the body must be a form")

/** Entries of a list. */
export const entries = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** Starts a test server of a vendor. */
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
