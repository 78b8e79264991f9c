import { command, CommandError, ExitCode, flag, required, text } from "@mon/bundled/command-line"
import { layerBlobBytes, migrations, restoreBackup, type VerifiedBackup, verifyBackup } from "@mon/core-store"
import { asSettingError } from "@mon/model"
import { Console, Effect, Layer } from "effect"
import { rmSync } from "node:fs"
import { resolve } from "node:path"
import process from "node:process"
import { readSettings, type Settings } from "../Settings.ts"
import { layerDatabase } from "../Store.ts"
import { formatCount, printProgress } from "./backupProgress.ts"
import { runEffect } from "./runEffect.ts"
import { findSecret, opensProof, secretFile, writeSecret } from "./ServiceSecret.ts"

const CONSEQUENCES =
  "--new-secret restores without it: unsent emails, second factors and the signing secrets of webhooks are lost, and links already sent stop working."

const remedy = (settings: Settings): string =>
  settings.databaseUrl === null ? `write it to ${secretFile(settings)} or set MON_SECRET` : "set MON_SECRET to it"

/**
 * Returns the secret that this restore must write to the secret file, or null if it must not write a secret. Fails if
 * the restore needs the secret of the backup and this secret is not configured.
 */
const secretToWrite = Effect.fnUntraced(function* (
  settings: Settings,
  { file, opening: { proof }, secret }: VerifiedBackup,
  newSecret: boolean
) {
  const present = yield* findSecret(settings)
  if (present === null && secret !== null) return secret
  if (proof === null || newSecret) return null
  if (present === null) {
    return yield* Effect.fail(
      new CommandError(
        `${file} needs the secret of the service that it was made from: ${remedy(settings)}. ${CONSEQUENCES}`
      )
    )
  }
  if (yield* opensProof(present, proof)) return null
  return yield* Effect.fail(
    new CommandError(
      `${file} was made with a different secret from the current one: ${remedy(settings)}. ${CONSEQUENCES}`
    )
  )
})

/** Writes the secret before the restore, and removes the secret file if the restore fails. */
const withSecretWritten = <A, E, R>(settings: Settings, secret: string | null, restored: Effect.Effect<A, E, R>) =>
  secret === null
    ? restored
    : Effect.andThen(
        Effect.try({
          try: () => writeSecret(settings, secret),
          catch: () => new CommandError(`Cannot write the secret to ${secretFile(settings)}.`)
        }),
        Effect.onError(restored, () => Effect.sync(() => rmSync(secretFile(settings), { force: true })))
      )

interface RestoreFlags {
  readonly newSecret: boolean
  readonly resume: boolean
}

const PAUSED =
  "The restored service is paused: its workers check nothing and send nothing, because the original may still be running. " +
  "`mon-server resume` starts them."

const restoreFile = Effect.fn("restoreFile")(function* (file: string, { newSecret, resume }: RestoreFlags) {
  const settings = yield* Effect.try({ try: () => readSettings(process.env), catch: asSettingError })
  yield* Console.error(`Verifying ${file}`)
  const verified = yield* Effect.mapError(
    verifyBackup(file, migrations),
    ({ message }) => new CommandError(`${message} Nothing was restored.`)
  )
  const secret = yield* secretToWrite(settings, verified, newSecret)
  const restored = restoreBackup(verified, migrations, { resume, onProgress: printProgress() }).pipe(
    Effect.provide(Layer.provideMerge(layerBlobBytes(settings.images), layerDatabase(settings)))
  )
  const { images, rows, tables } = yield* withSecretWritten(settings, secret, restored)
  if (verified.opening.images === "bucket" && settings.images._tag !== "S3") {
    yield* Console.error(
      "The images are not in this backup: they are in the bucket that the service used. Set MON_S3_* to that bucket."
    )
  }
  if (!resume) yield* Console.error(PAUSED)
  yield* Console.log(
    `Restored ${formatCount(rows, "row")} of ${formatCount(tables, "table")} and ${formatCount(images, "image")}, as of ${verified.opening.createdAt}.`
  )
  return ExitCode.ok
})

export const restore = command({
  name: "mon-server restore",
  description: "Restores a backup into an empty database. If it fails, nothing is restored.",
  options: {
    "new-secret": flag("Restore without the secret of the backed-up service"),
    resume: flag("Start checks and notifications the next time the service starts. Default: they stay paused")
  },
  arguments: { file: required(text("file", "the path of a backup"), "A file written by `mon-server backup`") },
  exitCodes: { ok: "The backup was restored", couldNot: "Nothing was restored" },
  run: ({ file, "new-secret": newSecret, resume }, terminal) =>
    runEffect(restoreFile(resolve(file), { newSecret, resume }), terminal)
})
