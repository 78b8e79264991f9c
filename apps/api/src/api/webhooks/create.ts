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

/** Makes a webhook of a domain that the caller may change, with a secret that is shown this once. */
export const createWebhook = Effect.fn("createWebhook")(function* (caller: Caller, wanted: CreateWebhook) {
  const target = parsePublicUrl(wanted.url)
  if (!target.ok) return yield* notPublic()
  yield* writableRight(caller, wanted.domainId)
  if (yield* (yield* PublicAddresses).refuses(target.hostname)) return yield* notPublic()
  const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
  const random = yield* randomBytes(32)
  const secret = makeWebhookSecret(() => random)
  const made = yield* (yield* Webhooks).create(
    caller.viewer,
    {
      id,
      domainId: wanted.domainId,
      url: target.href,
      label: wanted.label ?? target.hostname,
      events: [...new Set(wanted.events)],
      secret: yield* sealWebhookSecret(id, Redacted.make(secret))
    },
    webhookLimits.perDomain
  )
  if (made._tag === "NoDomain") return yield* domainNotFound()
  if (made._tag === "LimitReached")
    return yield* new BadRequest({ message: messages.webhookLimit(webhookLimits.perDomain) })
  return { ...made.webhook, secret }
})
