import type { RequestListener } from "node:http"
import { checkEmailHealth, type CheckEmailHealthOptions, EmailHealthError } from "@mon/email-health"

/** Answers `GET /?domain=example.com` with the score, the grade and what to fix first. */
export const mailHealthHandler =
  (options: CheckEmailHealthOptions = {}): RequestListener =>
  async (request, response) => {
    const say = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
    const domain = new URL(request.url ?? "/", "http://localhost").searchParams.get("domain") ?? ""
    try {
      const { findings, grade, score } = await checkEmailHealth(domain, options)
      say(200, { score, grade, first: findings[0]?.message ?? null })
    } catch (error) {
      if (error instanceof EmailHealthError) say(400, { error: error.message })
      else say(500, { error: "The check could not be performed." })
    }
  }
