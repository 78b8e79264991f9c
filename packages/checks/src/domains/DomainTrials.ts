import type { Secrets } from "@mon/core-store"
import { decodeBody } from "@mon/diff-engine"
import { type DomainTrial, EXCERPT_CHARACTERS } from "@mon/model"
import type { CheckResponse, CheckResult } from "@mon/uptime-probe"
import type { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { domainVerdict } from "../requests/checkFacts.ts"
import { type CheckedTarget, performStoredCheck } from "../requests/sealedRequest.ts"
import { isSecretRequest } from "../requests/performCheck.ts"
import { triedCheck } from "../requests/triedCheck.ts"
import { storable } from "../StoredText.ts"

const UTF8_BYTES = 4
const KEPT_BYTES = EXCERPT_CHARACTERS * UTF8_BYTES

const ofText = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|javascript)\b)/iu
/** Cuts off an incomplete character at the end, because it would make the whole text invalid UTF-8. */
const withoutCutCharacter = (body: Uint8Array): Uint8Array => {
  if (body.length < KEPT_BYTES) return body
  const start = body.findLastIndex((byte) => (byte & 0xc0) !== 0x80)
  return body.subarray(0, Math.max(start, body.length - UTF8_BYTES))
}

const excerptOf = ({ body, contentType }: CheckResponse): string | null =>
  contentType !== null && ofText.test(contentType.trim())
    ? storable(decodeBody(withoutCutCharacter(body), contentType), EXCERPT_CHARACTERS)
    : null

const trialOf = (check: CheckResult, target: CheckedTarget): DomainTrial => {
  const isSecret = isSecretRequest(target.request)
  const { errorCode, errorMessage, verdict } = domainVerdict(check, isSecret)
  return {
    status: verdict,
    ...triedCheck(check, target),
    error: errorCode === null ? null : { code: errorCode, message: errorMessage ?? "" },
    excerpt: check.answer === undefined || isSecret ? null : excerptOf(check.answer)
  }
}

/** Checks domains with the settings that are about to be stored. Stores nothing. */
export class DomainTrials extends Context.Service<
  DomainTrials,
  {
    /** Checks a domain as if its monitor were stored, with the probe and the address policy that all checks use. */
    readonly run: (target: CheckedTarget) => Effect.Effect<DomainTrial>
  }
>()("@mon/checks/DomainTrials") {
  static readonly layerNoDeps: Layer.Layer<DomainTrials, never, UptimeProbe | Secrets> = Layer.effect(
    DomainTrials,
    Effect.map(Effect.context<UptimeProbe | Secrets>(), (services) => ({
      run: Effect.fn("DomainTrials.run")((target: CheckedTarget) =>
        performStoredCheck(target, { keepAnswerBytes: KEPT_BYTES }).pipe(
          Effect.map((check) => trialOf(check, target)),
          Effect.provideContext(services)
        )
      )
    }))
  )
}
