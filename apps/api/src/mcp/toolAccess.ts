import { routeOf, type Tool } from "@mon/mcp"
import type { Caller } from "../auth/Caller.ts"
import { permissionOf, credentialRefusal } from "../http/routeAccess.ts"

/** The tools whose endpoints the credential of a caller may all use. A read key has no others. */
export const toolsOf = (tools: ReadonlyArray<Tool>, caller: Pick<Caller, "scope" | "via">): ReadonlyArray<Tool> =>
  tools.filter(({ endpoints }) =>
    endpoints.every((name) => credentialRefusal(permissionOf(routeOf(name)), caller) === null)
  )
