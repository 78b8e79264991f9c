import type { RateLimitedAttempts, People, Secrets, Sessions, Team } from "@mon/core-store"
import type { OutgoingMail } from "@mon/notifications"
import type { SqlClient } from "effect/sql"
import type { ApiConfig } from "../../ApiConfig.ts"
import type { Passwords } from "../../auth/Passwords.ts"
import type { SignUpPolicy } from "../../auth/SignUpPolicy.ts"
import type { PublicUrl } from "../../PublicUrl.ts"

/** The services that sign-in pages need. */
export type PeopleServices =
  | ApiConfig
  | RateLimitedAttempts
  | OutgoingMail
  | Passwords
  | People
  | PublicUrl
  | Secrets
  | Sessions
  | SignUpPolicy
  | SqlClient.SqlClient
  | Team
