import { isVisibleName, personLimits } from "@mon/model"
import * as Schema from "effect/Schema"
import { messages } from "./Message.ts"
import { secondFactorCode } from "./SecondFactorInput.ts"

/**
 * The maximum length of a password in a request, which exceeds the limit for new passwords, so no existing password is
 * longer.
 */
const PASSWORD_LENGTH = 1_024

const nameMessage = messages.personName(personLimits.nameLength)

/** The body of `PATCH /account`. Only the fields that it contains change. */
export const UpdateAccount = Schema.Struct({
  name: Schema.optionalKey(
    Schema.NullOr(
      Schema.String.check(
        Schema.isMaxCodePoints(personLimits.nameLength, { message: nameMessage }),
        Schema.makeFilter((value) => isVisibleName(value) || nameMessage)
      )
    ).annotate({
      message: nameMessage,
      description: `The caller's name, at most ${personLimits.nameLength} characters. Null removes it.`,
      examples: ["Ada"]
    })
  )
}).annotate({
  identifier: "UpdateAccount",
  title: "UpdateAccount",
  description: "The fields to change. Fields that are absent stay unchanged."
})
export type UpdateAccount = typeof UpdateAccount.Type

const password = (name: string, description: string) => {
  const message = `${name} is required.`
  return Schema.String.annotate({ message, description, examples: ["correct horse battery staple"] })
    .check(Schema.isMaxLength(PASSWORD_LENGTH, { message: `${name} must have at most ${PASSWORD_LENGTH} characters.` }))
    .pipe(Schema.annotateKey({ messageMissingKey: message }))
}

const code = () =>
  Schema.optionalKey(
    secondFactorCode(
      "A code from the person's second factor, or a recovery code. Required if the person has a second factor."
    )
  )

/** The body of `POST /account/password`. */
export const ChangePassword = Schema.Struct({
  current: password("current", "The current password."),
  password: password("password", "The new password, at least 8 characters."),
  code: code(),
  deleteKeys: Schema.optionalKey(
    Schema.Boolean.annotate({
      message: "deleteKeys must be true or false.",
      description: "Whether the person's API keys are deleted as well. Default: no.",
      examples: [false]
    })
  )
}).annotate({ identifier: "ChangePassword", title: "ChangePassword", description: "The current and the new password." })
export type ChangePassword = typeof ChangePassword.Type

/** The body of `POST /account/confirm`. */
export const ConfirmPassword = Schema.Struct({
  password: password("password", "The password of the signed-in person."),
  code: code()
}).annotate({
  identifier: "ConfirmPassword",
  title: "ConfirmPassword",
  description: "The password, and a code if the person has a second factor."
})
export type ConfirmPassword = typeof ConfirmPassword.Type
