import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import type { StoredLogo } from "../statusPages/StatusPages.ts"

/** Name and logo of the workspace of an account. */
export interface StoredBranding {
  readonly name: string | null
  readonly logo: StoredLogo | null
}

/** An account by its internal key, which every viewer has, or by its public id. */
export type BrandedAccount = Pick<AccessScope, "accountKey"> | { readonly accountId: string }

/** The name and the logo that an account shows in its emails, pages and reports. */
export class AccountBranding extends Context.Service<
  AccountBranding,
  {
    /** Both are null for an account that has none, and for an absent account. */
    readonly find: (account: BrandedAccount) => Effect.Effect<StoredBranding, StoreError>
    /** Absent fields stay unchanged. */
    readonly save: (
      scope: Pick<AccessScope, "accountKey">,
      patch: Partial<StoredBranding>
    ) => Effect.Effect<StoredBranding, StoreError>
  }
>()("@mon/core-store/AccountBranding") {}
