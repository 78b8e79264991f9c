// Written by `npm run openapi`. Do not edit.
import type { RequestOptions } from "../Paged.ts"
import type { CheckDisposableEmail, DisposableEmail } from "../records/disposableEmail.ts"

/** The requests about disposableEmail. */
export interface DisposableEmailRequests {
  /** Check for a disposable address */
  readonly check: (body: CheckDisposableEmail, options?: RequestOptions) => Promise<DisposableEmail>
}
