import { BadRequest, type CreateMonitor, messages, type UpdateMonitor } from "@mon/api-contract"
import {
  addressesOfCheck,
  addressOfCheck,
  hostsOfCheck,
  namesToProve,
  sealCheck,
  serviceCheckFault,
  unsafeSteps
} from "@mon/checks"
import { type MonitorPatch, monitorRepositories, type MonitorTarget, type NewMonitor } from "@mon/core-store"
import {
  defaultServiceTimeout,
  methodOfStep,
  requestLimits,
  type ServiceCheck,
  serviceDefaults,
  serviceFields,
  serviceTimeoutFault,
  shortestServiceInterval
} from "@mon/model"
import { parseIpAddress } from "@mon/public-net"
import { Effect } from "effect"
import { ApiConfig } from "../../ApiConfig.ts"
import type { Caller } from "../../auth/Caller.ts"
import {
  intervalFault,
  type NewTarget,
  type OptionInput,
  requireProof,
  type RulesOf,
  shortestDefault,
  type Target
} from "./MonitorRules.ts"
import { monitorsOf } from "./monitorHandlers.ts"
import { changedTimingFault, newTimingFault, timingFault } from "./timing.ts"

/** The lowest port that is not reserved for a protocol of the system. */
const FIRST_FREE_PORT = 1_024
const HTTPS_PORT = 443

const refuse = (message: string) => new BadRequest({ message })

/** The columns of the address. A check without a valid address has none, and is refused later. */
const addressColumns = (check: ServiceCheck) => {
  const address = addressOfCheck(check)
  return address === null ? { url: "", hostname: "" } : { url: address.url, hostname: address.hostname }
}

const servicePatch = ({ timeout, ...rest }: UpdateMonitor<"service">): MonitorPatch<"service"> => ({
  ...(timeout === undefined ? {} : { timeoutSeconds: timeout }),
  ...rest,
  ...(rest.check === undefined ? {} : addressColumns(rest.check))
})

const defaultInterval = (caller: Caller, { type }: ServiceCheck) =>
  Math.max(shortestDefault("service", serviceDefaults.checkInterval, caller), shortestServiceInterval(type))

const newService = (_: Target, input: CreateMonitor<"service">, caller: Caller): NewMonitor<"service"> => {
  const { check, timeout, ...rest } = input
  const address = addressColumns(check)
  const checkInterval = rest.checkInterval ?? defaultInterval(caller, check)
  return {
    ...serviceDefaults,
    name: address.url.slice(0, serviceFields.name.maximum) || check.type,
    checkInterval,
    timeoutSeconds: defaultServiceTimeout(check.type, checkInterval),
    ...(timeout === undefined ? {} : { timeoutSeconds: timeout }),
    ...rest,
    check,
    ...address
  }
}

/** The checks that a service for strangers makes on any host: they are harmless, or everybody makes them. */
const isHarmless = (check: ServiceCheck, port: number | null): boolean =>
  check.type === "dns" || (check.type === "tls" && port === HTTPS_PORT)

/** The usual ports of the servers of a check with several hosts, by the scheme of their address (RFC 8314). */
const usualPorts: ReadonlyMap<string, ReadonlyArray<number>> = new Map([
  ["http:", [80]],
  ["https:", [443]],
  ["smtp:", [25, 465, 587]],
  ["imap:", [143, 993]]
])

/** Returns the usual ports of a server. */
const usualPortsOf = (check: ServiceCheck, url: string): ReadonlyArray<number | null> => {
  if ("target" in check) return [addressOfCheck({ ...check, target: "host.example" } as ServiceCheck)?.port ?? null]
  return usualPorts.get(new URL(url).protocol) ?? [addressOfCheck(check)?.port ?? null]
}

/** Refuses checks of hosts that the caller's account has not proven to own, if the operator wants that. */
const requireOwnHost = Effect.fnUntraced(function* (caller: Caller, check: ServiceCheck) {
  const { serviceTargets = "any" } = yield* ApiConfig
  const addresses = addressesOfCheck(check)
  if (serviceTargets === "any" || addresses.every(({ port }) => isHarmless(check, port))) return
  if (check.type === "udp") return yield* refuse(messages.serviceUdp)
  for (const { hostname, port, url } of addresses) {
    if (parseIpAddress(hostname) !== null) return yield* refuse(messages.serviceAddressProof)
    if (port !== null && port < FIRST_FREE_PORT && !usualPortsOf(check, url).includes(port))
      return yield* refuse(messages.servicePort(check.type))
  }
  for (const owned of namesToProve(check))
    yield* requireProof(caller, owned, (name, value) => messages.serviceNotProven(owned, name, value))
})

