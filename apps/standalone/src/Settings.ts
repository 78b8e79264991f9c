import { parseMailbox, parseSmtpUrl } from "@mon/alerts"
import { type BlobPlace, findDatabaseUrl, findSecrets, readBlobPlace, readSecrets, type SecretList } from "@mon/core-store"
import { type Environment, givenSetting, isApiKey, PlanName, SettingError } from "@mon/model"
import * as Redacted from "effect/Redacted"
import { join, resolve } from "node:path"

/** Where the data is and who owns the first account (decisions sections 2 and 9). */
export interface Settings {
  /** Null: the embedded database of {@link Settings.dataDir}. */
  readonly databaseUrl: Redacted.Redacted | null
  readonly dataDir: string
  readonly bootstrap: {
    readonly email: string
    readonly apiKey: Redacted.Redacted | null
    readonly plan: PlanName
  }
  readonly mail: {
    /** Null: mails stay in the outbox of the database. */
    readonly smtpUrl: Redacted.Redacted | null
    readonly from: string
  }
  /** Newest first: seals stored secrets and signs links. Null: the file `secret` of the data folder, made by the first start. */
  readonly secrets: SecretList | null
  readonly images: BlobPlace
  /** The browser for screenshots; null: the usual places are tried. */
  readonly chromiumPath: string | null
}

const email = (text: string): string => {
  if (!/^[^\s@]+@[^\s@]+$/u.test(text) || text.length > 254) {
    throw new SettingError({ variable: "MON_BOOTSTRAP_EMAIL", takes: "an e-mail address" })
  }
  return text
}

const apiKey = (text: string | null): Redacted.Redacted | null => {
  if (text === null) return null
  if (!isApiKey(text)) {
    throw new SettingError({
      variable: "MON_BOOTSTRAP_API_KEY",
      takes: "a key of the form mon_ and 38 characters, whose last six are its check characters (`mon keys create` makes one)"
    })
  }
  return Redacted.make(text)
}

const plan = (text: string | null): PlanName => {
  if (text === null) return "free"
  const name = PlanName.literals.find((literal) => literal === text)
  if (name === undefined) throw new SettingError({ variable: "MON_BOOTSTRAP_PLAN", takes: PlanName.literals.join(", ") })
  return name
}

const smtpUrl = (text: string | null): Redacted.Redacted | null => {
  if (text === null) return null
  const parsed = parseSmtpUrl(text)
  if (!parsed.ok) throw new SettingError({ variable: "MON_SMTP_URL", takes: "an address like smtp://user:password@host:587 or smtps://host:465" })
  return Redacted.make(text)
}

const mailFrom = (text: string): string => {
  if (parseMailbox(text) === null) throw new SettingError({ variable: "MON_MAIL_FROM", takes: "a sender like Mon <mon@example.org>" })
  return text
}

const dataDirOf = (env: Environment): string => resolve(givenSetting(env, "MON_DATA_DIR") ?? "data")

/**
 * Reads the settings from an environment.
 *
 * @throws SettingError
 */
export const readSettings = (env: Environment): Settings => ({
  databaseUrl: findDatabaseUrl(env),
  dataDir: dataDirOf(env),
  bootstrap: {
    email: email(givenSetting(env, "MON_BOOTSTRAP_EMAIL") ?? "owner@localhost"),
    apiKey: apiKey(givenSetting(env, "MON_BOOTSTRAP_API_KEY")),
    plan: plan(givenSetting(env, "MON_BOOTSTRAP_PLAN"))
  },
  mail: {
    smtpUrl: smtpUrl(givenSetting(env, "MON_SMTP_URL")),
    from: mailFrom(givenSetting(env, "MON_MAIL_FROM") ?? "Mon <mon@localhost>")
  },
  secrets: findDatabaseUrl(env) === null ? findSecrets(env) : readSecrets(env),
  images: readBlobPlace(env, findDatabaseUrl(env) === null ? join(dataDirOf(env), "blobs") : null),
  chromiumPath: givenSetting(env, "MON_CHROMIUM_PATH")
})
