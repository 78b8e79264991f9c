import { parseAddress } from "@mon/alerts"
import {
  type BlobStorage,
  findDatabaseUrl,
  findSecrets,
  findSpecialUrls,
  readBlobStorage,
  readSecrets,
  type SecretList,
  type SpecialUrls
} from "@mon/core-store"
import { type Environment, givenSetting, isApiKey, type PlanName, readPlan, SettingError } from "@mon/model"
import { type DeliverySettings, readDeliverySettings } from "@mon/worker"
import * as Redacted from "effect/Redacted"
import { join, resolve } from "node:path"

/** The role of a process (MON_ROLE): all parts, only the API and the dashboard, or only checks and deliveries. */
export type Role = "all" | "api" | "worker"

export interface Settings {
  /** The URL of the database. Null: the service uses the embedded database in {@link Settings.dataDir}. */
  readonly databaseUrl: Redacted.Redacted | null
  /** Default: all connections use {@link Settings.databaseUrl}. */
  readonly specialUrls?: SpecialUrls
  readonly dataDir: string
  /** Default: all. */
  readonly role?: Role
  readonly bootstrap: {
    readonly email: string
    readonly apiKey: Redacted.Redacted | null
    readonly plan: PlanName
  }
  readonly mail: DeliverySettings["mail"]
  readonly whatsApp: DeliverySettings["whatsApp"]
  readonly identity: DeliverySettings["identity"]
  readonly channels: DeliverySettings["channels"]
  /**
   * The secrets that encrypt stored secrets and sign links, newest first. Null: the secrets are read from the file
   * `secret` in the data folder, which the first start creates.
   */
  readonly secrets: SecretList | null
  readonly images: BlobStorage
  /** The path of the browser for screenshots. Null: the service searches the usual locations. */
  readonly chromiumPath: string | null
}

const email = (text: string): string => {
  const address = parseAddress(text)
  if (address === null) throw new SettingError({ variable: "MON_BOOTSTRAP_EMAIL", takes: "an email address" })
  return address
}

const apiKey = (text: string | null): Redacted.Redacted | null => {
  if (text === null) return null
  if (!isApiKey(text)) {
    throw new SettingError({
      variable: "MON_BOOTSTRAP_API_KEY",
      takes:
        "a key that consists of mon_ and 38 characters, the last six of which are check characters (`mon-server keys create` creates one)"
    })
  }
  return Redacted.make(text)
}

const role = (env: Environment): Role => {
  const text = givenSetting(env, "MON_ROLE") ?? "all"
  if (text !== "all" && text !== "api" && text !== "worker") {
    throw new SettingError({ variable: "MON_ROLE", takes: "all, api or worker" })
  }
  // Only one process can use the embedded database, so a second process with the other role could not run.
  if (text !== "all" && findDatabaseUrl(env) === null) {
    throw new SettingError({ variable: "MON_ROLE", takes: "all if MON_DATABASE_URL is not set" })
  }
  return text
}

/** The embedded database has no replica, and no pooler in front of it. */
const specialUrls = (env: Environment): SpecialUrls => {
  const urls = findSpecialUrls(env)
  if (findDatabaseUrl(env) === null && Object.keys(urls).length > 0)
    throw new SettingError({
      variable: "MON_DATABASE_URL",
      takes: "set if MON_DATABASE_LISTEN_URL or MON_DATABASE_READ_URL is set"
    })
  return urls
}

const dataDirOf = (env: Environment): string => resolve(givenSetting(env, "MON_DATA_DIR") ?? "data")

/**
 * Reads the settings from environment variables.
 *
 * @throws SettingError
 */
export const readSettings = (env: Environment): Settings => ({
  databaseUrl: findDatabaseUrl(env),
  specialUrls: specialUrls(env),
  dataDir: dataDirOf(env),
  role: role(env),
  bootstrap: {
    email: email(givenSetting(env, "MON_BOOTSTRAP_EMAIL") ?? "owner@localhost"),
    apiKey: apiKey(givenSetting(env, "MON_BOOTSTRAP_API_KEY")),
    plan: readPlan(env, "MON_BOOTSTRAP_PLAN", readPlan(env, "MON_DEFAULT_PLAN"))
  },
  ...readDeliverySettings(env),
  secrets: findDatabaseUrl(env) === null ? findSecrets(env) : readSecrets(env),
  images: readBlobStorage(env, findDatabaseUrl(env) === null ? join(dataDirOf(env), "blobs") : null),
  chromiumPath: givenSetting(env, "MON_CHROMIUM_PATH")
})
