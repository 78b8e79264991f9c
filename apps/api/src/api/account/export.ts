import { messages, TooManyRequests } from "@mon/api-contract"
import { AccountExports, AuditLog, Blobs, EXPORT_MINUTES } from "@mon/core-store"
import { Clock, Effect, Stream } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"
import { FileDownload } from "../../http/HttpResponse.ts"
import { recentSignIn } from "../sessionOnly.ts"

/** Returns all data of the account as an archive. The audit log records the export, because it copies all data. */
export const exportAccount = Effect.fn("exportAccount")(function* (caller: Caller) {
  yield* ownerOnly(caller)
  if (caller.session !== null) yield* recentSignIn(caller.session)
  const { client, credentialHash, principal, via, viewer } = caller
  const exports = yield* AccountExports
  if (!(yield* exports.begin(viewer.accountKey)))
    return yield* new TooManyRequests({ message: messages.accountExport(EXPORT_MINUTES) })
  yield* (yield* AuditLog).addAll(
    {
      accountId: principal.accountId,
      actor: via,
      userId: principal.userId,
      keyHash: via === "key" ? credentialHash : null,
      client
    },
    [{ action: "account.export", target: null, changes: [] }]
  )
  const day = new Date(yield* Clock.currentTimeMillis).toISOString().slice(0, 10)
  const archive = Stream.provideContext(exports.archive(viewer.accountKey), yield* Effect.context<Blobs>())
  return new FileDownload(`account-${day}.tar.gz`, "application/gzip", archive)
})
