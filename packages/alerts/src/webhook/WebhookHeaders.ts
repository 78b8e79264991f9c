import { argumentError, optional, argumentsOf, aString } from "@mon/bundled/arguments"

const acceptWebhookHeaderNames = /* @__PURE__ */ argumentsOf("webhookHeaderNames", () => ({
  service: optional(aString)
}))

/** The names of the headers that carry the name of the service. */
export interface WebhookHeaderNames {
  readonly signature: string
  readonly event: string
  readonly delivery: string
}

/** RFC 9110 section 5.6.2, of which only what needs no second thought. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9-]{0,49}$/u

/**
 * The header names of a service, its own name without spaces in the middle; a name that fits into no header throws a
 * TypeError.
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

/** Headers as Node gives them, or as a Request has them. */
export type HeaderSource =
  | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  | { readonly get: (name: string) => string | null }

/** The value of a header whatever the case of its name; the first one when it was sent twice, null when it was not. */
export const readHeader = (headers: HeaderSource, name: string): string | null => {
  if (typeof headers.get === "function") {
    const found: unknown = headers.get(name)
    return typeof found === "string" ? found : null
  }
  const wanted = name.toLowerCase()
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === wanted) ?? []
  return (typeof value === "string" ? value : value?.[0]) ?? null
}
