import {
  choice,
  command,
  CommandError,
  commandGroup,
  ExitCode,
  flag,
  optional,
  required
} from "@mon/bundled/command-line"
import {
  AccountDeletions,
  Accounts,
  type AccountUsage,
  AuditLog,
  type ListedAccount,
  OperatorAccounts
} from "@mon/core-store"
import { asSettingError, effectivePlan, PlanName, Plans, readPlan, readRetentionDays } from "@mon/model"
import { Clock, Console, Effect, Layer } from "effect"
import { layerStore } from "../Store.ts"
import { emailAddress } from "./EmailAddress.ts"
import { alignColumns, formatTable } from "./formatTable.ts"
import { minute } from "./formatTime.ts"
import { runEffect } from "./runEffect.ts"

const defaultPlan = Effect.try({ try: () => readPlan(process.env, "MON_DEFAULT_PLAN"), catch: asSettingError })

const createAccount = Effect.fn("createAccount")(function* (email: string, given: PlanName | null) {
  const plan = given ?? (yield* defaultPlan)
  const account = yield* (yield* Accounts).create({ email, name: null, plan })
  if (account === null) return yield* Effect.fail(new CommandError(`${email} already has an account.`))
  yield* Console.log(`Created account ${account.id} on plan ${account.plan}, owned by ${account.email}.`)
  yield* Console.log(`Next: mon-server keys create --email ${account.email}`)
  return ExitCode.ok
})

const create = command({
  name: "mon-server accounts create",
  description: "Creates an account and its owner.",
  options: {
    email: required(emailAddress, "The owner's email address"),
    plan: optional(
      choice("plan", PlanName.literals),
      `The plan: ${PlanName.literals.join(", ")}. Default: MON_DEFAULT_PLAN`
    )
  },
  arguments: {},
  exitCodes: { ok: "The account was created", couldNot: "The account could not be created" },
  run: ({ email, plan }, terminal) => runEffect(Effect.provide(createAccount(email, plan), layerStore), terminal)
})

const stateOf = ({ deletesAt, suspendedAt }: ListedAccount): string => {
  if (suspendedAt !== null) return "suspended"
  return deletesAt === null ? "active" : "ends"
}

const listAccounts = Effect.fn("listAccounts")(function* (json: boolean) {
  const found = yield* (yield* Accounts).list()
  yield* Console.log(
    json
      ? JSON.stringify(found, null, 2)
      : formatTable(
          ["ID", "OWNER", "PLAN", "STATE", "CREATED"],
          found.map((account) => [
            account.id,
            account.email,
            account.plan,
            stateOf(account),
            account.createdAt.toISOString()
          ])
        )
  )
  return ExitCode.ok
})

const list = command({
  name: "mon-server accounts list",
  description: "Lists the accounts.",
  options: { json: flag("Print JSON") },
  arguments: {},
  exitCodes: { ok: "The accounts were listed", couldNot: "The accounts could not be listed" },
  run: ({ json }, terminal) => runEffect(Effect.provide(listAccounts(json), layerStore), terminal)
})

const layerOperator = Layer.provideMerge(OperatorAccounts.layer, layerStore)

const findAccount = Effect.fn("findAccount")(function* (email: string) {
  const found = yield* (yield* Accounts).findByEmail(email)
  return found ?? (yield* Effect.fail(new CommandError(`${email} does not own an account.`)))
})

const MEGABYTE = 1_000_000

const usageRows = (usage: AccountUsage, limits: { readonly domainMonitors: number; readonly pageMonitors: number }) => [
  ["domains", `${usage.domains} of ${limits.domainMonitors}`],
  ["page monitors", `${usage.urls} of ${limits.pageMonitors}`],
  ["paused", String(usage.paused)],
  ["checks a day", String(Math.round(usage.checksPerDay))],
  ["people", String(usage.members)],
  ["alert channels", String(usage.channels)],
  ["status pages", String(usage.statusPages)],
  ["incidents", `${usage.incidents}, ${usage.openIncidents} open`],
  ["checks stored in 24 h", String(usage.checksLastDay)],
  ["notifications stored", String(usage.notifications)],
  ["page changes stored", String(usage.pageChanges)],
  ["screenshots stored", `${usage.screenshots}, ${(usage.screenshotBytes / MEGABYTE).toFixed(1)} MB`],
  ["emails sent in 30 days", String(usage.emailsSent)],
  ["messages failed in 30 days", String(usage.messagesFailed)],
  ["last session used", minute(usage.lastSeenAt, "none exists")]
]

