import { contractEndpoint, type Tool } from "@mon/mcp"
import type { Caller } from "../auth/Caller.ts"
import { permissionOf, credentialRefusal } from "../http/endpointAccess.ts"

/** The tools whose endpoints the credential of a caller may all use. A read key has no others. */
export const toolsOf = (tools: ReadonlyArray<Tool>, caller: Pick<Caller, "scope" | "via">): ReadonlyArray<Tool> =>
  tools.filter(({ endpoints }) =>
    endpoints.every((name) => credentialRefusal(permissionOf(contractEndpoint(name)), caller) === null)
  )
