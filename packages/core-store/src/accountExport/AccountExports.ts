import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { Blobs } from "../blobs/Blobs.ts"
import type { StoreError } from "../sql/StoreError.ts"

/** An account can be exported once in this time, because an export reads everything. */
export const EXPORT_MINUTES = 10

/** Exports of accounts. */
export class AccountExports extends Context.Service<
  AccountExports,
  {
    /** Notes that an export of the account begins. False: another one began a moment ago. */
    readonly begin: (accountKey: string) => Effect.Effect<boolean, StoreError>
    /**
     * A tar archive, compressed with gzip: the rows of the account as JSON Lines, its images, and a description. It is
     * read while it is sent, in parts of about a megabyte, and has no secrets. An archive without `complete.json` is
     * incomplete.
     */
    readonly archive: (accountKey: string) => Stream.Stream<Uint8Array, StoreError, Blobs>
  }
>()("@mon/core-store/AccountExports") {}
