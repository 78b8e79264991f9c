import { command, CommandError, ExitCode, flag, required, text } from "@mon/bundled/command-line"
import { layerBlobBytes, writeBackup } from "@mon/core-store"
import { asSettingError } from "@mon/model"
import { Console, Effect, Layer } from "effect"
import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import process from "node:process"
import packageJson from "../../package.json" with { type: "json" }
import { readSettings, type Settings } from "../Settings.ts"
import { layerDatabase } from "../Store.ts"
import { formatCount, printProgress } from "./backupProgress.ts"
import { runEffect } from "./runEffect.ts"
import { createProof, findSecret, secretFile } from "./ServiceSecret.ts"

/**
 * Returns sentences about everything that a restore needs in addition to the backup file. Every backup prints them,
 * because after a loss of data it is too late.
 */
const reminders = (settings: Settings, withSecret: boolean, withBucket: boolean): ReadonlyArray<string> => [
  withSecret
    ? "The file contains the service's secret: anyone who can read the file can decrypt everything in it."
    : `The secret is not in the file. Store ${settings.secrets === null ? secretFile(settings) : "MON_SECRET"} separately: ` +
      "without it, encrypted data cannot be decrypted after a restore.",
  ...(settings.images._tag === "S3" && !withBucket
    ? [
        `The images are not in the file. They are in the bucket ${settings.images.options.bucket}, which needs its own backup (--with-bucket includes them).`
      ]
    : [])
]

const writeBackupFile = Effect.fn("writeBackupFile")(function* (
  file: string,
  { withBucket, withSecret }: { readonly withBucket: boolean; readonly withSecret: boolean }
) {
  const settings = yield* Effect.try({ try: () => readSettings(process.env), catch: asSettingError })
  if (settings.databaseUrl === null && !existsSync(join(settings.dataDir, "postgres"))) {
    return yield* Effect.fail(
      new CommandError(`${settings.dataDir} contains no Mon data, so there is nothing to back up.`)
    )
  }
  const secret = yield* findSecret(settings)
  const written = yield* writeBackup({
    file,
    program: packageJson.version,
    images: settings.images._tag === "S3" && !withBucket ? "bucket" : "included",
    secret: withSecret ? secret : null,
    proof: secret === null ? null : yield* createProof(secret),
    onProgress: printProgress()
  }).pipe(Effect.provide(Layer.provideMerge(layerBlobBytes(settings.images), layerDatabase(settings))))
  for (const reminder of reminders(settings, withSecret, withBucket)) yield* Console.error(reminder)
  if (written.missingImages > 0)
    yield* Console.error(
      `Not in the file, because they are missing or damaged: ${formatCount(written.missingImages, "image")}.`
    )
  yield* Console.log(
    `${file}: ${formatCount(written.rows, "row")} of ${formatCount(written.tables, "table")}, ${formatCount(written.images, "image")}, ${formatCount(written.bytes, "byte")}.`
  )
  return ExitCode.ok
})

export const backup = command({
  name: "mon-server backup",
  description: "Writes all of the service's data to one file. The service can keep running.",
  options: {
    "with-secret": flag("Include the service's secret"),
    "with-bucket": flag("Include the images in the bucket")
  },
  arguments: {
    file: required(text("file", "the path of a file that does not exist yet"), "The file to create; it must not exist")
  },
  exitCodes: { ok: "The backup was written", couldNot: "No backup was written" },
  run: ({ file, "with-bucket": withBucket, "with-secret": withSecret }, terminal) =>
    runEffect(writeBackupFile(resolve(file), { withBucket, withSecret }), terminal)
})
