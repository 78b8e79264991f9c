// Written by `npm run openapi`. Do not edit.

/** One of the caller's API keys. */
export type ApiKeyRecord = {
  readonly id: string
  readonly name: string
  readonly scope: "read" | "write"
  readonly state: "active" | "expired" | "over_limit"
  readonly shown: string
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly lastUsedAt: string | null
}

/** A new API key. */
export type CreateKey = {
  readonly name: string
  readonly scope: "read" | "write"
  readonly expiresAt?: string | null
  readonly replaces?: string
}

/** An API key right after its creation. */
export type NewApiKey = {
  readonly id: string
  readonly name: string
  readonly scope: "read" | "write"
  readonly state: "active" | "expired" | "over_limit"
  readonly shown: string
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly lastUsedAt: string | null
  readonly key: string
}

/** The new name of the API key. */
export type UpdateKey = { readonly name: string }
