import { field } from "./Field.ts"
import type { MonitorFields } from "./MonitorField.ts"

/**
 * The field for the monitors that a monitor depends on, such as the router in front of a server. Monitors of every kind
 * have this field.
 */
export const dependencyFields = {
  dependsOn: field.monitors("dependsOn", {
    about:
      "Ids of the monitors in the account that this monitor depends on. While one of them is down, Mon sends no alert when this monitor goes down.",
    rule: "Monitors must not depend on each other in a circle.",
    example: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"],
    maximum: 10,
    default: [],
    column: "depends_on"
  })
} as const satisfies MonitorFields
