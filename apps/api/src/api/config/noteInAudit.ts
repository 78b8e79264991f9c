import { isMonitorSection, kindOfSection, type Section } from "@mon/api-contract/config-file"
import { AuditLog, type ChangedThing } from "@mon/core-store"
import { newMonitorSecrets } from "@mon/model"
import { Effect } from "effect"
import { changesBetween, SECRET } from "../../http/change.ts"
import { type ApplyContext, groups } from "./ApplyContext.ts"

/** Returns the secrets that can be set only when a monitor is created, with a placeholder for each value. */
const newSecrets = (context: ApplyContext, section: Section, key: string) => {
  if (!isMonitorSection(section)) return {}
  const entry = context.wish(section, key)?.object.entry ?? {}
  const names = Object.keys(newMonitorSecrets[kindOfSection(section)])
  return Object.fromEntries(names.filter((name) => Object.hasOwn(entry, name)).map((name) => [name, SECRET]))
}

/** Returns the changes of a file as entries of the audit log, with the values that the plan shows. */
const entriesOf = (context: ApplyContext): ReadonlyArray<ChangedThing> => {
  const { create, delete: deletions, update } = context.comparison.plan
  const { idOf } = context
  return [
    ...deletions.map(({ id, name, section }) => ({
      action: `${groups[section]}.remove`,
      target: id,
      changes: changesBetween({ name }, null, {})
    })),
    ...create.map(({ fields, key, section }) => ({
      action: `${groups[section]}.create`,
      target: idOf(section, key),
      changes: changesBetween(null, { ...fields, ...newSecrets(context, section, key) }, {})
    })),
    ...update.map(({ changes, id, section }) => ({
      action: `${groups[section]}.update`,
      target: id,
      changes: changes.flatMap(({ field, from, to }) => changesBetween({ [field]: from }, { [field]: to }, {}))
    }))
  ]
}

/** Stores an audit entry for each object that a file has changed, in the transaction of the changes. */
export const noteInAudit = Effect.fn("noteInAudit")(function* (context: ApplyContext) {
  const { client, credentialHash, principal, via } = context.caller
  yield* (yield* AuditLog).addAll(
    {
      accountId: principal.accountId,
      actor: via,
      userId: principal.userId,
      keyHash: via === "key" ? credentialHash : null,
      client
    },
    entriesOf(context)
  )
})
