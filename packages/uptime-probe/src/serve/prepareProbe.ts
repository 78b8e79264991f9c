import * as Redirects from "../http/Redirects.ts"
import { DNS_PORT, dnsPort } from "../service/probeDns.ts"
import { readHost, readTarget } from "../service/ServiceTarget.ts"
import type { ProbeModule } from "./ProbeModule.ts"
import type { RunProbe } from "./ProbeReport.ts"
import { dnsProbe } from "./runDnsModule.ts"
import { grpcProbe } from "./runGrpcModule.ts"
import { httpProbe } from "./runHttpModule.ts"
import { icmpProbe } from "./runIcmpModule.ts"
import { tcpProbe } from "./runTcpModule.ts"

const LONGEST_TARGET = 2_048

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//iu

const urlOf = (text: string): URL | null => {
  const address = SCHEME.test(text) ? text : `http://${text}`
  const url = text.length > LONGEST_TARGET ? null : URL.parse(address)
  return url === null || !Redirects.isWeb(url) ? null : url
}

const HOST_FAULT = "The hostname parameter must be a host."

/**
 * Returns the probe of a target, or a sentence about the targets that its module accepts. `hostname` is the Host header
 * for http, and the name for SNI and the certificate for http, tcp and grpc.
 */
export const prepareProbe = (module: ProbeModule, target: string, hostname: string | null): RunProbe | string => {
  if (hostname !== null && readTarget(hostname, DNS_PORT) === null) return HOST_FAULT
  switch (module.prober) {
    case "http": {
      const url = urlOf(target)
      if (url === null) return "The target parameter must be an http or https URL, or a host."
      if (url.username !== "" || url.password !== "")
        return "The target parameter must not have a user name or a password. Use basic_auth in the module."
      if (hostname !== null && module.host !== null && module.host !== hostname)
        return `The hostname parameter differs from the module's Host header, ${module.host}.`
      return httpProbe(hostname === null ? module : { ...module, host: hostname }, url.href)
    }
    case "tcp": {
      const place = readTarget(target, null)
      return place === null ? "The target parameter must be a host and a port." : tcpProbe(module, place, hostname)
    }
    case "grpc": {
      const place = readTarget(target, null)
      return place === null ? "The target parameter must be a host and a port." : grpcProbe(module, place, hostname)
    }
    case "icmp":
      return readHost(target) === null
        ? "The target parameter must be a host without a port."
        : icmpProbe(module, target)
    case "dns": {
      const place = readTarget(target, dnsPort(module.query.transport))
      return place === null ? "The target parameter must be a host, or a host and a port." : dnsProbe(module, place)
    }
  }
}
