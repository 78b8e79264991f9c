import {
  AlertSeverity,
  builtInTargets,
  field,
  OnCallWho,
  RoutedFactKind,
  routeLimits as limits,
  RouteScope
} from "@mon/model"
import * as Schema from "effect/Schema"
import { StepHoursInput } from "./QuietHoursInput.ts"

const wholeNumber = (message: string, { maximum, minimum }: { readonly maximum: number; readonly minimum: number }) =>
  Schema.Number.annotate({ message }).check(
    Schema.isInt({ message }),
    Schema.isBetween({ minimum, maximum }, { message })
  )

const nameMessage = `name must be a string of 1 to ${limits.nameLength} characters.`
const name = field.text("name", {
  about: "Name of the route.",
  example: "Shops",
  maximum: limits.nameLength
}).input

const positionRange = { minimum: 0, maximum: 2_147_483_647 }
const position = wholeNumber(
  `position must be a whole number between ${positionRange.minimum} and ${positionRange.maximum}.`,
  positionRange
).annotate({
  description:
    "Position among the routes, starting at 0. The first route that handles an alert decides where it goes. A position beyond the end means the last position, which is also the default for a new route.",
  examples: [0]
})

const kindsMessage = `kinds must be a list of: ${RoutedFactKind.literals.join(", ")}.`
const kinds = Schema.Array(RoutedFactKind.annotate({ message: kindsMessage })).annotate({
  message: kindsMessage,
  description: "Kinds of alerts that the route handles. Empty, the default: all kinds.",
  examples: [["down"]]
})

const severitiesMessage = `severities must be a list of: ${AlertSeverity.literals.join(", ")}.`
const severities = Schema.Array(AlertSeverity.annotate({ message: severitiesMessage })).annotate({
  message: severitiesMessage,
  description: "Severities that the route handles. Empty, the default: all severities.",
  examples: [["critical"]]
})

const scopeMessage = `scope must be one of: ${RouteScope.literals.join(", ")}.`
const scope = RouteScope.annotate({
  message: scopeMessage,
  description:
    "`all`, the default: alerts about all monitors. `chosen`: alerts about the monitors in `monitorIds` and about monitors with a tag in `tagIds`.",
  examples: ["chosen"]
})

