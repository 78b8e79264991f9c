import { ApiConfig, layerPublicUrl, readApiConfig, removeSecondFactorOf } from "@mon/api"
import { command, CommandError, commandGroup, ExitCode, required } from "@mon/bundled/command-line"
import { OutgoingMail } from "@mon/notifications"
import { Console, Effect, Layer } from "effect"
import { layerStore, layerStoreSecrets } from "../Store.ts"
import { emailAddress } from "./EmailAddress.ts"
import { runEffect } from "./runEffect.ts"

const refusals = {
  NoPerson: (email: string) => `No one has signed up with the address ${email}.`,
  Absent: (email: string) => `${email} has no second factor.`
} as const

const removeSecondFactor = Effect.fn("removeSecondFactor")(function* (email: string) {
  const result = yield* removeSecondFactorOf(email)
  if (result === "NoPerson" || result === "Absent") return yield* Effect.fail(new CommandError(refusals[result](email)))
  yield* Console.log(`Removed the second factor of ${email}, and queued an email that informs them.`)
  yield* Console.log("Signing in needs only the password until the person sets up a new second factor.")
  return ExitCode.ok
})

const layerApiConfig = Layer.unwrap(
  Effect.map(
    Effect.suspend(() => readApiConfig(process.env)),
    ApiConfig.layer
  )
)

/** The services that a command needs to queue an email. The worker of the service sends the email. */
const layerMail = Layer.mergeAll(OutgoingMail.layer, layerPublicUrl).pipe(
  Layer.provideMerge(Layer.mergeAll(layerStoreSecrets, layerApiConfig)),
  Layer.provideMerge(layerStore)
)

const remove = command({
  name: "mon-server people remove-second-factor",
  description: "Removes the second factor of a person who has lost both the device and the recovery codes.",
  options: { email: required(emailAddress, "The person's email address") },
  arguments: {},
  notes:
    "Make sure that the request really comes from this person: afterwards, anyone who knows the password can sign in. The person gets an email.",
  exitCodes: { ok: "The second factor was removed", couldNot: "The second factor could not be removed" },
  run: ({ email }, terminal) => runEffect(Effect.provide(removeSecondFactor(email), layerMail), terminal)
})

export const people = commandGroup({
  name: "mon-server people",
  description: "People who sign in.",
  commands: { "remove-second-factor": remove }
})
