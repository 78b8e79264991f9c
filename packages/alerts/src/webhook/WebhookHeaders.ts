import { argumentError, optional, argumentsOf, aString } from "@mon/bundled/arguments"

const acceptWebhookHeaderNames = /* @__PURE__ */ argumentsOf("webhookHeaderNames", () => ({
  service: optional(aString)
}))

/** The header names that contain the name of the service. */
export interface WebhookHeaderNames {
  readonly signature: string
  readonly event: string
  readonly delivery: string
}

/** Matches the service names that are allowed: a subset of RFC 9110 section 5.6.2 that is safe everywhere. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9-]{0,49}$/u

/**
 * Returns the header names of a service, which contain its name without spaces. Throws a TypeError if the name cannot
 * be part of a header name.
 *
 * @example
 * webhookHeaderNames("Acme Watch").signature // => "X-AcmeWatch-Signature"
 */
export const webhookHeaderNames = (service = "Mon"): WebhookHeaderNames => {
  acceptWebhookHeaderNames(service)
  const name = service.replace(/\s+/gu, "")
  if (!NAME.test(name))
    throw argumentError("webhookHeaderNames: service must contain only letters, digits, hyphens and spaces.")
  return { signature: `X-${name}-Signature`, event: `X-${name}-Event`, delivery: `X-${name}-Delivery` }
}

/** Headers, in the form of Node or of a Request. */
export type HeaderSource =
  | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  | { readonly get: (name: string) => string | null }

/** Returns the first value of a header, ignoring the case of the header's name. Null if the header was not sent. */
export const readHeader = (headers: HeaderSource, name: string): string | null => {
  if (typeof headers.get === "function") {
    const found: unknown = headers.get(name)
    return typeof found === "string" ? found : null
  }
  const wanted = name.toLowerCase()
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === wanted) ?? []
  return (typeof value === "string" ? value : value?.[0]) ?? null
}
