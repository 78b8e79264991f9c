import { type Privileges, privilegeText, type SchemaState } from "@mon/core-store"
import { type Finding, fail, ok } from "./Finding.ts"

/** Whether the database user can do what the service needs. Only a user that updates the schema needs more. */
export const examineRights = ({ toMigrate, toRun, user }: Privileges, isInstalled: boolean): Finding => {
  const missing = isInstalled ? toRun : [...toRun, ...toMigrate]
  if (missing.length > 0) return fail("rights", privilegeText(user, missing))
  return toMigrate.length === 0
    ? ok("rights", `${user} can run the service and update its schema`)
    : ok(
        "rights",
        `${user} can run the service, but not update its schema: before an upgrade, run "mon-server migrate" as the owner`
      )
}

/** Says who applies the missing migrations. */
export const examineMigrations = ({ missing }: SchemaState, { toMigrate, user }: Privileges): Finding => {
  const count = `${missing.length} migrations are missing`
  return toMigrate.length === 0
    ? { subject: "schema", state: "warn", detail: `${count}: the next start applies them` }
    : fail("schema", `${count}, and ${user} cannot apply them: run "mon-server migrate" as the owner of the schema`)
}
