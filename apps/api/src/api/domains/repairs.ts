import { BadRequest, messages, NotFound, TooManyRequests } from "@mon/api-contract"
import { askAboutRecords } from "@mon/checks"
import { CertificateRepairs, DnsRepairs, Repairs } from "@mon/core-store"
import type { Repair } from "@mon/model"
import { Clock, Effect } from "effect"
import { takeAttempt } from "../../auth/AttemptLimits.ts"
import type { Caller } from "../../auth/Caller.ts"
import { domainMonitors } from "../monitors/domainMonitors.ts"

const repairOf = Effect.fnUntraced(function* ({ viewer }: Caller, id: string, repairId: string) {
  const repair = yield* (yield* Repairs).find(viewer, id, repairId)
  return repair ?? (yield* new NotFound({ message: messages.repairNotFound }))
})

/**
 * Queries the DNS servers immediately after a person has reported that DNS records are restored. Returns null if there
 * is nothing to restore.
 */
const verifyRecordsOf = Effect.fnUntraced(function* ({ viewer }: Caller, id: string, { id: repairId }: Repair) {
  const repairs = yield* DnsRepairs
  const reported = yield* repairs.report(viewer, id)
  if (reported === null) return null
  const at = yield* Clock.currentTimeMillis
  const asked = yield* askAboutRecords(reported.records)
  yield* repairs.answered(viewer, id, at, { ...asked, isConfirmed: false })
  return (yield* (yield* Repairs).find(viewer, id, repairId)) ?? reported
})

/**
 * Checks immediately whether a certificate is repaired or DNS records are restored, after a person has reported the
 * repair.
 */
export const verifyRepair = Effect.fn("verifyRepair")(function* (caller: Caller, id: string, repairId: string) {
  yield* domainMonitors.writable(caller, id)
  const repair = yield* repairOf(caller, id, repairId)
  if (repair.kind === "email") return yield* new BadRequest({ message: messages.repairOfEmail })
  const seconds = yield* takeAttempt("repairVerification", repair.id)
  if (seconds > 0) return yield* new TooManyRequests({ message: messages.checkedJustNow(seconds) })
  const reported =
    repair.kind === "dns"
      ? yield* verifyRecordsOf(caller, id, repair)
      : yield* (yield* CertificateRepairs).report(caller.viewer, id)
  return reported ?? (yield* new BadRequest({ message: messages.repairOver }))
})

/** Ends the repair of changed DNS records after a person has reported that the change was intended. */
export const dismissRepair = Effect.fn("dismissRepair")(function* (caller: Caller, id: string, repairId: string) {
  yield* domainMonitors.writable(caller, id)
  const repair = yield* repairOf(caller, id, repairId)
  if (repair.kind !== "dns") return yield* new BadRequest({ message: messages.repairNotDismissed })
  const dismissed = yield* (yield* DnsRepairs).dismiss(caller.viewer, id)
  return dismissed ?? (yield* new BadRequest({ message: messages.repairEnded }))
})
