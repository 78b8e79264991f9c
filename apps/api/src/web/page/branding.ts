import { AccountBranding, type BrandedAccount } from "@mon/core-store"
import { Effect } from "effect"
import { logoDataUrl } from "../../statusPages/logo.ts"
import type { PageRequest } from "./PageEndpoint.ts"

export const branded = Effect.fnUntraced(function* (request: PageRequest, account: BrandedAccount) {
  const { logo, name } = yield* (yield* AccountBranding).find(account)
  if (logo === null && name === null) return request
  const { height, width } = logo ?? { height: 0, width: 0 }
  return {
    ...request,
    workspace: { name, logo: logo === null ? null : { url: logoDataUrl(logo), width, height } }
  } satisfies PageRequest
})
