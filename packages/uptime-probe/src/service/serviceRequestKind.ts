import { type Kind, variants } from "@mon/bundled/arguments"
import { mailRoundTripCheck, protocolRequests } from "./protocol/protocolKinds.ts"
import { stepsCheck } from "./sequence/stepsCheckKind.ts"
import { dnsRequest, icmpRequest, tcpRequest, tlsRequest, webSocketRequest } from "./serviceKinds.ts"

/** Accepts the object that the kind accepts, together with a type. */
const typed = (kind: Kind): Kind => ({
  takes: kind.takes,
  fault: (value) => {
    const { type: _type, ...rest } = value as object & { readonly type?: unknown }
    return kind.fault(rest)
  }
})

const dnsCheck = (): Kind => {
  const kind = dnsRequest()
  return {
    takes: "an object with a server, a name and a recordType",
    fault: (value) => {
      const { recordType, ...rest } = value as object & { readonly recordType?: unknown }
      const fault = kind.fault({ ...rest, type: recordType })
      return fault === null ? null : { ...fault, path: fault.path.replace(/^\.type\b/u, ".recordType") }
    }
  }
}

export const serviceRequest = (): Kind =>
  variants(
    "type",
    {
      tcp: typed(tcpRequest()),
      tls: typed(tlsRequest()),
      dns: dnsCheck(),
      icmp: typed(icmpRequest()),
      webSocket: typed(webSocketRequest()),
      mailRoundTrip: mailRoundTripCheck(),
      httpSteps: stepsCheck(),
      ...protocolRequests()
    },
    "an object with a type"
  )
