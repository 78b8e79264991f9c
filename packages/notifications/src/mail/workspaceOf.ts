import type { Workspace } from "@mon/alerts"
import { AccountBranding, type BrandedAccount, type StoredBranding } from "@mon/core-store"
import * as Effect from "effect/Effect"

export const toWorkspace = ({ logo, name }: StoredBranding): Workspace | null =>
  logo === null && name === null
    ? null
    : {
        name,
        logo:
          logo === null
            ? null
            : { content: logo.bytes, contentType: logo.contentType, width: logo.width, height: logo.height }
      }

export const workspaceOf = Effect.fnUntraced(function* (account: BrandedAccount) {
  return toWorkspace(yield* (yield* AccountBranding).find(account))
})
