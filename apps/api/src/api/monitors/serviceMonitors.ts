import { BadRequest, type CreateMonitor, messages, type UpdateMonitor } from "@mon/api-contract"
import { addressOfCheck, sealCheck, serviceCheckFault } from "@mon/checks"
import { type MonitorPatch, monitorRepositories, type MonitorTarget, type NewMonitor } from "@mon/core-store"
import { type ServiceCheck, serviceDefaults, serviceFields, shortestServiceInterval } from "@mon/model"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import {
  intervalFault,
  type NewTarget,
  type OptionInput,
  type RulesOf,
  shortestDefault,
  type Target
} from "./MonitorRules.ts"
import { monitorsOf } from "./monitorHandlers.ts"
import { countsOnHost, hostSurplus, requireOwnHost } from "./ownHosts.ts"
import { changedTimingFault, newTimingFault, timingFault } from "./timing.ts"

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
  return {
    ...serviceDefaults,
    name: address.url.slice(0, serviceFields.name.maximum) || check.type,
    checkInterval: defaultInterval(caller, check),
    ...(timeout === undefined ? {} : { timeoutSeconds: timeout }),
    ...rest,
    check,
    ...address
  }
}

const sealService = Effect.fn("sealService")(function* <Input extends OptionInput>(
  caller: Caller,
  input: Input,
  target: NewTarget,
  earlier: MonitorTarget | null
) {
  const { check: given, checkInterval, inverted } = input
  const check = given ?? earlier?.check ?? null
  if (check === null) return yield* refuse(messages.serviceRequired)
  const interval = checkInterval ?? target.checkInterval ?? 0
  const shortest = shortestServiceInterval(check.type)
  if ((given !== undefined || checkInterval !== undefined) && interval < shortest)
    return yield* refuse(messages.serviceInterval(check.type, shortest))
  if (inverted === true && check.type !== "tcp") return yield* refuse(messages.serviceInverted(check.type))
  if (given === undefined) return input
  const address = addressOfCheck(given)
  if (address !== null) yield* requireOwnHost(caller, given, address)
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
  draft: newService,
  patchOf: servicePatch,
  planFault: ({ checkInterval }, caller) => intervalFault("service", checkInterval, caller),
  seal: sealService,
  check: Effect.fnUntraced(function* ({ check }) {
    const message = check === undefined ? null : serviceCheckFault(check)
    if (message !== null) return yield* new BadRequest({ message })
  }),
  patchedFault: (right, { checkInterval, timeoutSeconds }) =>
    timingFault(timeoutSeconds ?? right.timeoutSeconds, checkInterval ?? right.checkInterval),
  surplus: (caller, { check }, ids) => hostSurplus(caller, check, ids),
  countsOthers: ({ check }) => countsOnHost(check)
}

export const serviceMonitors = {
  ...monitorsOf(serviceRules),
  check: serviceRules.check,
  patchedFault: serviceRules.patchedFault,
  patchOf: servicePatch,
  seal: sealService
}
