import type { ServiceCheck, ServiceSettings } from "@mon/model"
import {
  type DnsExpectation,
  type ServiceAddress,
  serviceAddress,
  serviceAddresses,
  serviceFault,
  type ServiceRequest
} from "@mon/uptime-probe"

/** The settings of a service that a check needs. No text is sealed. */
export interface PlainService extends Pick<ServiceSettings, "inverted"> {
  readonly check: ServiceCheck
  readonly expect: ServiceSettings["expect"]
  readonly timeoutMs: number
}

type DnsCheck = Extract<ServiceCheck, { readonly type: "dns" }>

/** The expectations about the answer of a DNS server, which are options of the check. */
const dnsExpectations = ({
  answers = [],
  authenticated,
  minimumAnswers,
  rcode
}: DnsCheck): ReadonlyArray<DnsExpectation> => [
  ...(rcode === undefined ? [] : [{ rcode }]),
  ...(minimumAnswers === undefined ? [] : [{ minimumAnswers }]),
  ...(authenticated === true ? [{ flag: "authenticated" } as const] : []),
  ...answers.map((answer) => ({ answer }))
]

/** Returns the request of the engine for the check of a service. */
export const serviceRequest = ({ check, expect, timeoutMs }: Omit<PlainService, "inverted">): ServiceRequest => {
  if (check.type !== "dns") return { ...check, expect, timeoutMs } as ServiceRequest
  const { answers: _answers, authenticated: _flag, minimumAnswers: _most, rcode: _rcode, ...query } = check
  return { ...query, expect: [...dnsExpectations(check), ...expect], timeoutMs } as ServiceRequest
}

const SECOND_MS = 1_000

/** Returns the address of a check. Null if the engine cannot make the check. */
export const addressOfCheck = (check: ServiceCheck): ServiceAddress | null =>
  serviceAddress(serviceRequest({ check, expect: [], timeoutMs: SECOND_MS }))

/** Returns the addresses of all hosts to which a check connects. Empty if the engine cannot make the check. */
export const addressesOfCheck = (check: ServiceCheck): ReadonlyArray<ServiceAddress> =>
  serviceAddresses(serviceRequest({ check, expect: [], timeoutMs: SECOND_MS }))

/** Returns the names or addresses of all hosts to which a check connects. */
export const hostsOfCheck = (check: ServiceCheck): ReadonlyArray<string> => [
  ...new Set(addressesOfCheck(check).map(({ hostname }) => hostname))
]

const domainOf = (mailAddress: string): string => mailAddress.slice(mailAddress.lastIndexOf("@") + 1).toLowerCase()

/**
 * Returns the names that a person must own on a service for strangers: the hosts of a check, and the domains of the
 * recipient and the sender of its email. The sender gets a notice if the email cannot be delivered.
 */
export const namesToProve = (check: ServiceCheck): ReadonlyArray<string> => [
  ...new Set([
    ...hostsOfCheck(check),
    ...(check.type === "mailRoundTrip" ? [domainOf(check.to), domainOf(check.from)] : [])
  ])
]

/**
 * Returns whether a check may change something, so that nothing but its schedule may repeat it: it sends an email.
 */
export const changesSomething = (check: ServiceCheck): boolean => check.type === "mailRoundTrip"

/**
 * Returns the reason why the engine cannot make a check, as a sentence that begins with "check". Null if it can.
 *
 * @example
 * ```ts
 * serviceCheckFault({ type: "tcp", target: "db.example.com:5432" }) // => null
 * serviceCheckFault({ type: "tcp", target: "db.example.com:0" }) // => 'check.target must be …'
 * ```
 */
export const serviceCheckFault = (check: ServiceCheck): string | null =>
  serviceFault(serviceRequest({ check, expect: [], timeoutMs: SECOND_MS }), "check")