const showAccount = Effect.fn("showAccount")(function* (email: string, json: boolean) {
  const account = yield* findAccount(email)
  const usage = yield* (yield* OperatorAccounts).usage(account.id)
  if (usage === null) return yield* Effect.fail(new CommandError(`${email} does not own an account.`))
  const now = new Date(yield* Clock.currentTimeMillis)
  const limits = (yield* Plans)[effectivePlan(account.plan, account.planExpiresAt, now)]
  yield* Console.log(
    json
      ? JSON.stringify({ ...account, limits, usage }, null, 2)
      : alignColumns([
          ["account", account.id],
          ["owner", account.email],
          ["plan", `${account.plan}, until ${minute(account.planExpiresAt, "it is changed")}`],
          ["created", minute(account.createdAt, "")],
          ["suspended", minute(account.suspendedAt, "no")],
          ["is deleted", minute(account.deletesAt, "no")],
          ...usageRows(usage, limits)
        ])
  )
  return ExitCode.ok
})

const show = command({
  name: "mon-server accounts show",
  description: "Shows an account's plan, limits and usage.",
  options: { email: required(emailAddress, "The owner's email address"), json: flag("Print JSON") },
  arguments: {},
  exitCodes: { ok: "The account was shown", couldNot: "The account could not be shown" },
  run: ({ email, json }, terminal) => runEffect(Effect.provide(showAccount(email, json), layerOperator), terminal)
})

const grantPlan = Effect.fn("grantPlan")(function* (email: string, plan: PlanName) {
  const account = yield* findAccount(email)
  const result = yield* (yield* OperatorAccounts).grantPlan(account.id, plan)
  if (result._tag === "NoAccount") return yield* Effect.fail(new CommandError(`${email} does not own an account.`))
  yield* Console.log(
    result.inForce === plan
      ? `The account of ${email} is now on the ${plan} plan. It was on ${result.before}.`
      : `The account of ${email} has paid for the ${result.inForce} plan until ${minute(result.until, "it is changed")}. After that, it will be on the ${plan} plan.`
  )
  return ExitCode.ok
})

const plan = command({
  name: "mon-server accounts plan",
  description: "Gives an account a plan with no end date.",
  options: {
    email: required(emailAddress, "The owner's email address"),
    plan: required(choice("plan", PlanName.literals), `The plan: ${PlanName.literals.join(", ")}`)
  },
  arguments: {},
  notes:
    "Intervals and credits change at once. Anything over the limits of a smaller plan is kept but stops, newest first. " +
    "A better plan that is already paid for stays in force until it ends. The account's audit log names the operator.",
  exitCodes: { ok: "The account is on the plan", couldNot: "The plan could not be changed" },
  run: (wanted, terminal) => runEffect(Effect.provide(grantPlan(wanted.email, wanted.plan), layerOperator), terminal)
})

const noteInAudit = Effect.fnUntraced(function* ({ id, membershipId }: ListedAccount, action: string) {
  const client = { address: "", userAgent: "" }
  yield* (yield* AuditLog).addPersonal({ action, actor: "operator", client, target: id, who: { membershipId } })
})

const deleteAccount = Effect.fn("deleteAccount")(function* (email: string) {
  const account = yield* findAccount(email)
  const { deletedAccounts } = yield* Effect.try({ try: () => readRetentionDays(process.env), catch: asSettingError })
  const deletesAt = yield* (yield* AccountDeletions).request(account.id, deletedAccounts)
  if (deletesAt === null) return yield* Effect.fail(new CommandError(`${email} does not own an account.`))
  yield* noteInAudit(account, "account.delete")
  yield* Console.log(
    `The account of ${email} will be deleted on ${minute(deletesAt, "")}. Its checks and alerts have stopped.`
  )
  yield* Console.log(`To keep it, run this before then: mon-server accounts keep --email ${email}`)
  return ExitCode.ok
})

