import { DEFAULT_TIMEOUT_MS, type ProbePorts } from "../../probe/ProbePorts.ts"
import { Connection } from "../Connection.ts"
import { DatagramConnection } from "../DatagramConnection.ts"
import type { Surroundings, Talk } from "../dialogue/Talk.ts"
import { runDialogue } from "../dialogue/runDialogue.ts"
import { surroundingsOf } from "../dialogue/surroundingsOf.ts"
import { type CheckEnd, runServiceCheck } from "../runServiceCheck.ts"
import type { ServiceResult } from "../ServiceResult.ts"
import { readTarget, type ServiceTarget, writeTarget } from "../ServiceTarget.ts"
import { concealSecrets } from "./concealSecrets.ts"
import {
  alpnOf,
  isOverUdp,
  portOf,
  type ProtocolFound,
  type ProtocolRequest,
  protocols,
  tlsUseOf
} from "./protocols.ts"

/** The result of a check that speaks the service's own protocol. */
export interface ProtocolResult<Found extends object = ProtocolFound[ProtocolRequest["type"]]> extends ServiceResult {
  /** What the check found out about the service, also if the check failed later. */
  readonly found: Partial<Found>
}

/** Rejects only with the signal's reason. The request must be valid. */
export const probeProtocol = async <Request extends ProtocolRequest>(
  ports: ProbePorts,
  request: Request,
  end: CheckEnd
): Promise<ProtocolResult<ProtocolFound[Request["type"]]>> => {
  type Found = ProtocolFound[Request["type"]]
  const { expect = [], timeoutMs = DEFAULT_TIMEOUT_MS, type } = request
  const target = readTarget(request.target, portOf(request)) as ServiceTarget
  const tls = tlsUseOf(request)
  // The list has the right dialogue for each type, but TypeScript cannot follow the type through the list.
  const talk = (await protocols[type].load()) as (request: Request, around: Surroundings) => Talk<Found>
  const nothing: { readonly found: Partial<Found> } = { found: {} }
  const plan = { url: `${type}://${writeTarget(target)}`, timeoutMs, expect }
  return runServiceCheck(ports, plan, end, nothing, async (deadline) => {
    const connection = new (isOverUdp(type) ? DatagramConnection : Connection)(
      ports,
      { ...request, target, timeoutMs },
      deadline
    )
    try {
      const failure = (await connection.open()) ?? (tls === "fromStart" ? await connection.secure(alpnOf(type)) : null)
      if (failure !== null) return { failure, facts: connection.facts(), extra: nothing }
      const around = surroundingsOf(target, connection.localAddress)
      const ended = await runDialogue(connection, talk(request, around), {
        plainSecrets: tls === "never"
      })
      const { facts, found } = ended
      const message = concealSecrets(ended.failure?.message ?? "", request)
      return { facts, failure: ended.failure === null ? null : { ...ended.failure, message }, extra: { found } }
    } finally {
      connection.close()
    }
  })
}
