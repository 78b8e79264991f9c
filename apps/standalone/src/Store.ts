import { layerRepositories, layerSqlClient, migrate, migrations } from "@mon/core-store"
import { EmbeddedPostgres } from "@mon/core-store/embedded"
import { Effect, Layer } from "effect"
import { asSettingError } from "@mon/model"
import { readSettings, type Settings } from "./Settings.ts"

/** The database of the settings: the one they name, or the embedded one of the data directory. */
export const layerDatabase = (settings: Settings) =>
  settings.databaseUrl === null
    ? Layer.unwrap(Effect.map(EmbeddedPostgres, ({ url }) => layerSqlClient({ url }))).pipe(
      Layer.provide(EmbeddedPostgres.layer({ dataDir: settings.dataDir }))
    )
    : layerSqlClient({ url: settings.databaseUrl })

/** The database with its schema brought up to date, and every repository. */
export const layerMigratedStore = (settings: Settings) =>
  Layer.effectDiscard(migrate(migrations)).pipe(
    Layer.provideMerge(layerRepositories),
    Layer.provideMerge(layerDatabase(settings))
  )

/** The store of this environment, for the operator's commands. */
export const layerStore = Layer.unwrap(
  Effect.map(
    Effect.try({ try: () => readSettings(process.env), catch: (error) => asSettingError(error) }),
    layerMigratedStore
  )
)
