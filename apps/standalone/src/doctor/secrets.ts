import { Secrets, type SecretList, secretsOfFile } from "@mon/core-store"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Settings } from "../Settings.ts"
import { type Finding, ok, warn } from "./Finding.ts"

const SUBJECT = "sealed values"

/**
 * The numbers of stored values that none of the current secrets can decrypt. Linked identities are not counted, because
 * they contain only the issuer and the subject, which are not encrypted.
 */
interface SealedCounts {
  readonly factors: number
  readonly channels: number
  readonly webhooks: number
  readonly subscribers: number
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

/** Returns the finding that explains the consequences of values that cannot be decrypted. It never contains a value. */
const judgeSecrets = ({ channels, factors, subscribers, webhooks }: SealedCounts): Finding => {
  const lost = [
    ...(factors > 0 ? [plural(factors, "second factor")] : []),
    ...(channels > 0 ? [plural(channels, "alert channel")] : []),
    ...(webhooks > 0 ? [plural(webhooks, "webhook")] : []),
    ...(subscribers > 0 ? [plural(subscribers, "webhook subscriber")] : [])
  ]
  if (lost.length === 0) return ok(SUBJECT, "the current MON_SECRET opens them")
  const steps = [
    "Append the previous secret to MON_SECRET, separated by a comma.",
    "If the previous secret is lost:",
    ...(factors > 0
      ? [
          'People must sign in with a recovery code and set up the second factor again, or you run "mon-server people remove-second-factor" for them.'
        ]
      : []),
    ...(channels + webhooks + subscribers > 0
      ? ["Owners must enter channel settings again, and create webhooks and subscriptions again."]
      : [])
  ]
  return warn(
    SUBJECT,
    `the current MON_SECRET does not open ${lost.join(", ")}, because a different secret sealed them. ${steps.join(" ")}`
  )
}

/** Builds a query that counts the encrypted values in a column that none of the secrets can decrypt. */
const unopened = (table: string, column: string): string =>
  `(select count(*)::int from ${table} where ${column} like 'm1.%'
    and split_part(${column}, '.', 2) not in (select jsonb_array_elements_text($1::text::jsonb)))`

const counts = `select ${unopened("second_factor", "secret")} as factors,
  ${unopened("alert_channel", "settings")} as channels, ${unopened("webhook", "secret")} as webhooks,
  ${unopened("status_subscriber", "secret")} as subscribers`

const secretsOf = ({ dataDir, secrets }: Pick<Settings, "dataDir" | "secrets">): SecretList | null => {
  const file = join(dataDir, "secret")
  if (secrets !== null || !existsSync(file)) return secrets
  return secretsOfFile(file, readFileSync(file, "utf8"))
}

/**
 * Counts the values that the current secrets cannot decrypt. Returns no finding if the schema does not exist or the
 * secret file cannot be read.
 */
export const examineSecrets = (
  settings: Pick<Settings, "dataDir" | "secrets">
): Effect.Effect<ReadonlyArray<Finding>, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const secrets = yield* Effect.try(() => secretsOf(settings))
    const ids = secrets === null ? [] : (yield* Effect.provide(Secrets, Secrets.layer(secrets))).ids
    const [row] = yield* sql.unsafe<SealedCounts>(counts, [JSON.stringify(ids)])
    return row === undefined ? [] : [judgeSecrets(row)]
  }).pipe(Effect.orElseSucceed(() => []))
