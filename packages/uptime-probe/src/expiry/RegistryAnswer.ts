/** The answer of a registry about a domain. */
export type RegistryAnswer =
  | {
      readonly kind: "registered"
      /** Milliseconds since 1970; null when the registry publishes no date, or none that is certain. */
      readonly expiresAt: number | null
      readonly registrar: string | null
      readonly statuses: ReadonlyArray<string>
    }
  | { readonly kind: "not_registered" }
  /** Too much was asked of the server; `waitMs` when it says for how long. */
  | { readonly kind: "limited"; readonly waitMs?: number }
  | { readonly kind: "unreadable"; readonly message: string }
