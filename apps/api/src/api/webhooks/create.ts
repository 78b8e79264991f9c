import { makeWebhookSecret } from "@mon/alerts"
import { BadRequest, type CreateWebhook, messages } from "@mon/api-contract"
import { randomBytes, Webhooks } from "@mon/core-store"
import { uuidv7, webhookLimits } from "@mon/model"
import { sealWebhookSecret } from "@mon/notifications"
import { parsePublicUrl } from "@mon/public-net"
import { Clock, Effect, Redacted } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { domainNotFound, writableRight } from "../domains/access.ts"
import { PublicAddresses } from "../PublicAddresses.ts"

const notPublic = () => new BadRequest({ message: messages.webhookUrl })

/** Prepares a webhook for a domain that the caller may change. Its secret is shown only in this response. */
export const createWebhook = Effect.fn("createWebhook")(function* (caller: Caller, input: CreateWebhook) {
  const target = parsePublicUrl(input.url)
  if (!target.ok) return yield* notPublic()
  yield* writableRight(caller, input.domainId)
  if (yield* (yield* PublicAddresses).refuses(target.hostname)) return yield* notPublic()
  const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
  const random = yield* randomBytes(32)
  const secret = makeWebhookSecret(() => random)
  const webhook = {
    id,
    domainId: input.domainId,
    url: target.href,
    label: input.label ?? target.hostname,
    events: [...new Set(input.events)],
    secret: yield* sealWebhookSecret(id, Redacted.make(secret))
  }
  const webhooks = yield* Webhooks
  return Effect.gen(function* () {
    const created = yield* webhooks.create(caller.viewer, webhook, webhookLimits.perDomain)
    if (created._tag === "NoDomain") return yield* domainNotFound()
    if (created._tag === "LimitReached")
      return yield* new BadRequest({ message: messages.webhookLimit(webhookLimits.perDomain) })
    return { ...created.webhook, secret }
  })
})
