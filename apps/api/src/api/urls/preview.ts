import { BadRequest, type CreateUrl, messages, Unavailable } from "@mon/api-contract"
import { CheckUrlNow } from "@mon/checks"
import { type PageRules, urlDefaults } from "@mon/model"
import { parsePublicUrl } from "@mon/public-net"
import { Effect } from "effect"
import { type Caller, adminOnly } from "../../auth/Caller.ts"
import { limitPreviewsOf } from "../limitTries.ts"
import { PublicAddresses } from "../PublicAddresses.ts"
import { checkNewRender, checkPageRules } from "./rules.ts"
import { urlPatch } from "./update.ts"

const MS = 1_000

const rulesOf = ({ exclude, ignoreLines, include, minimumChange, onlyLines, trigger }: CreateUrl): PageRules => ({
  include: include ?? [],
  exclude: exclude ?? [],
  ignoreLines: ignoreLines ?? [],
  trigger: trigger ?? null,
  onlyLines: onlyLines ?? null,
  minimumChange: minimumChange ?? null
})

/** What a URL monitor with these options would compare. */
export const previewUrl = Effect.fn("previewUrl")(function* (caller: Caller, input: CreateUrl) {
  yield* adminOnly(caller)
  const target = parsePublicUrl(input.url)
  if (!target.ok) return yield* new BadRequest({ message: messages.urlNotPublic })
  const notRendered = checkNewRender(input.render, caller)
  if (notRendered !== null) return yield* notRendered
  yield* checkPageRules(input)
  if (yield* (yield* PublicAddresses).refuses(target.hostname))
    return yield* new BadRequest({ message: messages.urlNotPublic })
  yield* limitPreviewsOf(caller, target.url.href)
  const { screenshotWaitMs, timeoutSeconds } = { ...urlDefaults, ...urlPatch(input) }
  const preview = yield* (yield* CheckUrlNow).preview({
    accountKey: caller.viewer.accountKey,
    url: target.url.href,
    timeoutMs: timeoutSeconds * MS,
    screenshotWaitMs,
    rules: rulesOf(input),
    render: input.render === true
  })
  return preview ?? (yield* new Unavailable({ message: messages.previewBusy }))
})
