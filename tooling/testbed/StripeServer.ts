import { createHmac, timingSafeEqual } from "node:crypto"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/**
 * A checkout session as Stripe's API returns it (docs.stripe.com/api/checkout/sessions/object), with data for tests.
 */
export interface StripeSession {
  readonly id: string
  readonly object: "checkout.session"
  status: "open" | "complete" | "expired"
  payment_status: "unpaid" | "paid"
  readonly url: string
  readonly client_reference_id: string | null
  readonly metadata: Readonly<Record<string, string>>
  payment_intent: string | null
  readonly amount_total: number
  readonly currency: string
  readonly expires_at: number
}

/** A request of Stripe to a webhook: its body, and the header with the signature. */
export interface StripeCall {
  readonly body: string
  readonly signature: string
}

export interface StripeServer {
  readonly origin: string
  readonly secretKey: string
  readonly webhookSecret: string
  readonly sessions: ReadonlyArray<StripeSession>
  /** Completes an open session as if the payer had paid. `paid`: whether the payment has already succeeded. */
  readonly complete: (sessionId: string, paid?: boolean) => void
  readonly expire: (sessionId: string) => void
  /**
   * Returns a signed event as Stripe would send it now, or `secondsAgo` before. `id`: the id of an earlier event, to
   * repeat it.
   */
  readonly event: (
    type: string,
    object: object,
    options?: { readonly id?: string; readonly secondsAgo?: number; readonly secret?: string }
  ) => StripeCall
  /** Sets the status of the responses to later requests. */
  readonly fail: (status: number | null) => void
  readonly close: () => Promise<void>
}

const DAY = 86_400

interface Kept {
  readonly body: string
  readonly answer: StripeSession
}

const read = async (request: IncomingMessage): Promise<string> => {
  let text = ""
  for await (const chunk of request) text += String(chunk)
  return text
}

const answer = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { "content-type": "application/json", "request-id": "req_double" })
  response.end(JSON.stringify(body))
}

/** Sends an error in the form of docs.stripe.com/api/errors. */
const refuse = (response: ServerResponse, status: number, type: string, message: string, param?: string): void =>
  answer(response, status, { error: { type, message, ...(param === undefined ? {} : { param }) } })

const same = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/**
 * The required parameters of a session (docs.stripe.com/api/checkout/sessions/create, mode "payment" with price_data).
 */
const REQUIRED = [
  "mode",
  "success_url",
  "line_items[0][quantity]",
  "line_items[0][price_data][currency]",
  "line_items[0][price_data][unit_amount]",
  "line_items[0][price_data][product_data][name]"
]

/** Starts a test double of Stripe. Every request must contain its secret key. */
export const startStripe = async (): Promise<StripeServer> => {
  const secretKey = "sk_test_double"
  const webhookSecret = "whsec_double"
  const sessions: Array<StripeSession> = []
  const kept = new Map<string, Kept>()
  let made = 0
  let failure: number | null = null

  const create = (body: string, response: ServerResponse, key: string | undefined): void => {
    const earlier = key === undefined ? undefined : kept.get(key)
    if (earlier !== undefined) {
      if (same(earlier.body, body)) return answer(response, 200, earlier.answer)
      return refuse(
        response,
        400,
        "idempotency_error",
        "Keys for idempotent requests can only be used with the same parameters they were first used with."
      )
    }
    const form = new URLSearchParams(body)
    const missing = REQUIRED.find((name) => (form.get(name) ?? "") === "")
    if (missing !== undefined)
      return refuse(response, 400, "invalid_request_error", `Missing required param: ${missing}.`, missing)
    const amount = Number(form.get("line_items[0][price_data][unit_amount]"))
    if (!Number.isInteger(amount) || amount < 50)
      return refuse(response, 400, "invalid_request_error", "The amount is too small.", "unit_amount")
    const metadata = Object.fromEntries(
      [...form].flatMap(([name, value]) => {
        const [, field = null] = /^metadata\[(\w+)\]$/u.exec(name) ?? []
        return field === null ? [] : [[field, value]]
      })
    )
    made += 1
    const session: StripeSession = {
      id: `cs_test_${made}`,
      object: "checkout.session",
      status: "open",
      payment_status: "unpaid",
      url: `https://checkout.stripe.example/c/pay/cs_test_${made}`,
      client_reference_id: form.get("client_reference_id"),
      metadata,
      payment_intent: null,
      amount_total: amount * Number(form.get("line_items[0][quantity]")),
      currency: form.get("line_items[0][price_data][currency]") ?? "",
      expires_at: Math.floor(Date.now() / 1_000) + DAY
    }
    sessions.push(session)
    if (key !== undefined) kept.set(key, { body, answer: session })
    answer(response, 200, session)
  }

  const server: Server = createServer((request, response) => {
    void read(request).then((body) => {
      if (failure !== null) return refuse(response, failure, "api_error", "The fake Stripe server is set to fail.")
      if (request.headers.authorization !== `Bearer ${secretKey}`)
        return refuse(response, 401, "invalid_request_error", "Invalid API Key provided.")
      if (request.method === "POST" && request.url === "/v1/checkout/sessions") {
        return create(body, response, request.headers["idempotency-key"]?.toString())
      }
      return refuse(response, 404, "invalid_request_error", "Unrecognized request URL.")
    })
  })
  await new Promise<void>((resolve) => server.listen({ host: "127.0.0.1", port: 0 }, resolve))
  const { port } = server.address() as AddressInfo

  const end = (id: string, status: "complete" | "expired"): StripeSession => {
    const session = sessions.find((one) => one.id === id)
    if (session === undefined) throw new Error(`no session ${id}`)
    if (session.status !== "open") throw new Error(`session ${id} is ${session.status}`)
    session.status = status
    return session
  }

  let events = 0
  return {
    origin: `http://127.0.0.1:${port}`,
    secretKey,
    webhookSecret,
    sessions,
    complete: (id, paid = true) => {
      const session = end(id, "complete")
      session.payment_intent = `pi_${id}`
      session.payment_status = paid ? "paid" : "unpaid"
    },
    expire: (id) => {
      end(id, "expired")
    },
    event: (type, object, { id = `evt_${++events}`, secondsAgo = 0, secret = webhookSecret } = {}) => {
      const created = Math.floor(Date.now() / 1_000) - secondsAgo
      const body = JSON.stringify({
        id,
        object: "event",
        type,
        created,
        api_version: "2026-10-28.endive",
        livemode: false,
        pending_webhooks: 1,
        request: null,
        data: { object }
      })
      // docs.stripe.com/webhooks#verify-manually: HMAC-SHA-256 over "<timestamp>.<body>".
      const mac = createHmac("sha256", secret).update(`${created}.${body}`).digest("hex")
      return { body, signature: `t=${created},v1=${mac}` }
    },
    fail: (status) => {
      failure = status
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  }
}
