// Written by `npm run openapi`. Do not edit.

/** One of the caller's sessions: a browser that is signed in. */
export type Session = {
  readonly id: string
  readonly isCurrent: boolean
  readonly isWithProvider: boolean
  readonly browser: string | null
  readonly system: string | null
  readonly address: string
  readonly signedInAt: string
  readonly lastUsedAt: string
}

/** The ended sessions. */
export type SessionsEnded = { readonly ended: number }
