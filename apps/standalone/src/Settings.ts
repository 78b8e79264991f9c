import { parseMailbox, parseSmtpUrl } from "@mon/alerts"
import { isApiKey, PlanName } from "@mon/model"
import * as Data from "effect/Data"
import * as Redacted from "effect/Redacted"
import { resolve } from "node:path"

/** A variable of the environment that cannot be used; the message names it and says what it takes. */
export class SettingError extends Data.TaggedError("SettingError")<{
  readonly variable: string
  readonly takes: string
}> {
  override get message() {
    return `${this.variable} takes ${this.takes}.`
  }
}

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
  /** The browser for screenshots; null: the usual places are tried. */
  readonly chromiumPath: string | null
}

export type Environment = Readonly<Record<string, string | undefined>>

const given = (env: Environment, variable: string): string | null => {
  const value = env[variable]?.trim()
  return value === undefined || value === "" ? null : value
}

const databaseUrl = (text: string | null): Redacted.Redacted | null => {
  if (text === null) return null
  if (!URL.canParse(text) || !/^postgres(ql)?:$/u.test(new URL(text).protocol)) {
    throw new SettingError({ variable: "MON_DATABASE_URL", takes: "an address like postgres://user:password@host:5432/database" })
  }
  return Redacted.make(text)
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

/**
 * Reads the settings from an environment.
 *
 * @throws SettingError
 */
export const readSettings = (env: Environment): Settings => ({
  databaseUrl: databaseUrl(given(env, "MON_DATABASE_URL")),
  dataDir: resolve(given(env, "MON_DATA_DIR") ?? "data"),
  bootstrap: {
    email: email(given(env, "MON_BOOTSTRAP_EMAIL") ?? "owner@localhost"),
    apiKey: apiKey(given(env, "MON_BOOTSTRAP_API_KEY")),
    plan: plan(given(env, "MON_BOOTSTRAP_PLAN"))
  },
  mail: {
    smtpUrl: smtpUrl(given(env, "MON_SMTP_URL")),
    from: mailFrom(given(env, "MON_MAIL_FROM") ?? "Mon <mon@localhost>")
  },
  chromiumPath: given(env, "MON_CHROMIUM_PATH")
})

/** readSettings throws nothing else; what it does throw otherwise is a bug and stays one. */
export const asSettingError = (error: unknown): SettingError => {
  if (error instanceof SettingError) return error
  throw error
}
