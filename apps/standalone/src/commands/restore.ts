import { layerBlobBytes, migrations, restoreBackup, type VerifiedBackup, verifyBackup } from "@mon/core-store"
import { asSettingError } from "@mon/model"
import { Console, Effect, Layer } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { rmSync } from "node:fs"
import { resolve } from "node:path"
import process from "node:process"
import { readSettings, type Settings } from "../Settings.ts"
import { layerDatabase } from "../Store.ts"
import { counted, tellProgress } from "./progress.ts"
import { Refused } from "./Refused.ts"
import { findSecret, opensProof, putSecret, secretFile } from "./SecretAtHand.ts"

const LOSS =
  "--new-secret goes on without it: then signing secrets of webhooks and mails that wait are lost, and links that were sent do not work."

const place = (settings: Settings): string =>
  settings.databaseUrl === null ? `put it into ${secretFile(settings)} or set MON_SECRET` : "set MON_SECRET to it"

/** The secret that this restore has to put in its place; null: none. Refuses when the right one is not at hand. */
const secretToPut = Effect.fnUntraced(function* (
  settings: Settings,
  { file, opening: { proof }, secret }: VerifiedBackup,
  newSecret: boolean
) {
  const present = yield* findSecret(settings)
  if (present === null && secret !== null) return secret
  if (proof === null || newSecret) return null
  if (present === null) {
    return yield* new Refused({
      message: `${file} needs the secret of the service that it was made of: ${place(settings)}. ${LOSS}`
    })
  }
  if (yield* opensProof(present, proof)) return null
  return yield* new Refused({
    message: `${file} was made with another secret than the present one: ${place(settings)}. ${LOSS}`
  })
})

const whileSecretIsThere = <A, E, R>(settings: Settings, secret: string | null, restored: Effect.Effect<A, E, R>) =>
  secret === null
    ? restored
    : Effect.andThen(
        Effect.try({
          try: () => putSecret(settings, secret),
          catch: () => new Refused({ message: `The secret cannot be written to ${secretFile(settings)}.` })
        }),
        Effect.onError(restored, () => Effect.sync(() => rmSync(secretFile(settings), { force: true })))
      )

export const restore = Command.make(
  "restore",
  {
    file: Argument.String("file").pipe(Argument.withDescription("A file that `mon backup` has written")),
    newSecret: Flag.Boolean("new-secret").pipe(
      Flag.withDescription("Go on without the secret of the backed-up service"),
      Flag.withDefault(false)
    )
  },
  Effect.fn(function* ({ file, newSecret }) {
    const settings = yield* Effect.try({ try: () => readSettings(process.env), catch: asSettingError })
    yield* Console.error(`Checking ${resolve(file)}`)
    const verified = yield* verifyBackup(resolve(file), migrations)
    const secret = yield* secretToPut(settings, verified, newSecret)
    const restored = restoreBackup(verified, migrations, tellProgress).pipe(
      Effect.provide(Layer.provideMerge(layerBlobBytes(settings.images), layerDatabase(settings)))
    )
    const { images, rows, tables } = yield* whileSecretIsThere(settings, secret, restored)
    if (verified.opening.images === "bucket" && settings.images._tag !== "S3") {
      yield* Console.error(
        "The images are not in this backup: they lie in the bucket that the service used. Set MON_S3_* to it."
      )
    }
    yield* Console.log(
      `Restored ${counted(rows, "row")} of ${counted(tables, "table")} and ${counted(images, "image")}, as they were at ${verified.opening.createdAt}.`
    )
  })
).pipe(Command.withDescription("Put a backup into an empty database, everything or nothing"))
