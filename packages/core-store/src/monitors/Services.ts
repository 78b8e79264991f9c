import { planTable, type PlanTable, type Service, serviceFields } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { AccessScope } from "../access/AccessScope.ts"
import { PostgresJs } from "../sql/PostgresJs.ts"
import { randomBytes } from "../sql/Randomness.ts"
import { isStoredSsl, toSsl } from "./storedCertificate.ts"
import { monitorReads, type MonitorRow, monitorRows, type NewColumns, readMonitor, unchecked } from "./monitorRows.ts"
import { type ColumnsOf, settingsReader } from "./statements/monitorColumns.ts"
import {
  type EntryOf,
  monitorRepository,
  type MonitorToCreate,
  type NewMonitor
} from "./statements/monitorRepository.ts"
import { readStopped } from "./statements/stoppedColumns.ts"

interface ServiceRow extends ColumnsOf<typeof serviceFields>, MonitorRow {
  readonly ssl: unknown
}

type NewServiceRow = Pick<ServiceRow, NewColumns | keyof ColumnsOf<typeof serviceFields>>

const settingsOf = settingsReader(serviceFields)

const toService = (row: ServiceRow, plans: PlanTable): Service => {
  const { name, ...settings } = settingsOf(row)
  const monitor = readMonitor("service", row)
  return {
    id: monitor.id,
    url: monitor.url,
    hostname: monitor.hostname,
    name,
    status: monitor.status,
    isPaused: monitor.isPaused,
    isDegraded: monitor.isDegraded,
    access: monitor.access,
    ...settings,
    stoppedOptions: readStopped(row, { request: null, expect: settings.expect }, plans),
    lastCheckedAt: monitor.lastCheckedAt,
    nextCheckAt: monitor.nextCheckAt,
    statusChangedAt: monitor.statusChangedAt,
    lastResponseTimeMs: monitor.lastResponseTimeMs,
    lastError: monitor.lastError,
    uptime: monitor.uptime,
    maintenance: monitor.maintenance,
    responseTime: monitor.responseTime,
    ssl: isStoredSsl(row.ssl) ? toSsl(row.ssl, row.now) : null,
    tags: monitor.tags,
    createdAt: monitor.createdAt,
    updatedAt: monitor.updatedAt
  }
}

/** A new service has no options beyond the plan, so none of its options is stopped. */
const toNewService = (row: NewServiceRow): Service => toService({ ...unchecked, ssl: null, ...row }, planTable)

/** A new service without the key for duplicates: several services may have the same address. */
type Wanted = Omit<NewMonitor<"service">, "dedupeKey">

const KEY_BYTES = 16

/** Adds a random key, because two services with the same address are no duplicates. */
const unique = <Monitor extends Wanted>(monitor: Monitor) =>
  Effect.map(randomBytes(KEY_BYTES), (bytes) => ({ ...monitor, dedupeKey: Buffer.from(bytes).toString("hex") }))

/** Services. Every read and write is limited to the services that the caller can see. */
export class Services extends Context.Service<Services>()("@mon/core-store/Services", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const database = { driver: yield* PostgresJs, sql }
    const statements = monitorRows("service", "f.ssl,")
    const { find, list } = monitorReads<ServiceRow, Service>(database, "service", statements, toService)
    const repository = monitorRepository(database, "service", { find, toNew: toNewService })
    return {
      /** Lists services, newest first. */
      list,
      ...repository,
      create: (scope: AccessScope, monitor: Wanted, limit: number, entryOf?: EntryOf<Service>) =>
        Effect.flatMap(unique(monitor), (wanted) => repository.create(scope, wanted, limit, entryOf)),
      createAll: (scope: AccessScope, monitors: ReadonlyArray<MonitorToCreate<Wanted>>, limit: number) =>
        Effect.flatMap(Effect.forEach(monitors, unique), (wanted) => repository.createAll(scope, wanted, limit))
    }
  })
}) {
  static readonly layer = Layer.effect(Services, Services.make)
}