/** Refuses steps that may change something on a host that the caller's account has not proven to own. */
const requireOwnSteps = Effect.fnUntraced(function* (caller: Caller, check: ServiceCheck) {
  for (const { hostname, method } of unsafeSteps(check))
    yield* requireProof(caller, hostname, (name, value) => messages.stepNotProven(method, hostname, name, value))
})

/** Returns a sentence about an interval that is too short for a check, or null. */
const shortIntervalFault = (check: ServiceCheck, interval: number): string | null => {
  const shortest = shortestServiceInterval(check.type)
  if (interval < shortest) return messages.serviceInterval(check.type, shortest)
  const [unsafe] = interval < requestLimits.unsafeIntervalSeconds ? unsafeSteps(check) : []
  return unsafe === undefined ? null : messages.stepInterval(unsafe.method, requestLimits.unsafeIntervalSeconds)
}

/** Returns a sentence about the part of a check that the plan does not include, or null. */
const stepsFault = (check: ServiceCheck | undefined, { limits }: Caller): string | null => {
  if (check?.type !== "httpSteps") return null
  const { expectations, requestMethods, title } = limits
  const method = check.steps.map(methodOfStep).find((one) => !requestMethods.some((allowed) => allowed === one))
  if (method !== undefined) return messages.stepMethod(method, requestMethods, title)
  const count = check.steps.reduce((sum, { expect = [] }) => sum + expect.length, 0)
  return count > expectations ? messages.stepExpectations(expectations, title) : null
}

const sealService = Effect.fn("sealService")(function* <Input extends OptionInput>(
  caller: Caller,
  input: Input,
  target: NewTarget,
  earlier: MonitorTarget | null
) {
  const { check: given, checkInterval, inverted, timeoutSeconds } = input
  const check = given ?? earlier?.check ?? null
  if (check === null) return yield* refuse(messages.serviceRequired)
  const interval = checkInterval ?? target.checkInterval ?? 0
  const tooShort = shortIntervalFault(check, interval)
  if ((given !== undefined || checkInterval !== undefined) && tooShort !== null) return yield* refuse(tooShort)
  const timeout = timeoutSeconds ?? target.timeoutSeconds
  const wrongTimeout = timeout === undefined ? null : serviceTimeoutFault(check.type, timeout)
  if ((given !== undefined || timeoutSeconds !== undefined) && wrongTimeout !== null) return yield* refuse(wrongTimeout)
  if (inverted === true && check.type !== "tcp") return yield* refuse(messages.serviceInverted(check.type))
  if (given === undefined) return input
  yield* requireOwnSteps(caller, given)
  yield* requireOwnHost(caller, given)
  const { url } = addressColumns(given)
  const sealed = yield* sealCheck(caller.viewer.accountKey, url, given, earlier)
  if (!sealed.ok) return yield* refuse(messages.enterAgain(`check.${sealed.where}`))
  return { ...input, check: sealed.value } satisfies OptionInput as Input
})

const serviceRules: RulesOf<"service"> = {
  kind: "service",
  store: monitorRepositories.service,
  messages: {
    notFound: messages.serviceNotFound,
    readOnly: messages.readOnlyService,
    notPublic: messages.serviceNotPublic,
    refused: { LimitReached: messages.serviceLimit, Duplicate: () => messages.serviceDuplicate }
  },
  sees: () => Effect.void,
  newFault: (body, caller) =>
    newTimingFault(
      body,
      serviceDefaults.timeoutSeconds,
      shortestDefault("service", serviceDefaults.checkInterval, caller)
    ),
  changeFault: changedTimingFault,
  addressOf: () => "",
  hostsOf: ({ check }) => (check === undefined ? [] : hostsOfCheck(check)),
  draft: newService,
  patchOf: servicePatch,
  planFault: ({ check, checkInterval }, caller) =>
    intervalFault("service", checkInterval, caller) ?? stepsFault(check, caller),
  seal: sealService,
  check: Effect.fnUntraced(function* ({ check }) {
    const message = check === undefined ? null : serviceCheckFault(check)
    if (message !== null) return yield* new BadRequest({ message })
  }),
  patchedFault: (right, { checkInterval, timeoutSeconds }) =>
    timingFault(timeoutSeconds ?? right.timeoutSeconds, checkInterval ?? right.checkInterval),
  surplus: () => Effect.succeed(null),
  countsOthers: () => false
}

export const serviceMonitors = {
  ...monitorsOf(serviceRules),
  check: serviceRules.check,
  patchedFault: serviceRules.patchedFault,
  patchOf: servicePatch,
  seal: sealService
}
