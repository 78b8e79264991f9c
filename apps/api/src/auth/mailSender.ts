import { Effect } from "effect"
import { ApiConfig } from "../ApiConfig.ts"
import type { Sender } from "./Letter.ts"
import { PublicUrl } from "../PublicUrl.ts"

/** In whose name mails go out, and where their links lead. */
export const mailSender = Effect.gen(function* () {
  const { serviceName = "Mon" } = yield* ApiConfig
  return { service: serviceName, baseUrl: (yield* PublicUrl).base() } satisfies Sender
})
