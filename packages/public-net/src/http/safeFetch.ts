import {
  anAbortSignal,
  anything,
  argumentsOf,
  aString,
  either,
  kindOf,
  oneOf,
  optional,
  optionsOf,
  whole
} from "@mon/bundled/arguments"
import { type Agent, type BodyInit, fetch, Headers, type HeadersInit, Response } from "undici"
import { createDispatcher } from "./createDispatcher.ts"
import { connectionKinds } from "../argumentKinds.ts"
import type { ConnectionOptions } from "./openVetted.ts"
import { type Hop, isRedirect, redirected } from "./redirected.ts"
import { SafeFetchError, safeFetchErrorOf } from "./SafeFetchError.ts"

/**
 * Returns the body as a stream that fails if the body is larger than `maxBytes`. Counts bytes after decompression.
 * Converts errors of the body with `errorOf`.
 */
const limitBody = (
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  errorOf: (error: unknown) => unknown
): ReadableStream<Uint8Array> => {
  const reader = body.getReader()
  let bytes = 0
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read()
        if (done) return controller.close()
        bytes += value.byteLength
        if (bytes > maxBytes) throw new SafeFetchError("too_large", `The body has more than ${maxBytes} bytes.`)
        controller.enqueue(value)
      } catch (error) {
        controller.error(errorOf(error))
        await reader.cancel(error).catch(() => {})
      }
    },
    cancel: (reason) => reader.cancel(reason)
  })
}

/** Options of {@link createSafeFetch}. */
export interface SafeFetchOptions extends ConnectionOptions {
  /** The time limit for the whole request with its redirects and its body, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number
  /** The maximum number of redirects that are followed. Default: 5. */
  readonly maxRedirects?: number
  /** The maximum size of a body in bytes, after decompression. Default: 10 MiB. */
  readonly maxBytes?: number
}

/** The options of a request, with the names that `fetch` uses. */
export interface SafeFetchInit {
  /** The request method. Default: "GET". */
  readonly method?: string
  readonly headers?: HeadersInit
  readonly body?: BodyInit | null
  /** A signal that ends the request. The request then rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /**
   * The treatment of redirects. "follow": they are followed. "manual": the redirect itself is returned. "error": the
   * request rejects. Default: "follow".
   */
  readonly redirect?: "follow" | "manual" | "error"
}

/**
 * A function that requests a URL and resolves to the response, whose `url` is the URL after all redirects. It rejects
 * with a {@link SafeFetchError}, or with the signal's reason if the signal is aborted.
 */
export type SafeFetch = (url: string | URL, init?: SafeFetchInit) => Promise<Response>

const DEFAULTS = { timeoutMs: 10_000, maxRedirects: 5, maxBytes: 10 * 1024 * 1024 } as const

const acceptOptions = /* @__PURE__ */ argumentsOf("createSafeFetch", () => ({
  options: optional(
    optionsOf<SafeFetchOptions>({
      ...connectionKinds(),
      timeoutMs: optional(whole(1, 2 ** 31 - 1)),
      maxRedirects: optional(whole(0, 50)),
      maxBytes: optional(whole(0))
    })
  )
}))
const acceptFetch = /* @__PURE__ */ argumentsOf("safeFetch", () => ({
  url: either([aString, kindOf("a URL", (value) => value instanceof URL)], "a URL as text or as a URL object"),
  init: optional(
    optionsOf<SafeFetchInit>({
      method: optional(aString),
      headers: optional(anything),
      body: optional(anything),
      signal: optional(anAbortSignal),
      redirect: optional(oneOf("follow", "manual", "error"))
    })
  )
}))

const vettedUrl = (text: string | URL, base?: URL): URL => {
  const url = URL.parse(String(text), base)
  if (url === null) throw new SafeFetchError("url", "The URL cannot be read.")
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new SafeFetchError("url", `The URL must begin with http:// or https://, not ${url.protocol.slice(0, 40)}`)
  if (url.username !== "" || url.password !== "")
    throw new SafeFetchError("url", "The URL must not contain credentials. Send them in a header.")
  return url
}

