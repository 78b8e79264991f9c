import type {
  AccountBranding,
  AuditLog,
  Identities,
  Locations,
  RateLimitedAttempts,
  People,
  SecondFactors,
  Secrets,
  Sessions,
  Team
} from "@mon/core-store"
import type { OutgoingMail } from "@mon/notifications"
import type { SqlClient } from "effect/sql"
import type { ApiConfig } from "../../ApiConfig.ts"
import type { IdentityProvider } from "../../auth/identity/IdentityProvider.ts"
import type { Passwords } from "../../auth/Passwords.ts"
import type { SignUpPolicy } from "../../auth/SignUpPolicy.ts"
import type { PublicUrl } from "../../PublicUrl.ts"

export type PeopleServices =
  | AccountBranding
  | ApiConfig
  | Identities
  | Locations
  | IdentityProvider
  | RateLimitedAttempts
  | OutgoingMail
  | Passwords
  | People
  | AuditLog
  | PublicUrl
  | SecondFactors
  | Secrets
  | Sessions
  | SignUpPolicy
  | SqlClient.SqlClient
  | Team
