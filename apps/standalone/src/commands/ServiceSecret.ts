import { CommandError } from "@mon/bundled/command-line"
import { readOrMakeSecretFile, Secrets, secretsOfFile } from "@mon/core-store"
import { asSettingError } from "@mon/model"
import { Effect, Layer } from "effect"
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Settings } from "../Settings.ts"

const label = "backup"
const statement = "The secret for this backup is available."
const context = "proof"

/** Returns the path of the file with the service's secrets. The file is used if MON_SECRET is not set. */
export const secretFile = ({ dataDir }: Settings): string => join(dataDir, "secret")

/** Returns the service's secrets, separated by commas, or null if there are none yet. Creates no secrets. */
export const findSecret = Effect.fn("findSecret")(function* (settings: Settings) {
  if (settings.secrets !== null) return settings.secrets.join(",")
  const file = secretFile(settings)
  if (!existsSync(file)) return null
  return yield* Effect.tryPromise({
    try: () => readOrMakeSecretFile(file),
    catch: () =>
      new CommandError(`Cannot read the secret in ${file}. Run this command as the user that runs the service.`)
  })
})

const withSecret = <A, E>(text: string, use: (secrets: Secrets["Service"]) => Effect.Effect<A, E>) =>
  Effect.try({ try: () => secretsOfFile("The secret", text), catch: asSettingError }).pipe(
    Effect.flatMap((list) => Effect.provide(Effect.flatMap(Secrets, use), Layer.fresh(Secrets.layer(list))))
  )

/** Encrypts a fixed text with the given secrets. {@link opensProof} can decrypt it only with one of these secrets. */
export const createProof = (text: string) => withSecret(text, ({ seal }) => seal(label, statement, context))

export const opensProof = (text: string, proof: string) =>
  withSecret(text, ({ open }) => Effect.isSuccess(open(label, proof, context)))

/** Writes the service's secrets to their file, which only this user can read. */
export const writeSecret = (settings: Settings, text: string): void => {
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(secretFile(settings), `${text.trim()}\n`, { mode: 0o600, flag: "wx" })
  chmodSync(secretFile(settings), 0o600)
}
