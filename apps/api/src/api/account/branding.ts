import type { UpdateBranding } from "@mon/api-contract"
import { AccountBranding, type StoredBranding } from "@mon/core-store"
import type { Branding } from "@mon/model"
import { Effect } from "effect"
import { adminOnly, type Caller } from "../../auth/Caller.ts"
import { logoDataUrl, readLogo } from "../../statusPages/logo.ts"

const shown = ({ logo, name }: StoredBranding): Branding => ({ name, logo: logo === null ? null : logoDataUrl(logo) })

/** Returns the name and the logo of the workspace. Everybody in the account can see both. */
export const showBranding = Effect.fnUntraced(function* ({ viewer }: Caller) {
  return shown(yield* (yield* AccountBranding).find(viewer))
})

export const updateBranding = Effect.fn("updateBranding")(function* (caller: Caller, { logo, name }: UpdateBranding) {
  yield* adminOnly(caller)
  const image = yield* readLogo(caller, logo)
  const patch = {
    ...(name === undefined ? {} : { name: name?.trim() ?? null }),
    ...(image === undefined ? {} : { logo: image })
  }
  return shown(yield* (yield* AccountBranding).save(caller.viewer, patch))
})