const isReadOnce = (body: unknown): boolean =>
  typeof body === "object" &&
  body !== null &&
  (body instanceof ReadableStream || (Symbol.asyncIterator in body && !(body instanceof Blob)))

interface Exchange {
  readonly hop: Hop
  readonly init: SafeFetchInit
  readonly signal: AbortSignal
  readonly dispatcher: Agent
}

const send = ({ dispatcher, hop, init, signal }: Exchange): Promise<Response> =>
  fetch(hop.url, {
    method: hop.method,
    headers: hop.headers,
    redirect: "manual",
    dispatcher,
    signal,
    ...(hop.hasBody && init.body != null
      ? { body: init.body, ...(isReadOnce(init.body) ? { duplex: "half" as const } : {}) }
      : {})
  })

const follow = async (first: Exchange, maxRedirects: number): Promise<Response> => {
  const { init } = first
  let { hop } = first
  for (let redirects = 0; ; redirects += 1) {
    const response = await send({ ...first, hop })
    const location = isRedirect(response.status) ? response.headers.get("location") : null
    if (location === null || init.redirect === "manual") return response
    await response.body?.cancel()
    if (init.redirect === "error") throw new SafeFetchError("too_many_redirects", "The response is a redirect.")
    if (redirects === maxRedirects)
      throw new SafeFetchError("too_many_redirects", `The request was redirected more than ${maxRedirects} times.`)
    hop = redirected(hop, response.status, vettedUrl(location, hop.url))
    if (hop.hasBody && isReadOnce(init.body))
      throw new SafeFetchError(
        "redirect_body",
        "The redirect requires the body to be sent again, but it is a stream and can only be read once."
      )
  }
}

const limited = (response: Response, maxBytes: number, errorOf: (error: unknown) => unknown): Response => {
  if (response.body === null) return response
  const { headers, status, statusText, url } = response
  const body = limitBody(response.body as ReadableStream<Uint8Array>, maxBytes, errorOf)
  const copy = new Response(body, { headers, status, statusText })
  return Object.defineProperty(copy, "url", { value: url })
}

/**
 * Makes a `fetch` function for untrusted URLs. It connects only to addresses that the policy allows, checks every
 * redirect, sends no credentials to another origin, and limits the time and the size of the body.
 */
export const createSafeFetch = (options: SafeFetchOptions = {}): SafeFetch => {
  acceptOptions(options)
  const {
    maxBytes = DEFAULTS.maxBytes,
    maxRedirects = DEFAULTS.maxRedirects,
    timeoutMs = DEFAULTS.timeoutMs,
    ...connection
  } = options
  let dispatcher: Agent | null = null
  return async (url, init = {}) => {
    acceptFetch(url, init)
    dispatcher ??= createDispatcher(connection)
    const deadline = AbortSignal.timeout(timeoutMs)
    const errorOf = (error: unknown): unknown => {
      if (init.signal?.aborted === true) return init.signal.reason
      if (deadline.aborted) return new SafeFetchError("timeout", `The request took more than ${timeoutMs} ms.`, error)
      return safeFetchErrorOf(error)
    }
    try {
      const hop: Hop = {
        url: vettedUrl(url),
        method: (init.method ?? "GET").toUpperCase(),
        headers: new Headers(init.headers),
        hasBody: init.body != null
      }
      const signal = init.signal === undefined ? deadline : AbortSignal.any([deadline, init.signal])
      return limited(await follow({ hop, init, signal, dispatcher }, maxRedirects), maxBytes, errorOf)
    } catch (error) {
      throw errorOf(error)
    }
  }
}

/**
 * A `fetch` function for untrusted URLs, with the defaults of {@link createSafeFetch}: public addresses only, 10
 * seconds, 5 redirects, 10 MiB.
 */
export const safeFetch: SafeFetch = /* @__PURE__ */ createSafeFetch()
