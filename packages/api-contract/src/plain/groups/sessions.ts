// Written by `npm run openapi`. Do not edit.
import type { RequestOptions } from "../Paged.ts"
import type { Deleted } from "../records/several.ts"
import type { Session, SessionsEnded } from "../records/sessions.ts"

/** The requests about sessions. */
export interface SessionsRequests {
  /** List sessions */
  readonly list: (options?: RequestOptions) => Promise<ReadonlyArray<Session>>
  /** End all other sessions */
  readonly removeOthers: (options?: RequestOptions) => Promise<SessionsEnded>
  /** End a session */
  readonly remove: (id: string, options?: RequestOptions) => Promise<Deleted>
}
