import { layerBlobBytes, writeBackup } from "@mon/core-store"
import { asSettingError } from "@mon/model"
import { Console, Effect, Layer } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import process from "node:process"
import packageJson from "../../package.json" with { type: "json" }
import { readSettings, type Settings } from "../Settings.ts"
import { layerDatabase } from "../Store.ts"
import { counted, tellProgress } from "./progress.ts"
import { Refused } from "./Refused.ts"
import { findSecret, makeProof, secretFile } from "./SecretAtHand.ts"

/** What the file does not hold and a restore needs: said each time, because it is too late afterwards. */
const reminders = (settings: Settings, withSecret: boolean, withBucket: boolean): ReadonlyArray<string> => [
  withSecret
    ? "The file holds the secret of the service as well: who reads it can open everything in it."
    : `The secret is not in the file. Keep ${settings.secrets === null ? secretFile(settings) : "MON_SECRET"} in another place: ` +
      "without it nothing that is sealed can be opened after a restore.",
  ...(settings.images._tag === "S3" && !withBucket
    ? [
        `The images are not in the file: they lie in the bucket ${settings.images.options.bucket}, which needs a backup of its own (--with-bucket copies them).`
      ]
    : [])
]

export const backup = Command.make(
  "backup",
  {
    file: Argument.String("file").pipe(Argument.withDescription("Where the backup appears; nothing may be there")),
    withSecret: Flag.Boolean("with-secret").pipe(
      Flag.withDescription("Put the secret into the file too"),
      Flag.withDefault(false)
    ),
    withBucket: Flag.Boolean("with-bucket").pipe(
      Flag.withDescription("Copy the images out of the bucket too"),
      Flag.withDefault(false)
    )
  },
  Effect.fn(function* ({ file, withBucket, withSecret }) {
    const settings = yield* Effect.try({ try: () => readSettings(process.env), catch: asSettingError })
    if (settings.databaseUrl === null && !existsSync(join(settings.dataDir, "postgres"))) {
      return yield* new Refused({ message: `There is no data of Mon in ${settings.dataDir}: nothing to back up.` })
    }
    const secret = yield* findSecret(settings)
    const made = yield* writeBackup({
      file: resolve(file),
      program: packageJson.version,
      images: settings.images._tag === "S3" && !withBucket ? "bucket" : "included",
      secret: withSecret ? secret : null,
      proof: secret === null ? null : yield* makeProof(secret),
      onProgress: tellProgress
    }).pipe(Effect.provide(Layer.provideMerge(layerBlobBytes(settings.images), layerDatabase(settings))))
    for (const reminder of reminders(settings, withSecret, withBucket)) yield* Console.error(reminder)
    if (made.missingImages > 0)
      yield* Console.error(`${counted(made.missingImages, "image")} had gone or were damaged, and are not in the file.`)
    yield* Console.log(
      `${resolve(file)}: ${counted(made.rows, "row")} of ${counted(made.tables, "table")}, ${counted(made.images, "image")}, ${counted(made.bytes, "byte")}.`
    )
  })
).pipe(Command.withDescription("Write everything that the service knows into one file, while it runs"))