const byEmail = { email: required(emailAddress, "The owner's email address") }

const remove = command({
  name: "mon-server accounts delete",
  description: "Deletes an account after 30 days.",
  options: byEmail,
  arguments: {},
  notes:
    "Checks, alerts, keys and status pages stop at once. Everyone in the account gets an email. The owner can sign in and keep the account.",
  exitCodes: { ok: "The account will be deleted", couldNot: "Nothing was changed" },
  run: ({ email }, terminal) => runEffect(Effect.provide(deleteAccount(email), layerStore), terminal)
})

const keepAccount = Effect.fn("keepAccount")(function* (email: string) {
  const account = yield* findAccount(email)
  if (!(yield* (yield* AccountDeletions).keep(account.id)))
    return yield* Effect.fail(new CommandError(`The account of ${email} is not scheduled for deletion.`))
  yield* noteInAudit(account, "account.keep")
  yield* Console.log(
    account.suspendedAt === null
      ? `The account of ${email} will be kept. Its monitors are being checked again.`
      : `The account of ${email} will be kept. It is still suspended.`
  )
  return ExitCode.ok
})

const keep = command({
  name: "mon-server accounts keep",
  description: "Keeps an account that is scheduled for deletion.",
  options: byEmail,
  arguments: {},
  exitCodes: { ok: "The account is kept", couldNot: "Nothing was changed" },
  run: ({ email }, terminal) => runEffect(Effect.provide(keepAccount(email), layerStore), terminal)
})

const suspendAccount = Effect.fn("suspendAccount")(function* (email: string) {
  const account = yield* findAccount(email)
  if (!(yield* (yield* OperatorAccounts).suspend(account.id)))
    return yield* Effect.fail(new CommandError(`The account of ${email} is already suspended.`))
  yield* noteInAudit(account, "account.suspend")
  yield* Console.log(`The account of ${email} is suspended. Its checks and alerts have stopped. Nothing was deleted.`)
  yield* Console.log(`Next: mon-server accounts resume --email ${email}`)
  return ExitCode.ok
})

const suspend = command({
  name: "mon-server accounts suspend",
  description: "Suspends an account until you resume it.",
  options: byEmail,
  arguments: {},
  notes:
    "Checks and alerts stop, API keys and sessions stop working, and status pages go offline, within seconds. Nothing is deleted. " +
    "The account's audit log names the operator. No one gets an email.",
  exitCodes: { ok: "The account is suspended", couldNot: "Nothing was changed" },
  run: ({ email }, terminal) => runEffect(Effect.provide(suspendAccount(email), layerOperator), terminal)
})

const resumeAccount = Effect.fn("resumeAccount")(function* (email: string) {
  const account = yield* findAccount(email)
  if (!(yield* (yield* OperatorAccounts).resume(account.id)))
    return yield* Effect.fail(new CommandError(`The account of ${email} is not suspended.`))
  yield* noteInAudit(account, "account.resume")
  yield* Console.log(
    account.deletesAt === null
      ? `The account of ${email} has been resumed. Its monitors are being checked again.`
      : `The account of ${email} has been resumed. It will be deleted on ${minute(account.deletesAt, "")}.`
  )
  return ExitCode.ok
})

const resume = command({
  name: "mon-server accounts resume",
  description: "Ends an account's suspension.",
  options: byEmail,
  arguments: {},
  notes:
    "Monitors start again within their intervals. Their state is unknown until then. Anything people had paused stays paused.",
  exitCodes: { ok: "The account is resumed", couldNot: "Nothing was changed" },
  run: ({ email }, terminal) => runEffect(Effect.provide(resumeAccount(email), layerOperator), terminal)
})

export const accounts = commandGroup({
  name: "mon-server accounts",
  description: "Accounts and their owners.",
  commands: { create, list, show, plan, delete: remove, keep, suspend, resume }
})
