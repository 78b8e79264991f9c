import { type Arrivals, makeArrivals } from "./Arrivals.ts"
import { startSite } from "./Site.ts"

/** A template message as the Cloud API accepts it. */
export interface WhatsAppArrival {
  /** The number without the plus sign. */
  readonly to: string
  readonly template: string
  readonly language: string
  readonly parameters: ReadonlyArray<string>
  readonly token: string
}

/** The response to a message. Without `code`, the message is accepted. */
export interface WhatsAppBehaviour {
  /** The code of an error of the Cloud API, such as 131056. */
  readonly code?: number
  /** Default: 400. */
  readonly status?: number
  readonly retryAfterSeconds?: number
}

export interface WhatsAppServer {
  /** The origin, for `MON_WHATSAPP_BASE_URL`. */
  readonly origin: string
  readonly behave: (behaviour: WhatsAppBehaviour) => void
  /** All messages that were requested, including rejected ones. */
  readonly messages: ReadonlyArray<WhatsAppArrival>
  readonly nextMessage: Arrivals<WhatsAppArrival>["next"]
  readonly close: () => Promise<void>
}

interface TemplateBody {
  readonly to: string
  readonly template: {
    readonly name: string
    readonly language: { readonly code: string }
    readonly components: ReadonlyArray<{
      readonly type: string
      readonly parameters: ReadonlyArray<{ readonly text: string }>
    }>
  }
}

const read = (body: Buffer, authorization: unknown): WhatsAppArrival => {
  const { template, to } = JSON.parse(body.toString("utf8")) as TemplateBody
  return {
    to,
    template: template.name,
    language: template.language.code,
    parameters: template.components.find(({ type }) => type === "body")?.parameters.map(({ text }) => text) ?? [],
    token: String(authorization).replace(/^Bearer /u, "")
  }
}

/**
 * Starts a double of the WhatsApp Cloud API on loopback.
 *
 * @example
 * ```ts
 * const whatsApp = await startWhatsAppServer()
 * whatsApp.behave({ code: 131056 })
 * ```
 */
export const startWhatsAppServer = async (): Promise<WhatsAppServer> => {
  const arrivals = makeArrivals<WhatsAppArrival>()
  let behaviour: WhatsAppBehaviour = {}
  const site = await startSite({
    behaviour: ({ body, headers }) => {
      arrivals.push(read(body, headers["authorization"]))
      const { code, retryAfterSeconds, status = 400 } = behaviour
      const answer =
        code === undefined
          ? { messaging_product: "whatsapp", messages: [{ id: `wamid.${arrivals.all.length}` }] }
          : { error: { code, message: `(#${code}) refused`, error_data: { details: "refused" } } }
      return {
        status: code === undefined ? 200 : status,
        headers: {
          "Content-Type": "application/json",
          ...(retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) })
        },
        body: JSON.stringify(answer)
      }
    }
  })
  return {
    origin: site.origin,
    behave: (next) => {
      behaviour = next
    },
    messages: arrivals.all,
    nextMessage: arrivals.next,
    close: async () => {
      arrivals.close(new Error("the fake WhatsApp server was closed"))
      await site.close()
    }
  }
}
