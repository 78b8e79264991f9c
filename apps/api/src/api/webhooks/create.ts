import { makeWebhookSecret } from "@mon/alerts"
import { BadRequest, type CreateWebhook, messages, webhookTargetMissing, webhookTargetsMixed } from "@mon/api-contract"
import { randomBytes, Webhooks, type WebhookSource } from "@mon/core-store"
import { monitorKindNames, uuidv7, webhookLimits } from "@mon/model"
import { sealWebhookSecret } from "@mon/notifications"
import { parsePublicUrl } from "@mon/public-net"
import { Clock, Effect, Redacted } from "effect"
import { type Caller, adminOnly } from "../../auth/Caller.ts"
import { monitorsByKind, monitorsIn } from "../monitors/byKind.ts"
import { PublicAddresses } from "../PublicAddresses.ts"

const notPublic = () => new BadRequest({ message: messages.webhookUrl })

/** Refuses a webhook that has no target, or several targets. */
export const checkNewWebhook = (body: Readonly<Record<string, unknown>>): BadRequest | null => {
  const targets = [...monitorKindNames.map((kind) => `${kind}Id`), "scope"]
  const given = targets.filter((name) => Object.hasOwn(body, name) && body[name] !== undefined).length
  if (given === 1) return null
  return new BadRequest({ message: given === 0 ? webhookTargetMissing : webhookTargetsMixed })
}

const sourceOf = Effect.fnUntraced(function* (caller: Caller, input: CreateWebhook) {
  const [monitor] = monitorsIn(input)
  if (monitor !== undefined) {
    yield* monitor.calls.writable(caller, monitor.id)
    return { scope: monitor.kind, id: monitor.id } satisfies WebhookSource
  }
  yield* adminOnly(caller)
  return { scope: "account" } satisfies WebhookSource
})

/** Prepares a webhook. Only the response to this request contains the webhook's secret. */
export const createWebhook = Effect.fn("createWebhook")(function* (caller: Caller, input: CreateWebhook) {
  const target = parsePublicUrl(input.url)
  if (!target.ok) return yield* notPublic()
  const source: WebhookSource = yield* sourceOf(caller, input)
  if (yield* (yield* PublicAddresses).refuses(target.hostname)) return yield* notPublic()
  const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
  const random = yield* randomBytes(32)
  const secret = makeWebhookSecret(() => random)
  const webhook = {
    id,
    source,
    url: target.href,
    label: input.label ?? target.hostname,
    events: [...new Set(input.events)],
    secret: yield* sealWebhookSecret(id, Redacted.make(secret))
  }
  const webhooks = yield* Webhooks
  return Effect.gen(function* () {
    const created = yield* webhooks.create(caller.viewer, webhook, webhookLimits.perTarget)
    if (created._tag === "NoMonitor")
      return yield* monitorsByKind[source.scope === "account" ? "domain" : source.scope].notFound()
    if (created._tag === "LimitReached")
      return yield* new BadRequest({ message: messages.webhookLimit(webhookLimits.perTarget, source.scope) })
    return { ...created.webhook, secret }
  })
})
