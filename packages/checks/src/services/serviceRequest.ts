import { isUnsafeMethod, methodOfStep, type ServiceCheck, type ServiceSettings } from "@mon/model"
import {
  type DnsExpectation,
  type ServiceAddress,
  serviceAddress,
  serviceAddresses,
  serviceFault,
  type ServiceRequest
} from "@mon/uptime-probe"
import { isConfidential } from "../requests/performCheck.ts"

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

type StepsCheck = Extract<ServiceCheck, { readonly type: "httpSteps" }>

/** Returns the steps of a check as the engine takes them. */
const stepsOf = ({ steps }: StepsCheck) =>
  steps.map(({ take, ...step }) => ({
    ...step,
    secret: isConfidential({ ...step, body: step.body ?? step.form }),
    ...(take === undefined ? {} : { take: Object.fromEntries(take.map(({ name, ...place }) => [name, place])) })
  }))

/** Returns the request of the engine for the check of a service. */
export const serviceRequest = ({ check, expect, timeoutMs }: Omit<PlainService, "inverted">): ServiceRequest => {
  if (check.type === "httpSteps") return { ...check, steps: stepsOf(check), expect, timeoutMs } as ServiceRequest
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

/** Returns the steps of a check whose requests may change something, with their methods and hosts. */
export const unsafeSteps = (
  check: ServiceCheck
): ReadonlyArray<{ readonly method: string; readonly hostname: string }> =>
  check.type === "httpSteps"
    ? check.steps.flatMap((step) => {
        const method = methodOfStep(step)
        const [hostname] = hostsOfCheck({ type: "httpSteps", steps: [{ name: step.name, url: step.url }] })
        return isUnsafeMethod(method) && hostname !== undefined ? [{ method, hostname }] : []
      })
    : []

/**
 * Returns whether a check may change something, so that nothing but its schedule may repeat it: it sends an email, or
 * requests that may change something.
 */
export const changesSomething = (check: ServiceCheck): boolean =>
  check.type === "mailRoundTrip" || unsafeSteps(check).length > 0

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