const ids = (list: string, what: string) => {
  const message = `${list} must be a list of at most ${limits.chosen} ids of ${what}.`
  return Schema.Array(Schema.String.annotate({ message }))
    .annotate({
      message,
      description: `Ids of the chosen ${what}. For the scope \`chosen\`.`,
      examples: [["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]]
    })
    .check(Schema.isMaxLength(limits.chosen, { message }))
}

const targetsMessage = `targets must be a list of 1 to ${limits.targetsOfStep} of: ${builtInTargets.join(", ")}, ids of channels and people, or objects with the id of an on-call schedule (schedule) and who (${OnCallWho.literals.join(", ")}).`
const afterMessage = `afterMinutes must be a whole number between ${limits.afterMinutes.minimum} and ${limits.afterMinutes.maximum}.`
const stepsMessage = `steps must be a list of 1 to ${limits.steps} steps with afterMinutes and targets.`
const orderMessage = "steps must have increasing afterMinutes."

const onCallTarget = Schema.Struct({
  schedule: Schema.String.annotate({
    message: targetsMessage,
    description: "Id of the on-call schedule (or its key in a configuration file).",
    examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d75"]
  }).pipe(Schema.annotateKey({ messageMissingKey: targetsMessage })),
  who: OnCallWho.annotate({
    message: targetsMessage,
    description:
      "`now`: the people on call when the step is sent. `next`: the people on call after them. `everyone`: all people of the schedule.",
    examples: ["now"]
  }).pipe(Schema.annotateKey({ messageMissingKey: targetsMessage }))
}).annotate({
  message: targetsMessage,
  identifier: "OnCallTargetInput",
  title: "OnCallTargetInput",
  description: "The people of an on-call schedule, found when the step is sent."
})

const step = Schema.Struct({
  afterMinutes: wholeNumber(afterMessage, limits.afterMinutes)
    .annotate({ description: "Minutes from the alert to this step.", examples: [10] })
    .pipe(Schema.annotateKey({ messageMissingKey: afterMessage })),
  targets: Schema.Array(
    Schema.Union([Schema.String.annotate({ message: targetsMessage }), onCallTarget]).annotate({
      message: targetsMessage
    })
  )
    .annotate({
      message: targetsMessage,
      description:
        "The receivers of the alert. `email`: the owner, the members and the monitor's copied addresses. `whatsapp`: the confirmed number. `webhooks`: the signed webhooks. An object means the people of an on-call schedule. Anything else is the id of a channel (or its key in a configuration file), or the `membershipId` or email address of a person in the account, who gets the alert by email.",
      examples: [["email", "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d74"]]
    })
    .check(
      Schema.isMinLength(1, { message: targetsMessage }),
      Schema.isMaxLength(limits.targetsOfStep, { message: targetsMessage })
    )
    .pipe(Schema.annotateKey({ messageMissingKey: targetsMessage })),
  hours: Schema.optionalKey(StepHoursInput)
}).annotate({
  message: stepsMessage,
  identifier: "RouteStepInput",
  title: "RouteStepInput",
  description: "A step of a route: the recipients, and the delay after the start of the alert."
})

const hoursMessage = "At least one step must have no hours, so that alerts reach somebody at any time."

const steps = Schema.Array(step)
  .annotate({
    message: stepsMessage,
    description:
      "The steps, in order of increasing delay. A later step is sent only if the problem is not over and nobody has acknowledged it.",
    examples: [[{ afterMinutes: 0, targets: ["email"] }]]
  })
  .check(
    Schema.isMinLength(1, { message: stepsMessage }),
    Schema.isMaxLength(limits.steps, { message: stepsMessage }),
    Schema.makeFilter(
      (list) =>
        list.every(({ afterMinutes }, index) => index === 0 || afterMinutes > (list[index - 1]?.afterMinutes ?? 0)) ||
        orderMessage
    ),
    Schema.makeFilter((list) => list.some(({ hours = null }) => hours === null) || hoursMessage)
  )

const { maximum, minimum } = limits.reminderMinutes
const reminderMessage = `reminderMinutes must be null or a whole number between ${minimum} and ${maximum}.`
const reminderMinutes = Schema.NullOr(wholeNumber(reminderMessage, limits.reminderMinutes)).annotate({
  message: reminderMessage,
  description:
    "The interval between reminders to every recipient of the alert. Reminders stop when the problem is over or someone acknowledges it. Null, the default: no reminders. Minutes.",
  examples: [60]
})

const repeatMessage = `repeat must be null, or have rounds (${limits.rounds.minimum} to ${limits.rounds.maximum}), fromStep (1 to ${limits.steps}) and waitMinutes (${limits.waitMinutes.minimum} to ${limits.waitMinutes.maximum}).`
const repeatedNumber = (
  range: { readonly maximum: number; readonly minimum: number },
  description: string,
  example: number
) =>
  wholeNumber(repeatMessage, range)
    .annotate({ description, examples: [example] })
    .pipe(Schema.annotateKey({ messageMissingKey: repeatMessage }))
const repeat = Schema.NullOr(
  Schema.Struct({
    rounds: repeatedNumber(limits.rounds, "Number of further rounds.", 3),
    fromStep: repeatedNumber(
      { minimum: 1, maximum: limits.steps },
      "Number of the step, starting at 1, with which each further round begins.",
      1
    ),
    waitMinutes: repeatedNumber(
      limits.waitMinutes,
      "Minutes from the last step of a round to the first step of the next round.",
      10
    )
  }).annotate({
    message: repeatMessage,
    identifier: "RouteRepeatInput",
    title: "RouteRepeatInput",
    description: "Further rounds of the last steps of a route."
  })
).annotate({
  message: repeatMessage,
  description:
    "Further rounds of the last steps, while the problem is not over and nobody has acknowledged it, for at most 30 days. Null, the default: none."
})

const fallbackMessage = `fallback must be a list of at most ${limits.fallbackTargets} of: ${builtInTargets.join(", ")}, or ids of channels and people.`
const fallback = Schema.Array(Schema.String.annotate({ message: fallbackMessage }))
  .annotate({
    message: fallbackMessage,
    description:
      "The targets that get a step's alert if the step has an on-call schedule and nobody on call can be reached. If they cannot be reached either, the owner gets the alert by email. Default: none.",
    examples: [["webhooks"]]
  })
  .check(Schema.isMaxLength(limits.fallbackTargets, { message: fallbackMessage }))

const optional = {
  kinds: Schema.optionalKey(kinds),
  severities: Schema.optionalKey(severities),
  scope: Schema.optionalKey(scope),
  monitorIds: Schema.optionalKey(ids("monitorIds", "domains and URL monitors")),
  tagIds: Schema.optionalKey(ids("tagIds", "tags")),
  reminderMinutes: Schema.optionalKey(reminderMinutes),
  repeat: Schema.optionalKey(repeat),
  fallback: Schema.optionalKey(fallback),
  position: Schema.optionalKey(position)
}

/** The body of `POST /routes`. */
export const CreateRoute = Schema.Struct({
  name: name.pipe(Schema.annotateKey({ messageMissingKey: nameMessage })),
  steps: steps.pipe(Schema.annotateKey({ messageMissingKey: stepsMessage })),
  ...optional
}).annotate({ identifier: "CreateRoute", title: "CreateRoute", description: "A new route." })
export type CreateRoute = typeof CreateRoute.Type

/** The body of `PATCH /routes/:id`. Only the fields that it contains change. */
export const UpdateRoute = Schema.Struct({
  name: Schema.optionalKey(name),
  steps: Schema.optionalKey(steps),
  ...optional
}).annotate({
  identifier: "UpdateRoute",
  title: "UpdateRoute",
  description: "The fields to change. Fields that are absent stay unchanged."
})
export type UpdateRoute = typeof UpdateRoute.Type
