import { readOrMakeSecretFile, Secrets, secretsOfFile } from "@mon/core-store"
import { asSettingError } from "@mon/model"
import { Effect, Layer } from "effect"
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Settings } from "../Settings.ts"
import { Refused } from "./Refused.ts"

const label = "backup"
const statement = "The secret of this backup is at hand."
const context = "proof"

/** The file that holds the secrets when MON_SECRET does not. */
export const secretFile = ({ dataDir }: Settings): string => join(dataDir, "secret")

/** The secrets of the service as a comma list; null when it has none yet. Makes none. */
export const findSecret = Effect.fn("findSecret")(function* (settings: Settings) {
  if (settings.secrets !== null) return settings.secrets.join(",")
  const file = secretFile(settings)
  if (!existsSync(file)) return null
  return yield* Effect.tryPromise({
    try: () => readOrMakeSecretFile(file),
    catch: () => new Refused({ message: `The secret in ${file} cannot be read. Run this as the user of the service.` })
  })
})

const withSecret = <A, E>(text: string, use: (secrets: Secrets["Service"]) => Effect.Effect<A, E>) =>
  Effect.try({ try: () => secretsOfFile("The secret", text), catch: asSettingError }).pipe(
    Effect.flatMap((list) => Effect.provide(Effect.flatMap(Secrets, use), Layer.fresh(Secrets.layer(list))))
  )

/** A text that only opens with these secrets. */
export const makeProof = (text: string) => withSecret(text, ({ seal }) => seal(label, statement, context))

/** Whether these secrets open what {@link makeProof} made. */
export const opensProof = (text: string, proof: string) =>
  withSecret(text, ({ open }) => Effect.isSuccess(open(label, proof, context)))

/** Puts the secrets where the next start finds them, readable for this user alone. */
export const putSecret = (settings: Settings, text: string): void => {
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(secretFile(settings), `${text.trim()}\n`, { mode: 0o600, flag: "wx" })
  chmodSync(secretFile(settings), 0o600)
}
