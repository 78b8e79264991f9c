import {
  BlobLinks,
  Blobs,
  layerBlobBytes,
  layerRepositories,
  layerSqlClient,
  migrate,
  migrations,
  readOrMakeSecretFile,
  Secrets,
  secretsOfFile
} from "@mon/core-store"
import { EmbeddedPostgres } from "@mon/embedded-postgres/effect"
import { Effect, Layer } from "effect"
import { asSettingError } from "@mon/model"
import { join } from "node:path"
import { DatabaseLost } from "./DatabaseLost.ts"
import { readSettings, type Settings } from "./Settings.ts"

/** The configured database, or the embedded database in the data folder, even if a running service already uses it. */
export const layerDatabase = (settings: Settings) =>
  settings.databaseUrl === null
    ? Layer.unwrap(Effect.map(EmbeddedPostgres, ({ url }) => layerSqlClient({ url }))).pipe(
        Layer.provide(EmbeddedPostgres.layer({ dataDir: settings.dataDir }))
      )
    : layerSqlClient({ url: settings.databaseUrl, ...settings.specialUrls })

/** The embedded database of a service. If its server exits, it is restarted, possibly on another port. */
const layerSupervisedDatabase = (settings: Settings) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { address, lost, url } = yield* EmbeddedPostgres
      const report = yield* DatabaseLost
      yield* Effect.forkScoped(Effect.map(lost, report))
      return layerSqlClient({ url, address })
    })
  ).pipe(Layer.provide(EmbeddedPostgres.layerSupervised({ dataDir: settings.dataDir })))

export const layerServiceDatabase = (settings: Settings) =>
  settings.databaseUrl === null ? layerSupervisedDatabase(settings) : layerDatabase(settings)

export const layerMigratedStore = (database: ReturnType<typeof layerDatabase>) =>
  Layer.effectDiscard(migrate(migrations)).pipe(Layer.provideMerge(layerRepositories), Layer.provideMerge(database))

/** The configured secrets, or the secrets in the file that the first start creates in the data folder. */
const layerSecrets = ({ dataDir, secrets }: Settings) =>
  secrets !== null
    ? Secrets.layer(secrets)
    : Layer.unwrap(
        Effect.gen(function* () {
          const file = join(dataDir, "secret")
          const text = yield* Effect.promise(() => readOrMakeSecretFile(file))
          return Secrets.layer(yield* Effect.try({ try: () => secretsOfFile(file, text), catch: asSettingError }))
        })
      )

export const layerImages = (settings: Settings) =>
  Layer.merge(Blobs.layer, BlobLinks.layer).pipe(
    Layer.provide(layerBlobBytes(settings.images)),
    Layer.provideMerge(layerSecrets(settings))
  )

/** The secrets that the environment of this process configures, for the operator's commands. */
export const layerStoreSecrets = Layer.unwrap(
  Effect.map(
    Effect.try({ try: () => readSettings(process.env), catch: (error) => asSettingError(error) }),
    layerSecrets
  )
)

/** The store that the environment of this process configures, for the operator's commands. */
export const layerStore = Layer.unwrap(
  Effect.map(
    Effect.try({ try: () => readSettings(process.env), catch: (error) => asSettingError(error) }),
    (settings) => layerMigratedStore(layerDatabase(settings))
  )
)
