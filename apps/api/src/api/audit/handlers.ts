import { BadRequest, messages } from "@mon/api-contract"
import { type AuditFilter, AuditLog, type StoredAuditEntry } from "@mon/core-store"
import { type AuditEntry, auditLimits } from "@mon/model"
import { csvLine } from "@mon/simulation"
import { Effect, Stream } from "effect"
import { type Caller, adminOnly } from "../../auth/Caller.ts"
import { FileDownload } from "../../http/HttpResponse.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"

interface Wanted extends Omit<AuditFilter, "since" | "until"> {
  readonly since?: string
  readonly until?: string
}

const filterOf = ({ since, until, ...rest }: Wanted): AuditFilter => ({
  ...rest,
  since: since === undefined ? undefined : new Date(since),
  until: until === undefined ? undefined : new Date(until)
})

const shown = ({ at, ...entry }: StoredAuditEntry): AuditEntry => ({ ...entry, at: at.toISOString() })

const listEntries = Effect.fn("listAuditEntries")(function* (
  caller: Caller,
  {
    before,
    limit = auditLimits.entries.default,
    ...wanted
  }: Wanted & { readonly before?: string; readonly limit?: number }
) {
  yield* adminOnly(caller)
  const found = yield* (yield* AuditLog).list(caller.viewer, filterOf(wanted), { before, limit })
  return found === null ? yield* new BadRequest({ message: messages.auditBefore }) : ok(found.map(shown))
})

const columns: ReadonlyArray<readonly [string, (entry: AuditEntry) => string | boolean | null]> = [
  ["id", ({ id }) => id],
  ["at", ({ at }) => at],
  ["is_finished", ({ isFinished }) => isFinished],
  ["action", ({ action }) => action],
  ["target", ({ target }) => target],
  ["actor", ({ actor }) => actor],
  ["email", ({ email }) => email],
  ["key_name", ({ keyName }) => keyName],
  ["address", ({ address }) => address],
  ["user_agent", ({ userAgent }) => userAgent],
  ["changes", ({ changes }) => (changes.length === 0 ? null : JSON.stringify(changes))]
]

const downloadEntries = Effect.fn("downloadAuditEntries")(function* (caller: Caller, wanted: Wanted) {
  yield* adminOnly(caller)
  const lines = (yield* AuditLog)
    .stream(caller.viewer, filterOf(wanted))
    .pipe(Stream.map((entry) => csvLine(columns.map(([, cell]) => cell(shown(entry))))))
  const heading = Stream.make(csvLine(columns.map(([name]) => name)))
  return new FileDownload("audit-log.csv", "text/csv; charset=utf-8", Stream.concat(heading, lines))
})

export const auditHandlers: GroupHandlers<"audit"> = {
  list: ({ caller, query }) => listEntries(caller, query),
  download: ({ caller, query }) => downloadEntries(caller, query)
}
