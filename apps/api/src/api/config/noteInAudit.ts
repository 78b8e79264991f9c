import type { ConfigPlan, Section } from "@mon/api-contract/config-file"
import { AuditLog, type ChangedThing } from "@mon/core-store"
import { Effect } from "effect"
import { changesBetween } from "../../http/change.ts"
import { type ApplyContext, groups } from "./ApplyContext.ts"

/** Returns the changes of a plan as entries of the audit log, with the values as the plan shows them. */
const entriesOf = (
  { create, delete: deletions, update }: ConfigPlan,
  idOf: (section: Section, key: string) => string
): ReadonlyArray<ChangedThing> => [
  ...deletions.map(({ id, name, section }) => ({
    action: `${groups[section]}.remove`,
    target: id,
    changes: changesBetween({ name }, null, {})
  })),
  ...create.map(({ fields, key, section }) => ({
    action: `${groups[section]}.create`,
    target: idOf(section, key),
    changes: changesBetween(null, fields, {})
  })),
  ...update.map(({ changes, id, section }) => ({
    action: `${groups[section]}.update`,
    target: id,
    changes: changes.flatMap(({ field, from, to }) => changesBetween({ [field]: from }, { [field]: to }, {}))
  }))
]

/** Stores an audit entry for each object that a file has changed, in the transaction of the changes. */
export const noteInAudit = Effect.fn("noteInAudit")(function* ({ caller, comparison, idOf }: ApplyContext) {
  const { client, credentialHash, principal, via } = caller
  yield* (yield* AuditLog).addAll(
    {
      accountId: principal.accountId,
      actor: via,
      userId: principal.userId,
      keyHash: via === "key" ? credentialHash : null,
      client
    },
    entriesOf(comparison.plan, idOf)
  )
})
